import { randomBytes } from "node:crypto";
import { errorText } from "../../../error-text.ts";
import type {
  BackgroundJob,
  BackgroundRecord,
  BackgroundRequest,
  BackgroundState,
  BackgroundStatus,
  BackgroundWait,
  BackgroundWork,
  CustomMessageDraft,
  SendMessageOptions,
} from "../../contract/index.ts";
import { deliveryText } from "./background-delivery.ts";

/** The type of log entries that record the start and the end of work. */
const BACKGROUND_ENTRY = "tau.background";
const REMEMBERED = 100;

type BackgroundEntry =
  | { event: "start"; id: string; kind: string; label: string; data?: unknown }
  | { event: "end"; id: string; status: BackgroundStatus };

export interface BackgroundParts {
  append(customType: string, data: unknown): void;
  /** Returns the data of the entries of that type on the current branch, oldest first. */
  entries(customType: string): readonly unknown[];
  send(message: CustomMessageDraft, options: SendMessageOptions): Promise<void> | void;
  /** Stores a text that is too long to deliver and returns its location. */
  keep(text: string): string | undefined;
  now(): number;
  report(error: unknown): void;
}

/**
 * Work that continues after the tool call that started it. Its outcome is delivered to
 * the model as a follow-up, or to the code that waits for it.
 */
export class SessionBackground implements BackgroundWork {
  private readonly parts: BackgroundParts;
  private readonly jobs = new Map<string, Job>();
  private readonly listeners = new Set<(state: BackgroundState) => void>();
  /** Work that has ended but has not been delivered to the model yet. */
  private undelivered: Job[] = [];
  private delivering: Promise<void> | undefined;
  private over = Promise.withResolvers<void>();

  constructor(parts: BackgroundParts) {
    this.parts = parts;
  }

  start(request: BackgroundRequest): BackgroundJob {
    const { label, kind = "work", data, id = this.freeId(), startedAt = this.parts.now() } = request;
    if (this.jobs.get(id)?.isRunning) throw new TypeError(`${id} runs already.`);
    this.note({ event: "start", id, kind, label, ...(data === undefined ? {} : { data }) });
    const job = new Job({ id, kind, label, startedAt }, request, () => this.tell(job));
    this.jobs.set(id, job);
    this.tell(job);
    job.finished = job.run(() => this.parts.now()).then(() => this.ended(job));
    return job;
  }

  list(): BackgroundState[] {
    return [...this.jobs.values()].map(({ state }) => state);
  }

  get(id: string): BackgroundJob | undefined {
    return this.jobs.get(id);
  }

  async wait(ids?: readonly string[], { signal, timeoutMs }: BackgroundWait = {}): Promise<BackgroundState[]> {
    const all = [...this.jobs.values()];
    const watched = all.filter((job) => (ids ? ids.includes(job.id) : job.isRunning));
    for (const job of watched) job.watchers += 1;
    try {
      if (watched.length > 0 && watched.every((job) => job.isRunning)) await firstOf(watched, signal, timeoutMs);
    } finally {
      for (const job of watched) job.watchers -= 1;
      this.deliverSoon();
    }
    for (const job of watched) if (!job.isRunning) job.isTold = true;
    return watched.map(({ state }) => state);
  }

  records(): BackgroundRecord[] {
    const records = new Map<string, BackgroundRecord>();
    for (const entry of this.parts.entries(BACKGROUND_ENTRY) as readonly BackgroundEntry[]) {
      const known = records.get(entry.id);
      if (entry.event === "end" && known) records.set(entry.id, { ...known, status: entry.status });
      else if (entry.event === "start") {
        const { event: _, ...facts } = entry;
        records.set(entry.id, { ...facts, status: this.jobs.has(entry.id) ? "running" : "interrupted" });
      }
    }
    return [...records.values()];
  }

  subscribe(listener: (state: BackgroundState) => void): () => void {
    const added = (state: BackgroundState) => listener(state);
    this.listeners.add(added);
    return () => this.listeners.delete(added);
  }

  /** Resolves when all outcomes have been delivered. Absent if there are none to deliver. */
  get outstanding(): Promise<void> | undefined {
    const running = [...this.jobs.values()].filter((job) => job.isRunning && job.isDelivered);
    if (running.length === 0) return this.delivering;
    return Promise.race([this.over.promise, ...running.map(({ finished }) => finished)]).then(() => this.outstanding);
  }

  /** A list of the running work for the model, which may have forgotten it. */
  get reminder(): string | undefined {
    const running = this.list().filter(({ status }) => status === "running");
    if (running.length === 0) return undefined;
    return ["Background work that still runs:", ...running.map(({ id, label }) => `- ${id}: ${label}`)].join("\n");
  }

  /** Cancels all work, because the session ends or the user asked for it. Returns the work that was running. */
  end(): BackgroundState[] {
    // Work that was cancelled may not have ended yet.
    const running = [...this.jobs.values()].filter(({ isNoted }) => !isNoted);
    for (const job of running) {
      job.isTold = true;
      job.cancel();
      this.noteEnd(job);
    }
    this.undelivered = [];
    this.over.resolve();
    this.over = Promise.withResolvers();
    return running.map(({ state }) => state);
  }

  private ended(job: Job): void {
    // If the end of the session has already recorded it, the log may be closed.
    if (!job.isNoted) this.noteEnd(job);
    this.tell(job);
    this.forgetOldest();
    if (job.isDelivered && job.state.status !== "cancelled") this.undelivered.push(job);
    this.deliverSoon();
  }

  /** Delivers soon, so that work which ends at the same moment is delivered together. */
  private deliverSoon(): void {
    if (this.undelivered.every(({ watchers }) => watchers > 0)) return;
    this.delivering ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => this.deliver());
  }

  private async deliver(): Promise<void> {
    const ready = this.undelivered.filter(({ watchers }) => watchers === 0);
    this.undelivered = this.undelivered.filter(({ watchers }) => watchers > 0);
    this.delivering = undefined;
    const jobs = ready.filter(({ isTold }) => !isTold);
    if (jobs.length === 0) return;
    for (const job of jobs) job.isTold = true;
    const outcomes = jobs.map(({ state, output = "" }) => ({ ...state, output }));
    const content = deliveryText(outcomes, (text) => this.parts.keep(text));
    const message = {
      customType: "background",
      content,
      display: true,
      details: { jobs: jobs.map(({ state }) => state) },
    };
    try {
      // Do not wait for the run that the message may start.
      const sent = Promise.resolve(this.parts.send(message, { deliverAs: "followUp", triggerTurn: true }));
      sent.catch((error: unknown) => this.parts.report(error));
    } catch (error) {
      this.parts.report(error);
    }
  }

  private forgetOldest(): void {
    const ended = [...this.jobs.values()].filter(({ isRunning }) => !isRunning);
    for (const job of ended.slice(0, Math.max(0, ended.length - REMEMBERED))) this.jobs.delete(job.id);
  }

  private note(entry: BackgroundEntry): void {
    this.parts.append(BACKGROUND_ENTRY, entry);
  }

  private noteEnd(job: Job): void {
    job.isNoted = true;
    this.note({ event: "end", id: job.id, status: job.state.status });
  }

  private tell({ state }: Job): void {
    for (const listener of this.listeners) listener(state);
  }

  private freeId(): string {
    let id = "";
    do id = `job-${randomBytes(3).toString("hex")}`;
    while (this.jobs.has(id));
    return id;
  }
}

class Job implements BackgroundJob {
  readonly id: string;
  readonly done: Promise<BackgroundState>;
  state: BackgroundState;
  output: string | undefined;
  /** Resolves when the session has processed the end of the work. */
  finished: Promise<void> = Promise.resolve();
  /** The number of callers that wait for this work. While there are any, the outcome is not delivered. */
  watchers = 0;
  /** True if the model knows the outcome or must not receive it. */
  isTold = false;
  /** True if the end is recorded in the log. */
  isNoted = false;
  private readonly request: BackgroundRequest;
  private readonly controller = new AbortController();
  private readonly settled = Promise.withResolvers<BackgroundState>();
  private readonly onChange: () => void;

  constructor(facts: Omit<BackgroundState, "status">, request: BackgroundRequest, onChange: () => void) {
    this.id = facts.id;
    this.state = { ...facts, status: "running" };
    this.done = this.settled.promise;
    this.request = request;
    this.onChange = onChange;
  }

  get isRunning(): boolean {
    return this.state.status === "running";
  }

  get isDelivered(): boolean {
    return this.request.deliver !== false && !this.isTold;
  }

  /** Never rejects. */
  async run(now: () => number): Promise<void> {
    const { id } = this;
    const { signal } = this.controller;
    const progress = (text: string) => {
      if (!this.isRunning) return;
      this.state = { ...this.state, progress: text };
      this.onChange();
    };
    let status: BackgroundStatus = "completed";
    try {
      this.output = await this.request.run({ id, signal, progress });
    } catch (error) {
      this.output = errorText(error);
      status = "failed";
    }
    // Cancelled work stays cancelled, whatever its outcome.
    this.state = { ...this.state, status: this.isRunning ? status : this.state.status, endedAt: now() };
    this.settled.resolve(this.state);
  }

  cancel(): void {
    if (!this.isRunning) return;
    this.state = { ...this.state, status: "cancelled" };
    this.controller.abort();
  }
}

async function firstOf(jobs: readonly Job[], signal: AbortSignal | undefined, timeoutMs: number | undefined) {
  const over = Promise.withResolvers<void>();
  const timer = timeoutMs === undefined ? undefined : setTimeout(over.resolve, timeoutMs);
  signal?.addEventListener("abort", () => over.resolve(), { once: true });
  if (signal?.aborted) over.resolve();
  await Promise.race([over.promise, ...jobs.map(({ done }) => done)]);
  clearTimeout(timer);
}
