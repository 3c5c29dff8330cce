import type {
  AgentToolResult,
  ChildSession,
  ExtensionAPI,
  ExtensionContext,
  ExtensionToolContext,
} from "@tau/coding-agent";
import { Text } from "@tau/tui";
import type { TSchema } from "typebox";
import { AgentRows } from "./agent-rows.ts";
import type { Agent } from "./agents/agent.ts";
import { describeAgents, type FoundAgents, findAgents } from "./agents/find-agents.ts";
import { showAgents } from "./agents-list.ts";
import { offerTools, startInBackground } from "./background-tasks.ts";
import { schemaProblem } from "./check-output.ts";
import { contextOf } from "./context.ts";
import { chooseIsolation } from "./isolated-task.ts";
import { outcomesText } from "./outcome.ts";
import { TaskOutputs } from "./outputs.ts";
import { runBatch, type TaskRequest } from "./run-batch.ts";
import { type TaskSettings, taskSettings } from "./settings.ts";
import { drawCall, drawTasks, type TaskDetails, type TaskView, viewOfChild, viewOfOutcome } from "./task-view.ts";
import { task } from "./tool.ts";

interface TaskParams {
  readonly agent: string;
  readonly context?: string;
  readonly files?: readonly string[];
  readonly schema?: object;
  readonly async?: boolean;
  readonly isolated?: boolean;
  readonly tasks: readonly TaskRequest[];
}

/** A larger number would be a runaway loop, not a batch. */
const MOST_TASKS = 64;

export default function (pi: ExtensionAPI): void {
  const outputs = new TaskOutputs(pi);
  /** The agent of each child session, by session id. */
  const agents = new Map<string, Agent>();
  const told = new Set<string>();
  const ending = new AbortController();
  const rows = new AgentRows(pi, (id) => agents.has(id));
  const find = async (ctx: ExtensionContext, settings: TaskSettings) => {
    const found = await findAgents(ctx, settings.disabledAgents);
    for (const problem of found.problems) {
      if (!told.has(problem)) ctx.ui.notify(problem, "warning");
      told.add(problem);
    }
    return found;
  };

  pi.registerTool<TSchema, TaskDetails | undefined>({
    ...task,
    parameters: task.parameters as object as TSchema,
    async execute(callId, params, signal, onUpdate, ctx) {
      // The arguments were already validated against the schema.
      const { agent: name, schema, tasks, async: isAsync, isolated, ...given } = params as TaskParams;
      const settings = taskSettings(pi.getSettings());
      const agent = chooseAgent(name, await find(ctx, settings));
      checkCaller(agent, ctx, ctx.child && agents.get(ctx.child.id), settings);
      checkTasks(tasks);
      const output = agent.output ?? schema;
      const problem = output && schemaProblem(output);
      if (problem !== undefined) throw new Error(`The schema of the output is not valid JSON Schema: ${problem}`);
      const context = await contextOf(given, ctx, signal);
      rows.watch(ctx);
      const isolation = chooseIsolation(agent, isolated, settings);
      const batch = { callId, agent, context, schema: output, tasks, settings, isolation };
      if ((isAsync || agent.isBackground) && settings.hasJobs && !ctx.child && ctx.mode !== "rpc") {
        const onStart = (_: number, child: ChildSession) => void agents.set(child.id, agent);
        const text = startInBackground(pi, ctx, outputs, { ...batch, onStart, onEnd: () => undefined });
        offerTools(pi, callId, settings);
        return { content: [{ type: "text", text }], details: undefined };
      }
      const views = new BatchViews(pi, agent.name, tasks, (details) => onUpdate?.({ content: [], details }));
      try {
        const outcomes = await runBatch(pi, ctx, outputs, {
          ...{ ...batch, signal },
          onStart: (index, child) => {
            agents.set(child.id, agent);
            views.set(index, viewOfChild(child.state));
          },
          onEnd: (index, outcome) => views.set(index, viewOfOutcome(outcome)),
        });
        return {
          content: [{ type: "text", text: outcomesText(agent.name, outcomes) }],
          details: { agent: agent.name, tasks: outcomes.map(viewOfOutcome) },
          isError: outcomes.every(({ status }) => status !== "completed"),
        };
      } finally {
        views.close();
      }
    },
    renderCall: (args, theme) => drawCall(args as Partial<TaskParams>, theme),
    renderResult: (result, _options, theme) =>
      result.details ? drawTasks(result.details, theme) : new Text(textOf(result), 0, 0),
  });

  pi.registerCommand("agents", { handler: async (_args, ctx) => await showAgents(pi, ctx, outputs, ending.signal) });
  pi.on("session_shutdown", () => void [ending.abort(), rows.close()]);
  pi.urls.register(outputs.scheme());
  pi.on("before_agent_start", async ({ systemPromptOptions }, ctx) => {
    if (!systemPromptOptions.selectedTools.includes("task")) return;
    const { agents: all } = await find(ctx, taskSettings(pi.getSettings()));
    const list = describeAgents(all.values());
    if (list) systemPromptOptions.toolGuidelines.task = [list];
  });
}

function chooseAgent(name: string, { agents, problems }: FoundAgents): Agent {
  const agent = agents.get(name);
  if (agent) return agent;
  const lines = [`There is no agent "${name}". There are: ${[...agents.keys()].join(", ")}.`, ...problems];
  throw new Error(lines.join("\n"));
}

function checkCaller(agent: Agent, ctx: ExtensionToolContext, caller: Agent | undefined, settings: TaskSettings): void {
  const { TAU_BLOCKED_AGENT, PI_BLOCKED_AGENT } = process.env;
  if (agent.name === (TAU_BLOCKED_AGENT ?? PI_BLOCKED_AGENT))
    throw new Error(`The agent ${agent.name} is blocked here.`);
  if (!ctx.child) return;
  if (ctx.child.depth >= settings.maxRecursionDepth)
    throw new Error("Agents are not nested deeper here. Do the work yourself.");
  if (caller && caller.spawns !== "*" && !caller.spawns?.includes(agent.name))
    throw new Error(`${caller.name} may not hand work to ${agent.name}. Do the work yourself.`);
}

function checkTasks(tasks: readonly TaskRequest[]): void {
  if (tasks.length === 0) throw new Error("Give at least one task.");
  if (tasks.length > MOST_TASKS)
    throw new Error(`${tasks.length} tasks are too many for one call; at most ${MOST_TASKS}.`);
  const seen = new Set<string>();
  for (const { id } of tasks) {
    const plain = id.trim().toLowerCase();
    if (plain === "") throw new Error("A task has an empty id. Give each a short name of its own.");
    if (seen.has(plain)) throw new Error(`Two tasks have the id "${id}". Give each a name of its own.`);
    seen.add(plain);
  }
}

/** Tracks the current state of the tasks of one call and reports each change. */
class BatchViews {
  private readonly views: TaskView[];
  private readonly stop: () => void;
  private readonly tell: () => void;

  constructor(
    pi: ExtensionAPI,
    agent: string,
    tasks: readonly TaskRequest[],
    onChange: (details: TaskDetails) => void,
  ) {
    this.views = tasks.map(({ id }) => ({ id, status: "pending" }));
    this.tell = () => onChange({ agent, tasks: [...this.views] });
    this.stop = pi.children.subscribe(({ type, child }) => {
      const index = this.views.findIndex(({ id, status }) => id === child.id && status === "running");
      if (type === "child_update" && index >= 0) this.set(index, viewOfChild(child));
    });
  }

  set(index: number, view: TaskView): void {
    this.views[index] = view;
    this.tell();
  }

  close(): void {
    this.stop();
  }
}

function textOf({ content }: AgentToolResult): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
}
