import {
  type Agent,
  type CompactionResult,
  type CompactionSettings,
  fitToWindow,
  getLatestCompactionEntry,
  OVERFLOW_GIVE_UP_MESSAGE,
  type OverflowDecision,
  OverflowGuard,
  type SessionManager,
  type SummaryRequest,
  shouldCompact,
} from "@tau/agent";
import { type AssistantMessage, isContextOverflow, type Model, type RetryPolicy } from "@tau/ai";
import type { CompactionPolicy } from "./compaction-policy.ts";
import { AgentSessionError } from "./session-error.ts";
import type { AgentSessionEvent, CompactionReason } from "./session-event.ts";
import type { SessionHooks } from "./session-hooks.ts";
import { contextUsage } from "./session-stats.ts";
import { summaryRetryEvents } from "./summary-retry-events.ts";

export interface CompactorParts {
  readonly agent: Agent;
  readonly log: SessionManager;
  readonly emit: (event: AgentSessionEvent) => void | Promise<void>;
  /** The model whose window must hold the conversation. */
  readonly limits: () => Model;
  readonly settings: (model: Model) => CompactionPolicy;
  readonly retry: () => RetryPolicy;
  readonly hooks: Pick<SessionHooks, "beforeCompact" | "onCompacted">;
  /** Models that may take over when the window is full. */
  readonly promotions: () => Promise<readonly Model[]>;
  /** Models that may write a summary where the session's own cannot. */
  readonly summaryModels: () => Promise<readonly Model[]>;
  readonly promote: (model: Model) => Promise<void>;
  /** A run and a compaction both write to the conversation: one that was asked for stops the run. */
  readonly stopRun: () => Promise<void>;
  /** One that no run waited for is over, however it ended: what came meanwhile can be delivered. */
  readonly onAloneEnd: () => void;
  /** Is there anyone who can go on in another session? */
  readonly canHandOver: () => boolean;
}

/** What came of a window that was nearly full. `elsewhere`: it is left for another session. */
export type RoomMade = "not-needed" | "tried" | "summarized" | "elsewhere";

/** Shortens the conversation by a summary: when asked, when the window runs full, and when a request did not fit. */
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
    if (!message || message.stopReason === "error" || message.stopReason === "aborted") return "not-needed";
    if (!this.isNearlyFull()) return "not-needed";
    if (await this.relieve("threshold")) return "tried";
    const result = await this.tryRun("threshold");
    if (this.handoff !== undefined) return "elsewhere";
    return result ? "summarized" : "tried";
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

  private isNearlyFull(): boolean {
    const usage = contextUsage(this.parts.agent.state.messages, this.model);
    if (!this.isAutomatic || usage?.tokens == null) return false;
    return shouldCompact(usage.tokens, this.model.contextWindow, { ...this.settings(), enabled: true });
  }

  private lastCompactedAt(): number | undefined {
    const latest = getLatestCompactionEntry(this.parts.log.getActiveBranch());
    return latest ? Date.parse(latest.timestamp) : undefined;
  }

  /** Goes on without a summary, if there is a way. Where that fails, a summary is tried, and its events tell. */
  private async relieve(reason: "threshold" | "overflow"): Promise<boolean> {
    try {
      return await this.goOnWithout(reason);
    } catch (error) {
      if (error instanceof Error) return false;
      throw error;
    }
  }

  private async goOnWithout(reason: "threshold" | "overflow"): Promise<boolean> {
    const { agent, log, promotions, promote } = this.parts;
    const settings = this.parts.settings(this.model);
    const { DEFAULT_PRUNE_SETTINGS, findRelief, pruneOutputs } = await import("@tau/agent");
    const prune = settings.prune ? DEFAULT_PRUNE_SETTINGS : undefined;
    const request = { reason, session: log, model: this.model, settings, prune, promotions: await promotions() };
    const relief = findRelief(request);
    if (relief?.kind === "promote") await promote(relief.model);
    if (relief?.kind === "prune") {
      pruneOutputs(log, relief.outputs);
      agent.state.messages = log.buildSessionContext().messages;
    }
    return relief !== undefined;
  }

  /** What happens by itself must not throw: the events tell. */
  private async tryRun(reason: CompactionReason): Promise<CompactionResult | undefined> {
    try {
      return await this.run(reason, {});
    } catch (error) {
      if (error instanceof Error) return undefined;
      throw error;
    }
  }

  private async run(
    reason: CompactionReason,
    { customInstructions }: { customInstructions?: string | undefined },
  ): Promise<CompactionResult | undefined> {
    if (this.running) throw alreadyRunning();
    const { agent, log, emit, hooks } = this.parts;
    const controller = new AbortController();
    this.running = controller;
    this.reason = reason;
    const willRetry = reason === "overflow";
    await emit({ type: "compaction_start", reason });
    try {
      if (reason === "threshold") this.handoff = await this.writeHandoff(controller.signal);
      if (this.handoff !== undefined) {
        const end = { reason, result: undefined, aborted: false, willRetry: false, handedOver: true } as const;
        await emit({ type: "compaction_end", ...end });
        return undefined;
      }
      const { compactSession } = await import("@tau/agent");
      const outcome = await compactSession({
        session: log,
        settings: this.settings(),
        candidates: await this.candidates(reason),
        customInstructions,
        signal: controller.signal,
        beforeCompact: async (preparation, branchEntries) =>
          hooks.beforeCompact?.({ reason, preparation, branchEntries, customInstructions, signal: controller.signal }),
      });
      if (reason === "manual" && outcome.status === "nothing-to-compact")
        throw new AgentSessionError("nothing-to-do", "There is nothing to compact yet.");
      const result = outcome.status === "compacted" ? outcome.result : undefined;
      agent.state.messages = log.buildSessionContext().messages;
      await emit({ type: "compaction_end", reason, result, aborted: outcome.status === "cancelled", willRetry });
      if (outcome.status === "compacted")
        await hooks.onCompacted?.(outcome.entryId, { reason, fromExtension: outcome.fromExtension });
      return result;
    } catch (error) {
      const errorMessage = error instanceof Error ? error.message : String(error);
      const { aborted } = controller.signal;
      await emit({ type: "compaction_end", reason, result: undefined, aborted, willRetry: false, errorMessage });
      throw error;
    } finally {
      this.running = undefined;
      this.reason = undefined;
    }
  }

  /** Nothing where none is wanted, or the model could not write one: then a summary helps. Throws where it was stopped. */
  private async writeHandoff(signal: AbortSignal): Promise<string | undefined> {
    const { agent, settings, canHandOver } = this.parts;
    if (settings(this.model).strategy !== "handoff" || !canHandOver()) return undefined;
    const { CompactionError, convertToLlm, generateHandoff } = await import("@tau/agent");
    const { systemPrompt, messages, tools } = agent.state;
    const context = { systemPrompt, messages: convertToLlm(messages), tools };
    try {
      return await generateHandoff({ ...this.summaryRequest("threshold"), context, signal });
    } catch (error) {
      if (error instanceof CompactionError && error.code !== "aborted") return undefined;
      throw error;
    }
  }

  /** Who is asked for a summary: the user's server, the session's model, then the others. */
  private async candidates(reason: CompactionReason): Promise<SummaryRequest[]> {
    const { createRemoteSummaryStreamFn, withOtherModels } = await import("@tau/agent");
    const own = this.summaryRequest(reason);
    const { remoteEndpoint } = this.parts.settings(this.model);
    const streamFn = remoteEndpoint ? createRemoteSummaryStreamFn(remoteEndpoint) : undefined;
    const remote = streamFn ? [{ ...own, streamFn, retry: undefined }] : [];
    return [...remote, ...withOtherModels(own, await this.parts.summaryModels())];
  }

  private settings(): CompactionSettings {
    return fitToWindow(this.parts.settings(this.model), this.model.contextWindow);
  }

  private summaryRequest(reason: CompactionReason) {
    const { agent, retry, log, emit } = this.parts;
    return {
      model: agent.state.model,
      streamFn: agent.streamFunction,
      thinkingLevel: agent.state.thinkingLevel,
      retry: retry(),
      callbacks: summaryRetryEvents(emit, { source: "compaction", reason }),
      sessionId: log.getSessionId(),
    };
  }
}

function alreadyRunning(): AgentSessionError {
  return new AgentSessionError(
    "busy",
    "The conversation is being compacted already. Wait until that ends, or stop it.",
  );
}
