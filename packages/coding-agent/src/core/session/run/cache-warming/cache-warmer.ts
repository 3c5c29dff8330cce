import type { AssistantMessageEventStream, Model, Usage } from "@tau/ai";
import { decideWarming, type WarmingDecision } from "./warming-decision.ts";

/** What the warmer needs of its session. */
export interface WarmingPort {
  readonly mode: () => "off" | "streaming" | "idle";
  readonly isRunning: () => boolean;
  /** Others may decide otherwise. */
  readonly decide?: ((decision: WarmingDecision) => Promise<WarmingDecision["action"] | undefined>) | undefined;
  readonly record: (model: Model, usage: Usage) => void;
}

/** A request that was answered, and how to send it once more. */
export interface WarmableRequest {
  readonly model: Model;
  /** How many seconds the vendor keeps the prompt. */
  readonly lifetime: number;
  readonly repeat: (signal: AbortSignal) => Promise<AssistantMessageEventStream>;
}

interface CachedPrompt {
  readonly request: WarmableRequest;
  readonly usage: Usage;
  readonly expiresAt: number;
}

/** So long before its end a cached prompt is read again, at most a fifth of its life. */
const MARGIN_MS = 30_000;

/**
 * Keeps the prompt of the last request in the vendor's cache while a long tool runs, or between runs too: it sends the request once
 * more and leaves when the answer begins. What that costs is recorded; nothing of it reaches the conversation.
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

  /** A request begins: what comes of it takes the place of what was kept. */
  begin(): void {
    this.stop();
    this.controller = new AbortController();
  }

  /** A request was answered: from now on its prompt is cached. */
  answered(request: WarmableRequest, usage: Usage): void {
    this.refreshes = 0;
    this.keep(request, usage);
  }

  /** When the next refresh is due, and what would be decided now. */
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
    // A program that is done does not stay for this.
    this.timer.unref();
  }

  private async refresh(): Promise<void> {
    const { prompt, controller } = this;
    const mode = this.port.mode();
    if (!prompt || mode === "off" || (mode === "streaming" && !this.port.isRunning())) return this.stop();
    const decision = this.decision(prompt.request.model, prompt.usage);
    const action = (await this.port.decide?.(decision)) ?? decision.action;
    if (this.prompt !== prompt) return;
    // A machine that slept, or a slow answer, has let the cache go: warming would pay for filling it again.
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

/** The cache is read before the first word: no more than that is waited for. `undefined` where the request failed. */
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
