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

/** What came of a window that was nearly full. `elsewhere`: it is left for another session. */
type RoomMade = "not-needed" | "tried" | "summarized" | "elsewhere";

/** Decides when the conversation is shortened: when asked, when the window runs full, and when a request did not fit. */
export class SessionCompactor {
  /** Switches the automatic kind off for this session. */
  enabled: boolean | undefined;
  /** Written instead of a summary, for the session that is to follow once this one has settled. */
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

  /** Throws where nothing could be shortened; the session is then as it was. */
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

  /** Makes room where the last answer says that the window is nearly full. Another session may have to follow: see `takeHandoff`. */
  async afterAnswer(message: AssistantMessage | undefined): Promise<RoomMade> {
    // What was stopped is left alone until something new is said: see `beforePrompt`.
    if (!message || message.stopReason === "aborted" || this.hasOverflown(message)) return "not-needed";
    if (!this.isNearlyFull()) return "not-needed";
    if (await this.relieve("threshold")) return "tried";
    const result = await this.tryRun("threshold", { mayHandOff: true });
    if (this.handoff !== undefined) return "elsewhere";
    return result ? "summarized" : "tried";
  }

  /** A run that was stopped made no room when it ended. */
  async beforePrompt(): Promise<void> {
    if (!wasStopped(this.parts.agent.state.messages) || this.running || !this.isNearlyFull()) return;
    if (!(await this.relieve("threshold"))) await this.tryRun("threshold");
  }

  /** Is the model told to go on once its conversation was shortened? */
  get continues(): boolean {
    return this.parts.settings(this.model).autoContinue ?? false;
  }

  /** The document to begin another session with, if one was written; once. */
  takeHandoff(): string | undefined {
    const document = this.handoff;
    this.handoff = undefined;
    return document;
  }

  /** Makes room while nobody waits for an answer, where much of the window is used. Nothing follows it. */
  async whileIdle(): Promise<void> {
    const { agent, log, settings, onAloneEnd } = this.parts;
    const used = contextUsage(agent.state.messages, this.model)?.percent ?? 0;
    const isWanted = this.isAutomatic && used > (settings(this.model).idleThresholdPercent ?? 100);
    if (!isWanted || this.running || log.getReadOnlyReason()) return;
    await this.tryRun("idle");
    onAloneEnd();
  }

  /** Somebody is there: what began because nobody was ends. */
  abortIdle(): void {
    if (this.reason === "idle") this.abort();
  }

  /** Does this failure call for a shorter conversation? Asked once per answer. */
  overflow(message: AssistantMessage | undefined): OverflowDecision {
    if (!message || !this.isAutomatic) return "ignore";
    const isOverflow = isContextOverflow(message, this.model.contextWindow);
    const lastCompactedAt = isOverflow ? this.lastCompactedAt() : undefined;
    return this.guard.decide({ message, isOverflow, model: this.model, lastCompactedAt });
  }

  /** Makes room so that the request can be made again. Resolves to false if that failed. */
  async recover(): Promise<boolean> {
    return (await this.relieve("overflow")) || (await this.tryRun("overflow")) !== undefined;
  }

  /** The request did not fit once more: another summary would not help. */
  async giveUp(): Promise<void> {
    const end = { reason: "overflow", result: undefined, aborted: false, willRetry: false } as const;
    await this.parts.emit({ type: "compaction_end", ...end, errorMessage: OVERFLOW_GIVE_UP_MESSAGE });
  }

  /** The user has said something new. */
  reset(): void {
    this.guard.reset();
  }

  abort(): void {
    this.running?.abort();
  }

  private get model(): Model {
    return this.parts.limits();
  }

  /** Such a failure has been dealt with, as far as it could be. */
  private hasOverflown(message: AssistantMessage): boolean {
    return message.stopReason === "error" && isContextOverflow(message, this.model.contextWindow);
  }

  private isNearlyFull(): boolean {
    const { messages } = this.parts.agent.state;
    // A guess for the whole conversation is trusted only where the model answered it.
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

  /** Goes on without a summary, if there is a way. Where that is refused, a summary is tried, and its events tell. */
  private async relieve(reason: "threshold" | "overflow"): Promise<boolean> {
    try {
      const { continueWithoutSummary } = await import("./shorten-conversation.ts");
      return await continueWithoutSummary(this.parts, reason);
    } catch (error) {
      if (isExpected(error)) return false;
      throw error;
    }
  }

  /** A failure of what happens by itself is told by the events alone. A fault of the program is thrown all the same. */
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
  /** May a document for another session be written instead? */
  readonly mayHandOff?: boolean;
}

function isFailed(message: AgentMessage | undefined): boolean {
  return message?.role === "assistant" && (message.stopReason === "error" || message.stopReason === "aborted");
}

/** The results of tools come last where a run was stopped before the model saw them. */
function wasStopped(messages: readonly AgentMessage[]): boolean {
  const last = messages.at(-1);
  return last?.role === "toolResult" || (last?.role === "assistant" && last.stopReason === "aborted");
}

/** What is thrown on purpose carries a code, as do the errors of the system. All else is a fault of the program. */
function isExpected(error: unknown): boolean {
  return error instanceof Error && "code" in error && !String(error.code).startsWith("ERR_");
}

function alreadyRunning(): AgentSessionError {
  return new AgentSessionError(
    "busy",
    "The conversation is being compacted already. Wait until that ends, or stop it.",
  );
}
