import { type Agent, type AgentMessage, type CustomMessage, findInterruptedCalls, type SessionLog } from "@tau/agent";
import type { ImageContent, Model } from "@tau/ai";
import type { SessionRuns } from "../run/session-runs.ts";
import { AgentSessionError } from "../session-error.ts";
import type { InputSource, RunStart, SessionHooks, SessionInput } from "../session-hooks.ts";
import type { SessionParts } from "../session-parts.ts";
import type { PromptQueue } from "./prompt-queue.ts";
import { userMessage } from "./user-message.ts";

/** The outcome of a text: handled by an extension, queued, or the start of a run. */
export type PromptDisposition = "handled" | "queued" | "started";

/** The outcome of a text that was sent to the queue. */
export type QueuedInputDisposition = Exclude<PromptDisposition, "started">;

export interface QueueOptions {
  readonly source?: InputSource;
}

export interface PromptOptions {
  readonly images?: readonly ImageContent[];
  /** How to deliver the text while a run is active. */
  readonly streamingBehavior?: "steer" | "followUp";
  readonly source?: InputSource;
  /** Whether to expand `/skill:…` and templates. Default: true. */
  readonly expandPromptTemplates?: boolean;
  /** Called once the outcome of the text is known, before the run. */
  readonly preflightResult?: (disposition: PromptDisposition) => void;
}

export interface PromptIntakeParts extends Pick<SessionParts, "expand" | "checkModel" | "fitImages" | "prepareTools"> {
  readonly agent: Agent;
  readonly log: SessionLog;
  readonly hooks: Pick<SessionHooks, "onInput" | "beforeRun">;
  readonly model: () => Model;
  readonly queue: PromptQueue;
  readonly runs: SessionRuns;
  /** Whether the session has ended. If it ends while a prompt is being prepared, the run must not start. */
  readonly isClosed: () => boolean;
  /** Whether a compaction is in progress. A run must not start during a compaction. */
  readonly isCompacting: () => boolean;
  /** Called before a prompt of the user starts a run. */
  readonly beforePrompt: () => void;
  /** Compacts the conversation if a run that was stopped left it too long. */
  readonly makeRoom: () => Promise<void>;
  /** Adds the messages that waited for the end of a turn to the conversation. */
  readonly takeWaiting: () => void;
  /** Resolves once the journals are open, so that everything shown of a run survives a crash. Absent if there is nothing to wait for. */
  readonly journalsReady: () => Promise<void> | undefined;
  /** Updates the tools and the system prompt for the next run. */
  readonly refreshTools: () => void;
}

/** Turns a text into a run or a queued message, unless an extension handles it. */
export class PromptIntake {
  private readonly parts: PromptIntakeParts;

  constructor(parts: PromptIntakeParts) {
    this.parts = parts;
  }

  /** Runs a prompt to its end, including automatic retries and continuations. */
  async prompt(text: string, options: PromptOptions = {}): Promise<void> {
    const { expand, beforePrompt } = this.parts;
    const { images = [], source = "interactive", preflightResult, expandPromptTemplates = true } = options;
    const streamingBehavior = this.behaviorNow(options);
    const accepted = await this.accept({ text, images: [...images], source, streamingBehavior, expandPromptTemplates });
    if (!accepted) return preflightResult?.("handled");
    const input = expandPromptTemplates ? { ...accepted, text: await expand(accepted.text) } : accepted;
    if (!this.canRun) {
      this.enqueue(input, this.behaviorNow(options));
      return preflightResult?.("queued");
    }
    beforePrompt();
    await this.run(input, userMessage(input.text, input.images, this.parts.log.now()), () =>
      preflightResult?.("started"),
    );
  }

  /** Runs a message that an extension sent, not the user. */
  async runMessage(message: CustomMessage): Promise<void> {
    const { agent, runs, isCompacting } = this.parts;
    if (isCompacting()) return agent.followUp(message);
    if (!runs.isIdle) return agent.steer(message);
    await this.run(message, message);
  }

  async queue(
    behavior: "steer" | "followUp",
    text: string,
    images: readonly ImageContent[],
    { source = "interactive" }: QueueOptions,
  ): Promise<QueuedInputDisposition> {
    const input = { text, images: [...images], source, streamingBehavior: behavior, refusesCommands: true };
    const accepted = await this.accept(input);
    if (!accepted) return "handled";
    this.enqueue({ ...accepted, text: await this.parts.expand(accepted.text) }, behavior);
    return "queued";
  }

  private get canRun(): boolean {
    return this.parts.runs.isIdle && !this.parts.isCompacting();
  }

  /** Returns how a text is queued if it cannot start a run now. During a compaction there is no run to interrupt, so the default is a follow-up. */
  private behaviorNow({ streamingBehavior }: PromptOptions): PromptOptions["streamingBehavior"] {
    if (this.canRun) return undefined;
    return streamingBehavior ?? (this.parts.runs.isIdle ? "followUp" : undefined);
  }

  private async accept(input: SessionInput): Promise<SessionInput | undefined> {
    const { hooks, fitImages } = this.parts;
    const accepted = hooks.onInput ? await hooks.onInput(input) : input;
    if (!accepted || !fitImages || accepted.images.length === 0) return accepted;
    return { ...accepted, images: await fitImages(accepted.images) };
  }

  private enqueue({ text, images }: SessionInput, behavior: PromptOptions["streamingBehavior"]): void {
    if (behavior === undefined)
      throw new AgentSessionError(
        "busy",
        'A run is in progress. Pass streamingBehavior "steer" or "followUp", or wait until it ends.',
      );
    this.parts.queue.add(behavior === "steer" ? "steering" : "followUp", text, images);
  }

  private async run(start: RunStart, message: AgentMessage, onAccepted?: () => void): Promise<void> {
    const { agent, runs, isClosed } = this.parts;
    let messages: AgentMessage[] = [];
    await runs.run(
      () => agent.prompt(messages),
      async (signal) => {
        messages = await this.prepareRun(start, message, signal);
        if (isClosed()) throw sessionEnded();
        onAccepted?.();
      },
    );
  }

  private async prepareRun(start: RunStart, message: AgentMessage, signal: AbortSignal): Promise<AgentMessage[]> {
    const { agent, log, hooks, takeWaiting, refreshTools } = this.parts;
    await this.parts.journalsReady();
    this.parts.checkModel(this.parts.model());
    await finishInterrupted(agent, log, signal);
    await this.parts.makeRoom();
    takeWaiting();
    await this.parts.prepareTools?.();
    refreshTools();
    const prepared = await hooks.beforeRun?.(start, agent.state.systemPrompt);
    if (prepared) agent.state.systemPrompt = prepared.systemPrompt;
    return [message, ...(prepared?.messages ?? [])];
  }
}

export function sessionEnded(): AgentSessionError {
  return new AgentSessionError("closed", "This session has ended. Send the message in the current one.");
}

/** After a crash, adds a result for each interrupted call before the conversation continues. Does nothing otherwise. */
async function finishInterrupted(agent: Agent, log: SessionLog, signal: AbortSignal): Promise<void> {
  if (findInterruptedCalls(log.getActiveBranch()).length === 0) return;
  const { finishInterruptedCalls } = await import("../recover/finish-interrupted-calls.ts");
  await finishInterruptedCalls(agent, log, signal);
}
