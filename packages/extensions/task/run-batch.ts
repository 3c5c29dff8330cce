import type {
  ChildLimits,
  ChildOptions,
  ChildSession,
  ExtensionAPI,
  ExtensionToolContext,
  WorktreeChange,
} from "@tau/coding-agent";
import type { Agent } from "./agents/agent.ts";
import { chooseModel } from "./choose-model.ts";
import { chooseTools } from "./choose-tools.ts";
import { type Isolation, mergeTask, runIsolated } from "./isolated-task.ts";
import { mapWithConcurrency } from "./map-with-concurrency.ts";
import { attempt, type TaskOutcome } from "./outcome.ts";
import type { TaskOutputs } from "./outputs.ts";
import { runTask } from "./run-task.ts";
import type { TaskSettings } from "./settings.ts";
import { YIELD, yieldRule } from "./yield-tool.ts";

export interface TaskRequest {
  readonly id: string;
  readonly task: string;
}

export interface Batch {
  readonly callId: string;
  readonly agent: Agent;
  readonly context: string | undefined;
  readonly schema: object | undefined;
  readonly tasks: readonly TaskRequest[];
  readonly settings: TaskSettings;
  readonly isolation: Isolation | undefined;
  readonly signal: AbortSignal | undefined;
  /** Set if the agents outlive the run that started them. */
  readonly isDetached?: true;
  /** Called when the session of a task has been created. */
  onStart(index: number, child: ChildSession): void;
  onEnd(index: number, outcome: TaskOutcome): void;
}

/** Runs the tasks of one call. Resolves to the outcomes in the order of the tasks, whichever ended first. */
export async function runBatch(
  pi: ExtensionAPI,
  ctx: ExtensionToolContext,
  outputs: TaskOutputs,
  batch: Batch,
): Promise<readonly TaskOutcome[]> {
  const { tasks, settings, signal, callId } = batch;
  const { warning, ...model } = chooseModel(batch.agent, {
    available: ctx.modelRegistry.getAvailable(),
    active: ctx.model,
    settings,
  });
  const call = `${ctx.child?.id ?? ""}/${callId}/`;
  const first = siblings(outputs, ctx.child?.id, call);
  const inTurn = oneAfterAnother();
  const run = async (task: TaskRequest, index: number, stopped: AbortSignal) => {
    const key = `${call}${index}`;
    const earlier = outputs.find(key);
    const recorded = earlier && (await outputs.outcomeOf(earlier));
    const unmerged = earlier?.unmerged ?? [];
    const done = unmerged.length === 0 ? recorded : undefined;
    const finish = async () =>
      recorded
        ? await mergeLate(pi, settings, recorded, unmerged)
        : await work(task, index, { key, interrupted: earlier?.id, stopped });
    const outcome = done ?? (await attempt(task.id, finish));
    if (!done) await outputs.end(outcome);
    batch.onEnd(index, outcome);
    return outcome;
  };
  const work = async (
    task: TaskRequest,
    index: number,
    { key, interrupted, stopped }: { key: string; interrupted: string | undefined; stopped: AbortSignal },
  ) => {
    const name = `${first + index}-${task.id}`;
    // The copy in which an interrupted agent worked was removed, so it starts anew.
    const continued = batch.isolation ? undefined : interrupted;
    const run = async (cwd = ctx.child ? ctx.cwd : undefined) =>
      await runTask(pi, {
        options: { ...childOptions(pi, ctx, batch), ...model, name, ...(cwd === undefined ? {} : { cwd }) },
        prompt: promptOf(batch.context, task),
        schema: batch.schema,
        interrupted: continued,
        signal: stopped,
        inTurn,
        onStart: (child) => {
          if (child.id !== continued) outputs.begin({ id: child.id, agent: batch.agent.name, key, ...fileOf(child) });
          batch.onStart(index, child);
        },
      });
    const outcome = batch.isolation
      ? await runIsolated(pi, batch.isolation, {
          ...{ cwd: ctx.cwd, name, signal: stopped, run },
          isRemote: ctx.sessionManager.getHeader()?.workspace !== undefined,
          onChanges: async (ended, changes) => await outputs.end(ended, changes),
        })
      : await run();
    return warning === undefined ? outcome : { ...outcome, warnings: [warning, ...outcome.warnings] };
  };
  const { results } = await mapWithConcurrency(tasks, settings.maxConcurrency, run, signal);
  return results.map((outcome, index) => outcome ?? skipped(tasks[index]?.id ?? ""));
}

/** Returns a function that creates sessions one at a time, so that agents appear in the order of their tasks. */
function oneAfterAnother(): <T>(create: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (create) => {
    const created = last.then(create, create);
    last = created;
    return created;
  };
}

/** Merges what a killed process had recorded. If that fails, the outcome names the trees, which git keeps for two weeks. */
async function mergeLate(
  pi: ExtensionAPI,
  { isolation }: TaskSettings,
  recorded: TaskOutcome,
  changes: readonly WorktreeChange[],
): Promise<TaskOutcome> {
  const { outcome, hasFailed } = await mergeTask(pi, isolation, recorded, changes);
  if (!hasFailed) return outcome;
  const trees = changes.map(({ repository, result }) => `Its work is the git tree ${result} in ${repository}.`);
  return { ...outcome, notes: [...(outcome.notes ?? []), ...trees] };
}

function skipped(id: string): TaskOutcome {
  return { id, status: "skipped", text: "", reason: "It was not begun.", warnings: [] };
}

/** The tool with which agents send messages and ask. */
export const IRC = "irc";

/** Returns how many ids earlier calls of the same parent have used, so that numbering continues after them. */
function siblings(outputs: TaskOutputs, parent: string | undefined, call: string): number {
  const prefix = parent === undefined ? "" : `${parent}.`;
  const isSibling = (id: string) => id.startsWith(prefix) && !id.slice(prefix.length).includes(".");
  return outputs.list().filter(({ id, key }) => isSibling(id) && !key.startsWith(call)).length;
}

function childOptions(
  pi: ExtensionAPI,
  ctx: ExtensionToolContext,
  { agent, settings, isDetached }: Batch,
): Omit<ChildOptions, "name"> {
  const depth = (ctx.child?.depth ?? 0) + 1;
  const offered = ctx.child ? ctx.tools.map(({ name }) => name).filter((name) => name !== YIELD) : pi.getActiveTools();
  const { isPlanning, maxRecursionDepth } = settings;
  const turns = agent.maxTurns ?? settings.limits.turns;
  const limits: ChildLimits = {
    ...settings.limits,
    ...(turns === undefined ? {} : { turns }),
    depth: Math.max(0, maxRecursionDepth - depth),
  };
  const hasIrc = settings.hasIrc && pi.getAllTools().some(({ name }) => name === IRC);
  const choice = chooseTools(agent, { offered, spawns: depth < maxRecursionDepth, hasIrc, isPlanning });
  const canAsk = hasIrc && !choice.excludeTools.includes(IRC);
  return {
    ...(ctx.child ? { parent: ctx.child.id } : {}),
    systemPrompt: `${agent.systemPrompt}\n\n${yieldRule(canAsk)}`,
    ...choice,
    limits,
    ...(isDetached ? { detached: true } : {}),
  };
}

function fileOf({ state }: ChildSession): { file?: string } {
  return state.file === undefined ? {} : { file: state.file };
}

function promptOf(context: string | undefined, { task }: TaskRequest): string {
  return context?.trim() ? `<context>\n${context.trim()}\n</context>\n\n${task}` : task;
}
