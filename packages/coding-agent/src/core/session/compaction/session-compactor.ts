import {
  type AgentMessage,
  type CompactionResult,
  fitToWindow,
  getLatestCompactionEntry,
  hasUsage,
  OVERFLOW_GIVE_UP_MESSAGE,
  type OverflowDecision,
  OverflowGuard,
  shouldCompact,
} from "@tau/agent";
import { type AssistantMessage, isContextOverflow, type Model } from "@tau/ai";
import { contextUsage } from "../log/session-stats.ts";
import { AgentSessionError } from "../session-error.ts";
import type { CompactionReason } from "../session-event.ts";
import type { CompactorParts } from "./compactor-parts.ts";

/** The result of making room in a nearly full context window. `elsewhere`: the work continues in another session. */
type RoomMade = "not-needed" | "tried" | "summarized" | "elsewhere";

/** Decides when the conversation is shortened: on request, when the context window is nearly full, and when a request did not fit. */
export class SessionCompactor {
  /** Overrides the setting for automatic compaction in this session. */
  enabled: boolean | undefined;
  /** The document for the session that follows once this one has settled. Written instead of a summary. */
  private handoff: string | undefined;
  private running: AbortController | undefined;
  private reason: CompactionReason | undefined;
  private readonly guard = new OverflowGuard();
  private readonly parts: CompactorParts;

  constructor(parts: CompactorParts) {
    this.parts = parts;
  }

  get isRunning(): boolean {
    return this.running !== undefined;
  }

  get isAutomatic(): boolean {
    return this.enabled ?? this.parts.settings(this.model).enabled;
  }

  /** Compacts the conversation. Throws if nothing could be shortened; the session is then unchanged. */
  async compact(customInstructions?: string): Promise<CompactionResult> {
    if (this.running) throw alreadyRunning();
    await this.parts.stopRun();
    try {
      const result = await this.run("manual", { customInstructions });
      if (!result) throw new AgentSessionError("nothing-to-do", "The compaction was cancelled.");
      return result;
    } finally {
      this.parts.onAloneEnd();
    }
  }

  /** Makes room if the context window is nearly full after the last answer. Another session may have to follow: see `takeHandoff`. */
  async afterAnswer(message: AssistantMessage | undefined): Promise<RoomMade> {
    // After an aborted answer nothing is shortened until the next prompt: see `beforePrompt`.
    if (!message || message.stopReason === "aborted" || this.hasOverflown(message)) return "not-needed";
    if (!this.isNearlyFull()) return "not-needed";
    if (await this.relieve("threshold")) return "tried";
    const result = await this.tryRun("threshold", { mayHandOff: true });
    if (this.handoff !== undefined) return "elsewhere";
    return result ? "summarized" : "tried";
  }

  /** Makes room before a prompt, if the previous run was stopped and therefore made none at its end. */
  async beforePrompt(): Promise<void> {
    if (!wasStopped(this.parts.agent.state.messages) || this.running || !this.isNearlyFull()) return;
    if (!(await this.relieve("threshold"))) await this.tryRun("threshold");
  }

  /** Whether the model is asked to continue after its conversation was shortened. */
  get continues(): boolean {
    return this.parts.settings(this.model).autoContinue ?? false;
  }

  /** Returns the document for another session, if one was written, and forgets it. */
  takeHandoff(): string | undefined {
    const document = this.handoff;
    this.handoff = undefined;
    return document;
  }

  /** Makes room while the session is idle, if enough of the window is used. Does not continue the model's work afterwards. */
  async whileIdle(): Promise<void> {
    const { agent, log, settings, onAloneEnd } = this.parts;
    const used = contextUsage(agent.state.messages, this.model)?.percent ?? 0;
    const isWanted = this.isAutomatic && used > (settings(this.model).idleThresholdPercent ?? 100);
    if (!isWanted || this.running || log.getReadOnlyReason()) return;
    await this.tryRun("idle");
    onAloneEnd();
  }

  /** Stops a compaction that was started while the session was idle, because the user is active again. */
  abortIdle(): void {
    if (this.reason === "idle") this.abort();
  }

  /** Decides whether a failed answer requires a shorter conversation. Called once per answer. */
  overflow(message: AssistantMessage | undefined): OverflowDecision {
    if (!message || !this.isAutomatic) return "ignore";
    const isOverflow = isContextOverflow(message, this.model.contextWindow);
    const lastCompactedAt = isOverflow ? this.lastCompactedAt() : undefined;
    return this.guard.decide({ message, isOverflow, model: this.model, lastCompactedAt });
  }

  /** Makes room so that the request can be repeated. Resolves to false if that failed. */
  async recover(): Promise<boolean> {
    return (await this.relieve("overflow")) || (await this.tryRun("overflow")) !== undefined;
  }

  /** Reports that the request did not fit again after a compaction: another summary would not help. */
  async giveUp(): Promise<void> {
    const end = { reason: "overflow", result: undefined, aborted: false, willRetry: false } as const;
    await this.parts.emit({ type: "compaction_end", ...end, errorMessage: OVERFLOW_GIVE_UP_MESSAGE });
  }

  /** Called when the user sends a new prompt. */
  reset(): void {
    this.guard.reset();
  }

  abort(): void {
    this.running?.abort();
  }

  private get model(): Model {
    return this.parts.limits();
  }

  /** Whether the answer failed because of an overflow, which has already been handled elsewhere. */
  private hasOverflown(message: AssistantMessage): boolean {
    return message.stopReason === "error" && isContextOverflow(message, this.model.contextWindow);
  }

  private isNearlyFull(): boolean {
    const { messages } = this.parts.agent.state;
    // If the last answer failed, trust the estimate only if some answer reported its usage.
    if (!this.isAutomatic || (isFailed(messages.at(-1)) && !messages.some(hasUsage))) return false;
    const usage = contextUsage(messages, this.model);
    if (usage?.tokens == null) return false;
    const { contextWindow } = this.model;
    const settings = fitToWindow(this.parts.settings(this.model), contextWindow);
    return shouldCompact(usage.tokens, contextWindow, { ...settings, enabled: true });
  }

  private lastCompactedAt(): number | undefined {
    const latest = getLatestCompactionEntry(this.parts.log.getActiveBranch());
    return latest ? Date.parse(latest.timestamp) : undefined;
  }

  /**
   * Makes room without a summary, if possible. If that fails with an expected error, returns
   * false, so that a summary is tried, whose events report the outcome.
   */
  private async relieve(reason: "threshold" | "overflow"): Promise<boolean> {
    try {
      const { continueWithoutSummary } = await import("./shorten-conversation.ts");
      return await continueWithoutSummary(this.parts, reason);
    } catch (error) {
      if (isExpected(error)) return false;
      throw error;
    }
  }

  /** Runs an automatic compaction. Expected failures are reported by events only; bugs are thrown. */
  private async tryRun(reason: CompactionReason, options: RunOptions = {}): Promise<CompactionResult | undefined> {
    try {
      return await this.run(reason, options);
    } catch (error) {
      if (isExpected(error)) return undefined;
      throw error;
    }
  }

  private async run(
    reason: CompactionReason,
    { customInstructions, mayHandOff = false }: RunOptions,
  ): Promise<CompactionResult | undefined> {
    if (this.running) throw alreadyRunning();
    const controller = new AbortController();
    this.running = controller;
    this.reason = reason;
    try {
      await this.parts.emit({ type: "compaction_start", reason });
      const { shortenConversation } = await import("./shorten-conversation.ts");
      const { signal } = controller;
      const { result, handoff } = await shortenConversation(this.parts, {
        reason,
        customInstructions,
        mayHandOff,
        signal,
      });
      this.handoff = handoff;
      return result;
    } finally {
      this.running = undefined;
      this.reason = undefined;
    }
  }
}

interface RunOptions {
  readonly customInstructions?: string | undefined;
  /** Whether a document for another session may be written instead of a summary. */
  readonly mayHandOff?: boolean;
}

function isFailed(message: AgentMessage | undefined): boolean {
  return message?.role === "assistant" && (message.stopReason === "error" || message.stopReason === "aborted");
}

/** Whether the last run was stopped. Tool results come last if it was stopped before the model saw them. */
function wasStopped(messages: readonly AgentMessage[]): boolean {
  const last = messages.at(-1);
  return last?.role === "toolResult" || (last?.role === "assistant" && last.stopReason === "aborted");
}

/** Whether an error was thrown on purpose: such errors carry a code, as system errors do. All others are bugs. */
function isExpected(error: unknown): boolean {
  return error instanceof Error && "code" in error && !String(error.code).startsWith("ERR_");
}

function alreadyRunning(): AgentSessionError {
  return new AgentSessionError(
    "busy",
    "The conversation is being compacted already. Wait until that ends, or stop it.",
  );
}
