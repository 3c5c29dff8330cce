import type { AssistantMessage, Context, Model, SimpleStreamOptions, Usage } from "@tau/ai";

/** The request whose prompt the provider remembers, as it was sent. */
export interface WarmableRequest {
  readonly model: Model;
  readonly context: Context;
  readonly options: SimpleStreamOptions;
}

export type CacheWarmingAction = "warm" | "stop";

/** One decision, and what it was made of. Costs in dollars. */
export interface CacheWarmingDecision {
  /** Of asking again now: reading the prompt from the cache, and one token. */
  readonly warmCost: number;
  /** What the next request costs more if the provider has forgotten. */
  readonly missCost: number;
  /** How likely a request comes while the provider remembers. */
  readonly continuationProbability: number;
  readonly action: CacheWarmingAction;
}

export interface CacheWarmerParts {
  readonly mode: () => "off" | "streaming" | "idle";
  /** Asks again. */
  readonly send: (request: WarmableRequest) => Promise<AssistantMessage>;
  /** Has the last word. */
  readonly decide: (decision: CacheWarmingDecision) => Promise<CacheWarmingAction>;
  readonly onWarmed: (model: Model, usage: Usage) => void;
  readonly timers?: Timers;
}

/** So that tests need not wait. */
export interface Timers {
  set(run: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}

/** Savings below this are not worth a request. */
const LEAST_SAVING = 0.05;
/** A run that goes on asks again but for an abort; a user who reads may be gone, the more so the longer it takes. */
const WHILE_RUNNING = 0.95;
const WHILE_IDLE = 0.6;
const MOST_REFRESHES = { streaming: 12, idle: 4 } as const;
const LEAST_MARGIN_MS = 10_000;

/**
 * Keeps what a provider remembers of the last prompt alive, by asking again with room for one token before it would be forgotten: while a
 * tool takes long, and where the user wants it between runs too. Each new request begins anew.
 */
export class CacheWarmer {
  private readonly parts: CacheWarmerParts;
  private readonly timers: Timers;
  private timer: unknown;
  private current: { request: WarmableRequest; usage: Usage; refreshes: number } | undefined;
  private phase: "streaming" | "idle" = "streaming";

  constructor(parts: CacheWarmerParts) {
    this.parts = parts;
    this.timers = parts.timers ?? systemTimers;
  }

  /** A request was answered. */
  start(request: WarmableRequest, usage: Usage): void {
    this.cancel();
    this.phase = "streaming";
    this.current = { request, usage, refreshes: 0 };
    this.schedule();
  }

  /** The run is over. */
  settled(): void {
    this.phase = "idle";
    if (this.current) this.current.refreshes = 0;
    if (this.parts.mode() !== "idle") this.cancel();
  }

  cancel(): void {
    this.timers.clear(this.timer);
    this.current = undefined;
  }

  private schedule(): void {
    const delay = this.current && warmingDelay(this.current.request);
    if (delay === undefined || !this.isWanted()) this.cancel();
    else this.timer = this.timers.set(() => void this.refresh(), delay);
  }

  private isWanted(): boolean {
    const mode = this.parts.mode();
    return mode === "idle" || (mode === "streaming" && this.phase === "streaming");
  }

  private async refresh(): Promise<void> {
    const { current } = this;
    if (!current || !this.isWanted()) return this.cancel();
    const { request, usage, refreshes } = current;
    const action = await this.parts.decide(weigh(request.model, usage, this.phase, refreshes));
    if (this.current !== current) return;
    if (action === "stop") return this.cancel();
    const answer = await this.parts.send({ ...request, options: { ...request.options, maxTokens: 1 } });
    if (answer.stopReason === "error") return this.current === current ? this.cancel() : undefined;
    this.parts.onWarmed(request.model, answer.usage);
    if (this.current !== current) return;
    current.refreshes += 1;
    this.schedule();
  }
}

/** At nine tenths of the provider's memory, and ten seconds before its end at the latest. Nothing where there is none to keep. */
export function warmingDelay({ model, options }: WarmableRequest): number | undefined {
  const { cacheRetention = "short" } = options;
  const seconds = cacheRetention === "none" ? undefined : model.promptCache?.[cacheRetention];
  if (seconds === undefined || !isReplayable(model, options)) return undefined;
  const delay = Math.min(seconds * 900, seconds * 1000 - LEAST_MARGIN_MS);
  return delay > 0 ? delay : undefined;
}

/** Where a budget for thinking is cut to the room for an answer, a request with less room is another prompt to the cache. */
function isReplayable({ api, compat }: Model, { reasoning }: SimpleStreamOptions): boolean {
  const adapts = (compat as { forceAdaptiveThinking?: boolean } | undefined)?.forceAdaptiveThinking ?? false;
  return api !== "anthropic-messages" || reasoning === undefined || adapts;
}

function weigh({ cost }: Model, usage: Usage, phase: "streaming" | "idle", refreshes: number): CacheWarmingDecision {
  const tokens = usage.input + usage.cacheRead + usage.cacheWrite;
  const warmCost = (tokens * cost.cacheRead + cost.output) / 1e6;
  const missCost = (tokens * (Math.max(cost.input, cost.cacheWrite) - cost.cacheRead)) / 1e6;
  const continuationProbability = phase === "streaming" ? WHILE_RUNNING : WHILE_IDLE ** (refreshes + 1);
  const isWorthIt = continuationProbability * missCost - warmCost >= LEAST_SAVING && refreshes < MOST_REFRESHES[phase];
  return { warmCost, missCost, continuationProbability, action: isWorthIt ? "warm" : "stop" };
}

/** Waiting for it must not keep a program alive. */
const systemTimers: Timers = {
  set: (run, ms) => setTimeout(run, ms).unref(),
  clear: (timer) => clearTimeout(timer as NodeJS.Timeout | undefined),
};
