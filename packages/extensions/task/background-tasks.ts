import type { ExtensionAPI, ExtensionToolContext } from "@tau/coding-agent";
import { outcomesText } from "./outcome.ts";
import type { TaskOutputs } from "./outputs.ts";
import { type Batch, IRC, runBatch } from "./run-batch.ts";
import type { TaskSettings } from "./settings.ts";

/** Starts each task as a separate background job, with limited concurrency. Returns the text for the model. */
export function startInBackground(
  pi: ExtensionAPI,
  ctx: ExtensionToolContext,
  outputs: TaskOutputs,
  batch: Omit<Batch, "signal" | "isDetached">,
): string {
  const places = new Places(batch.settings.maxConcurrency);
  const lines = batch.tasks.map((task, index) => {
    const { id } = pi.background.start({
      kind: "task",
      label: `${batch.agent.name} ${task.id}`,
      run: async ({ signal }) => {
        const leave = await places.enter();
        try {
          const [outcome] = await runBatch(pi, ctx, outputs, {
            ...batch,
            callId: `${batch.callId}.${index}`,
            tasks: [task],
            signal,
            isDetached: true,
            onStart: (_, child) => batch.onStart(index, child),
          });
          const text = outcome ? outcomesText(batch.agent.name, [outcome]) : "";
          if (outcome?.status !== "completed") throw new Error(text);
          return text;
        } finally {
          leave();
        }
      },
    });
    return `- ${id}: ${task.id}`;
  });
  const many = lines.length === 1 ? "Background job" : `${lines.length} background jobs`;
  return `${many} started, each delivered when it ends. The job tool waits for them or cancels them.\n${lines.join("\n")}`;
}

/** Offers the user's model the tools for agents in the background. Where it has no tool search, a tool that waits to be found is switched on. */
export function offerTools(pi: ExtensionAPI, toolCallId: string, { hasIrc }: Pick<TaskSettings, "hasIrc">): void {
  pi.tools.declare(["job", ...(hasIrc ? [IRC] : [])], { toolCallId });
  const active = pi.getActiveTools();
  if (hasIrc && !active.includes(IRC) && pi.getAllTools().some(({ name }) => name === IRC))
    pi.setActiveTools([...active, IRC]);
}

class Places {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(count: number) {
    this.free = count;
  }

  /** Waits for a free place. Resolves to a function that releases it. */
  async enter(): Promise<() => void> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    return () => {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    };
  }
}
