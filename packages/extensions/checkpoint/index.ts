import type { ExtensionAPI, ExtensionToolContext } from "@tau/coding-agent";
import type { TSchema } from "typebox";
import { checkpoint, rewind } from "./tools.ts";

interface Checkpoint {
  readonly goal: string;
  readonly startedAt: number;
  /** The entry from which the conversation continues after a rewind; known after the turn that set the checkpoint. */
  entryId?: string;
  reminders: number;
}

/** Limits the reminders for a model that never rewinds. */
const MOST_REMINDERS = 2;

const says = (text: string) => [{ type: "text" as const, text }];

export default function (pi: ExtensionAPI): void {
  let active: Checkpoint | undefined;

  pi.registerTool({
    ...checkpoint,
    parameters: checkpoint.parameters as object as TSchema,
    async execute(_id, params, _signal, _onUpdate, ctx) {
      checkCaller(ctx);
      if (active) throw new Error("Checkpoint already active.");
      const { goal } = params as { goal: string };
      active = { goal: goal.trim(), startedAt: Date.now(), reminders: 0 };
      pi.tools.declare([rewind.name]);
      const { startedAt } = active;
      return {
        content: says("Checkpoint set. Explore, then call rewind with a report."),
        details: { goal, startedAt },
      };
    },
  });

  pi.registerTool({
    ...rewind,
    parameters: rewind.parameters as object as TSchema,
    async execute(_id, params, _signal, _onUpdate, ctx) {
      checkCaller(ctx);
      const report = (params as { report: string }).report.trim();
      if (!active) throw new Error("No active checkpoint.");
      if (report === "") throw new Error("Report cannot be empty.");
      if (active.entryId === undefined) throw new Error("The checkpoint was set in this very step. Explore first.");
      const { goal, entryId } = active;
      const content = `The exploration is over (${goal}). Only this report is left of it; continue from here.\n\n${report}`;
      ctx.moveLeafAtTurnEnd(entryId, {
        summary: report,
        message: { customType: "rewind-report", content, display: false },
      });
      active = undefined;
      return { content: says("Rewound."), details: { goal } };
    },
  });

  pi.on("turn_end", ({ toolResultEntryIds }) => {
    if (active && active.entryId === undefined) {
      const last = toolResultEntryIds.at(-1);
      if (last !== undefined) active.entryId = last;
    }
  });
  // The run was stopped, failed, or ended despite the reminders: the exploration stays in the context.
  pi.on("agent_settled", () => {
    active = undefined;
  });
  pi.on("agent_before_settle", ({ outcome, continue: isContinued, entries }) => {
    if (!active || isContinued) return undefined;
    if (outcome !== "completed" || active.reminders >= MOST_REMINDERS) return undefined;
    active.reminders += 1;
    const content = `The checkpoint is still active (${active.goal}). Call rewind with a report of what you found, then answer.`;
    const message = { type: "custom_message" as const, customType: "checkpoint", content, display: false };
    return { entries: [...entries, message], continue: true };
  });
}

function checkCaller({ child }: ExtensionToolContext): void {
  if (child) throw new Error("Checkpoint not available in subagents.");
}
