import { randomBytes } from "node:crypto";
import { errorText } from "../../error-text.ts";
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
} from "../contract/index.ts";
import { deliveryText } from "./background-delivery.ts";

/** Entries of the log that say what was started and how it ended. */
const BACKGROUND_ENTRY = "tau.background";
const REMEMBERED = 100;

type BackgroundEntry =
  | { event: "start"; id: string; kind: string; label: string; data?: unknown }
  | { event: "end"; id: string; status: BackgroundStatus };

export interface BackgroundParts {
  append(customType: string, data: unknown): void;
  /** The data of the present branch's entries of that type, oldest first. */
  entries(customType: string): readonly unknown[];
  send(message: CustomMessageDraft, options: SendMessageOptions): Promise<void> | void;
  /** Keeps a text that is too long to deliver, and says where it is. */
  keep(text: string): string | undefined;
  now(): number;
  report(error: unknown): void;
}

/** Work that outlives the tool call that started it. How it ended reaches the model as a follow-up, or whoever waits for it. */
export class SessionBackground implements BackgroundWork {
  private readonly parts: BackgroundParts;
  private readonly jobs = new Map<string, Job>();
  private readonly listeners = new Set<(state: BackgroundState) => void>();
  /** Ended, and not yet told to the model. */
  private undelivered: Job[] = [];
  private delivering: Promise<void> | undefined;
  private over = Promise.withResolvers<void>();

  constructor(parts: BackgroundParts) {
    this.parts = parts;
  }

  start(request: BackgroundRequest): BackgroundJob {
    const { label, kind = "work", data, id = this.freeId() } = request;
    if (this.jobs.get(id)?.isRunning) throw new TypeError(`${id} runs already.`);
    this.note({ event: "start", id, kind, label, ...(data === undefined ? {} : { data }) });
    const job = new Job({ id, kind, label, startedAt: this.parts.now() }, request, () => this.tell(job));
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

  /** Resolves when all that is to be delivered has been. Absent where nothing is. */
  get outstanding(): Promise<void> | undefined {
    const running = [...this.jobs.values()].filter((job) => job.isRunning && job.isDelivered);
    if (running.length === 0) return this.delivering;
    return Promise.race([this.over.promise, ...running.map(({ finished }) => finished)]).then(() => this.outstanding);
  }

  /** Those that run, in words for the model, which may have forgotten them. */
  get reminder(): string | undefined {
    const running = this.list().filter(({ status }) => status === "running");
    if (running.length === 0) return undefined;
    return ["Background work that still runs:", ...running.map(({ id, label }) => `- ${id}: ${label}`)].join("\n");
  }

  /** The session ends, or the user wants no more of it. Returns what was running. */
  end(): BackgroundState[] {
    // One that was cancelled may not have ended yet.
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
    // If the end of the session has noted it already, the log may be closed.
    if (!job.isNoted) this.noteEnd(job);
    this.tell(job);
    this.forgetOldest();
    if (job.isDelivered && job.state.status !== "cancelled") this.undelivered.push(job);
    this.deliverSoon();
  }

  /** What ends in one moment is delivered together. */
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
      // A run that it starts is not waited for here.
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
  /** Resolves when the session knows of its end too. */
  finished: Promise<void> = Promise.resolve();
  /** How many wait for it: while one does, nothing is delivered. */
  watchers = 0;
  /** The model knows how it ended, or is not to. */
  isTold = false;
  /** The log has its end. */
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
    // Cancelled stays cancelled, whatever the work made of it.
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
