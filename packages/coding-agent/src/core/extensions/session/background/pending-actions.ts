import type { AgentTool } from "@tau/agent";
import type { Model } from "@tau/ai";
import type { Session } from "../../../session/session.ts";
import type { PendingAction, PendingActions, ToolEffects } from "../../contract/index.ts";

const RESOLVE = "resolve";
/** How often the model is reminded of an action before it counts as discarded. */
const MOST_REMINDERS = 3;
const UNDECIDED = "No decision was made.";

const parameters = {
  type: "object",
  properties: {
    action: { type: "string", enum: ["apply", "discard"] },
    reason: { type: "string", description: "Why, in one sentence" },
  },
  required: ["action", "reason"],
};

/** Changes that wait for the model's decision. They exist only in memory: changes that were not applied when the program ends are lost. */
export class SessionActions implements PendingActions {
  private readonly session: Session;
  private readonly remind: (text: string) => void;
  private readonly pending: PendingAction[] = [];
  private reminders = 0;
  private withdrawTool: (() => void) | undefined;
  /** Whether the next request must call `resolve`. */
  private isForced = false;

  constructor(session: Session, remind: (text: string) => void) {
    this.session = session;
    this.remind = remind;
  }

  push(action: PendingAction): () => void {
    const added = { ...action };
    this.pending.push(added);
    this.reminders = 0;
    this.offerTool();
    this.ask();
    return () => this.remove(added);
  }

  list(): readonly PendingAction[] {
    return [...this.pending];
  }

  /** Called at the end of a turn. Asks the model again if it has not decided. Resolves to whether this needs another request. */
  async turnEnded(calls: readonly string[], isOver: boolean): Promise<boolean> {
    if (this.pending.length === 0 || !isOver || calls.includes(RESOLVE)) return false;
    if (this.reminders < MOST_REMINDERS) {
      this.ask();
      return true;
    }
    await this.discardAll();
    return false;
  }

  /** Adds the forced choice of `resolve` to a request body, once, if the protocol supports it. With other protocols the reminder has to suffice. */
  force(payload: unknown, { api, reasoning }: Pick<Model, "api" | "reasoning">): unknown {
    if (!this.isForced || typeof payload !== "object" || payload === null) return payload;
    this.isForced = false;
    const choice = CHOICES[api];
    // Reasoning models reject a forced tool choice.
    if (!choice || reasoning || !("tools" in payload)) return payload;
    return { ...payload, tool_choice: choice };
  }

  async discardAll(): Promise<void> {
    for (const action of [...this.pending]) {
      this.remove(action);
      await action.discard?.(UNDECIDED);
    }
  }

  private ask(): void {
    const action = this.pending.at(-1);
    if (!action) return;
    this.reminders += 1;
    this.isForced = true;
    this.remind(
      `${action.toolName} has prepared a change that has not been made yet: ${action.label}. Call ${RESOLVE} now, with "apply" to make it or "discard" to drop it.`,
    );
  }

  private remove(action: PendingAction): void {
    const at = this.pending.indexOf(action);
    if (at >= 0) this.pending.splice(at, 1);
    this.reminders = 0;
    if (this.pending.length > 0) return;
    this.isForced = false;
    this.withdrawTool?.();
    this.withdrawTool = undefined;
  }

  private offerTool(): void {
    const { session } = this;
    if (this.withdrawTool) return;
    const unregister = session.tools.register(
      { tool: this.tool(), effects: { isBattery: true, describe: (args) => this.effectsOf(args) } },
      "extension",
    );
    session.setActiveToolsByName([...session.tools.activeNames(), RESOLVE]);
    this.withdrawTool = () => {
      unregister();
      session.refreshTools();
    };
  }

  /** Describes a call of `resolve`: to discard a change has no effect on files. */
  private effectsOf(args: unknown): ToolEffects | { readonly effect: "unknown" } {
    const { action } = args as { action?: unknown };
    return action === "apply" ? (this.pending.at(-1)?.effects ?? { effect: "unknown" }) : { effect: "read" };
  }

  private tool(): AgentTool {
    return {
      name: RESOLVE,
      label: "Resolve",
      description: "Applies or discards the change that was prepared last.",
      parameters,
      executionMode: "sequential",
      execute: async (_id, params) => {
        const { action, reason } = params as { action: "apply" | "discard"; reason: string };
        const pending = this.pending.at(-1);
        if (!pending) throw new Error("No pending action to resolve. Nothing to apply or discard.");
        const { label, toolName: sourceToolName } = pending;
        this.remove(pending);
        const discard = () => pending.discard?.(reason) ?? `Discarded: ${label}. Reason: ${reason}`;
        const text = action === "apply" ? await pending.apply(reason) : await discard();
        if (this.pending.length > 0) this.ask();
        return { content: [{ type: "text", text }], details: { action, reason, sourceToolName, label } };
      },
    };
  }
}

/** The forced tool choice in the format of each API. */
const CHOICES: Readonly<Record<string, object>> = {
  "anthropic-messages": { type: "tool", name: RESOLVE },
  "openai-completions": { type: "function", function: { name: RESOLVE } },
  "openai-responses": { type: "function", name: RESOLVE },
  "mistral-conversations": { type: "function", function: { name: RESOLVE } },
};
