import type { AssistantMessageEventStream, Model, Usage } from "@tau/ai";
import { decideWarming, type WarmingDecision } from "./warming-decision.ts";

/** The parts of a session that the warmer uses. */
export interface WarmingPort {
  readonly mode: () => "off" | "streaming" | "idle";
  readonly isRunning: () => boolean;
  /** Lets hooks override the decision. */
  readonly decide?: ((decision: WarmingDecision) => Promise<WarmingDecision["action"] | undefined>) | undefined;
  readonly record: (model: Model, usage: Usage) => void;
}

/** A request that was answered, and a function to repeat it. */
export interface WarmableRequest {
  readonly model: Model;
  /** How many seconds the provider keeps the prompt cached. */
  readonly lifetime: number;
  readonly repeat: (signal: AbortSignal) => Promise<AssistantMessageEventStream>;
}

interface CachedPrompt {
  readonly request: WarmableRequest;
  readonly usage: Usage;
  readonly expiresAt: number;
}

/** How long before it expires a cached prompt is refreshed; at most a fifth of its lifetime. */
const MARGIN_MS = 30_000;

/**
 * Keeps the prompt of the last request in the provider's cache while a long tool runs, and optionally between runs: repeats the request and
 * stops when the answer starts. The cost is recorded; nothing reaches the conversation.
 */
export class CacheWarmer {
  private readonly port: WarmingPort;
  private prompt: CachedPrompt | undefined;
  private refreshes = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private controller = new AbortController();

  constructor(port: WarmingPort) {
    this.port = port;
  }

  /** Called when a request starts: forgets the previous prompt, which the new one replaces. */
  begin(): void {
    this.stop();
    this.controller = new AbortController();
  }

  /** Called when a request was answered: its prompt is cached from now on. */
  answered(request: WarmableRequest, usage: Usage): void {
    this.refreshes = 0;
    this.keep(request, usage);
  }

  /** Returns when the next refresh is due, and what the decision would be now. */
  next(): (WarmingDecision & { readonly dueAt: number }) | undefined {
    if (!this.prompt) return undefined;
    const { request, usage, expiresAt } = this.prompt;
    return { ...this.decision(request.model, usage), dueAt: expiresAt - margin(request) };
  }

  stop(): void {
    clearTimeout(this.timer);
    this.prompt = undefined;
    this.controller.abort();
  }

  private keep(request: WarmableRequest, usage: Usage): void {
    const lifetimeMs = request.lifetime * 1000;
    this.prompt = { request, usage, expiresAt: Date.now() + lifetimeMs };
    this.timer = setTimeout(() => void this.refresh(), lifetimeMs - margin(request));
    // Do not keep a finished program running for this.
    this.timer.unref();
  }

  private async refresh(): Promise<void> {
    const { prompt, controller } = this;
    const mode = this.port.mode();
    if (!prompt || mode === "off" || (mode === "streaming" && !this.port.isRunning())) return this.stop();
    const decision = this.decision(prompt.request.model, prompt.usage);
    const action = (await this.port.decide?.(decision)) ?? decision.action;
    if (this.prompt !== prompt) return;
    // If the machine slept or an answer was slow, the cache has expired: warming would pay to fill it again.
    if (action === "stop" || Date.now() >= prompt.expiresAt) return this.stop();
    const usage = await readOnce(prompt.request, controller.signal);
    if (this.prompt !== prompt) return;
    if (!usage) return this.stop();
    this.refreshes += 1;
    this.port.record(prompt.request.model, usage);
    this.keep(prompt.request, prompt.usage);
  }

  private decision(model: Model, usage: Usage): WarmingDecision {
    return decideWarming(model, usage, { isRunning: this.port.isRunning(), refreshes: this.refreshes });
  }
}

function margin({ lifetime }: WarmableRequest): number {
  return Math.min(MARGIN_MS, lifetime * 200);
}

/** Repeats a request until the first content, because the cache is read before that. Resolves to `undefined` if the request failed. */
async function readOnce({ repeat }: WarmableRequest, signal: AbortSignal): Promise<Usage | undefined> {
  const enough = new AbortController();
  const stream = await repeat(AbortSignal.any([signal, enough.signal]));
  for await (const event of stream) {
    if (event.type === "start" || event.type === "error") continue;
    enough.abort();
    break;
  }
  const { stopReason, usage } = await stream.result();
  return signal.aborted || stopReason === "error" ? undefined : usage;
}
