import type { BackgroundJob, ExtensionAPI, ExtensionCommandContext, ExtensionContext } from "@tau/coding-agent";
import type { TSchema } from "typebox";
import { showAttempts } from "./attempts-list.ts";
import { parseOrder } from "./parse-order.ts";
import {
  applyChange,
  figureText,
  type Research,
  type ResearchChange,
  type ResearchLimits,
  type ResearchOrder,
  reportText,
} from "./research-state.ts";
import { prepareResearch, type ResearchLog, runResearch } from "./run-research.ts";
import { autoresearch } from "./tool.ts";

interface Settings extends ResearchLimits {
  readonly metricSeconds: number;
}

interface ToolParams extends Partial<Omit<ResearchOrder, "limits">> {
  readonly op: "start" | "status" | "stop" | "resume";
  readonly attempts?: number;
  readonly target?: number;
}

const NONE = "There are no experiments in this session.";

export default function (pi: ExtensionAPI): void {
  const desk = new ResearchDesk(pi);
  pi.registerTool({
    ...autoresearch,
    parameters: autoresearch.parameters as object as TSchema,
    async execute(_id, params, _signal, _onUpdate, ctx) {
      if (ctx.child) throw new Error("Agents do not start experiments. Do your own task.");
      // The arguments were already validated against the schema.
      const text = await desk.act(params as ToolParams, ctx);
      return { content: [{ type: "text", text }], details: undefined };
    },
  });
  // While programs can still be run: the worktree is removed with them.
  pi.on("session_shutdown", async () => await desk.close());
  pi.registerCommand("autoresearch", {
    handler: async (args, ctx) => {
      try {
        await runCommand(pi, desk, args.trim(), ctx);
      } catch (error) {
        ctx.ui.notify(error instanceof Error ? error.message : String(error), "error");
      }
    },
  });
}

async function runCommand(pi: ExtensionAPI, desk: ResearchDesk, text: string, ctx: ExtensionCommandContext) {
  const { ui, hasUI } = ctx;
  const research = desk.current();
  if (text === "" || text === "status") {
    if (!research) return ui.notify(`${NONE} Begin with /autoresearch <goal> --metric '<command>'.`);
    if (!hasUI) return ui.notify(reportText(research));
    return await showAttempts(ctx, research, {
      current: () => desk.current(),
      subscribe: (changed) => pi.background.subscribe(changed),
    });
  }
  if (text === "stop" || text === "resume") return ui.notify(await desk.act({ op: text }, ctx));
  const { limits, ...order } = parseOrder(text, desk.settings());
  const content = await desk.start({ ...order, limits }, ctx);
  // As a message: a session without one is not stored, and the log of the attempts would be lost in a crash.
  pi.sendMessage({ customType: "autoresearch", content, display: true }, { triggerTurn: false });
}

/** The experiments of one session: at most one series runs at a time. */
class ResearchDesk {
  private readonly pi: ExtensionAPI;
  private folded: ResearchLog | undefined;
  private job: BackgroundJob | undefined;
  /** Resolves when the run has ended and its worktree is removed. */
  private cleaned: Promise<void> = Promise.resolve();

  constructor(pi: ExtensionAPI) {
    this.pi = pi;
  }

  current(): Research | undefined {
    return this.log().get();
  }

  settings(): Settings {
    const given = (this.pi.settings.get("autoresearch") ?? {}) as Record<string, number | undefined>;
    const { maxAttempts = 10, maxMinutes = 240, maxCost = 0, maxFutile = 5, metricSeconds = 600 } = given;
    return { attempts: maxAttempts, minutes: maxMinutes, cost: maxCost, futile: maxFutile, metricSeconds };
  }

  async act({ op, attempts, target, ...order }: ToolParams, ctx: ExtensionContext): Promise<string> {
    const research = this.current();
    if (op === "start") {
      const { goal = "", command = "", direction = "lower", runs = 1, ...rest } = order;
      if (goal.trim() === "" || command.trim() === "") throw new Error("start needs goal and command.");
      const { metricSeconds: _, ...limits } = this.settings();
      const own = { ...(attempts === undefined ? {} : { attempts }), ...(target === undefined ? {} : { target }) };
      return await this.start({ ...rest, goal, command, direction, runs, limits: { ...limits, ...own } }, ctx);
    }
    if (!research) throw new Error(NONE);
    if (op === "status") return reportText(research);
    if (op === "stop") return this.stop();
    if (this.isRunning) throw new Error("The experiments are running.");
    return this.begin(research, ctx);
  }

  async start(order: ResearchOrder, ctx: ExtensionContext): Promise<string> {
    if (this.isRunning) throw new Error("Experiments are running already. Stop them first: /autoresearch stop");
    const { note } = await prepareResearch(this.pi, this.log(), order, ctx.cwd);
    const research = this.current();
    return [research ? this.begin(research, ctx) : NONE, ...(note ? [note] : [])].join("\n");
  }

  /** Stops the experiments and waits until their worktree is removed. The log does not call them ended, so that they can be resumed. */
  async close(): Promise<void> {
    if (!this.isRunning) return;
    this.job?.cancel();
    await this.cleaned;
  }

  private get isRunning(): boolean {
    return this.job?.state.status === "running";
  }

  private begin({ goal, branch }: Research, { cwd, ui }: ExtensionContext): string {
    const row = ui.progress(`experiments: ${goal}`);
    const cleaned = Promise.withResolvers<void>();
    this.cleaned = cleaned.promise;
    this.job = this.pi.background.start({
      kind: "autoresearch",
      label: goal.slice(0, 60),
      run: async ({ signal, progress }) => {
        const onProgress = (text: string) => {
          row.update({ text: `experiments · ${text}` });
          progress(text);
        };
        try {
          const { metricSeconds } = this.settings();
          return await runResearch(this.pi, this.log(), { cwd, metricSeconds, signal, onProgress });
        } finally {
          row.done();
          cleaned.resolve();
        }
      },
    });
    return `The experiments have begun (${this.job.id}); the result will be the branch ${branch}. /autoresearch shows them.`;
  }

  private stop(): string {
    if (!this.isRunning) return "No experiments are running.";
    this.log().append({ set: { ended: "stopped" } });
    this.job?.cancel();
    const best = this.current()?.best;
    return `The experiments are stopped${best ? `; the best figure is ${figureText(best.value)}` : ""}. /autoresearch resume continues them.`;
  }

  private log(): ResearchLog {
    this.folded ??= this.pi.state.fold<Research | undefined, ResearchChange>("research", undefined, applyChange);
    return this.folded;
  }
}
