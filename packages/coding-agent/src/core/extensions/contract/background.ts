/** How far a piece of background work is. */
export type BackgroundStatus = "running" | "completed" | "failed" | "cancelled";

/** Background work as it is at one moment: plain data. */
export interface BackgroundState {
  readonly id: string;
  /** Such as `bash` or `task`. */
  readonly kind: string;
  readonly label: string;
  readonly status: BackgroundStatus;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt?: number;
  /** What it last told of itself. */
  readonly progress?: string;
}

export interface BackgroundRequest {
  label: string;
  kind?: string;
  /** Takes up work that an earlier run of the program has left, under its own id. */
  id?: string;
  /** Kept in the log with the id, so that work can be found again after a crash: a process id, the path of an output. */
  data?: unknown;
  /** What it resolves to is the outcome, a rejection a failure. */
  run(job: BackgroundTask): Promise<string>;
  /** Is the outcome delivered to the model as a follow-up? Default: yes. */
  deliver?: boolean;
}

/** What the work itself is given. */
export interface BackgroundTask {
  readonly id: string;
  /** Aborted when it is cancelled, and when the session ends. */
  readonly signal: AbortSignal;
  /** Replaces what was told before. */
  progress(text: string): void;
}

export interface BackgroundJob {
  readonly id: string;
  readonly state: BackgroundState;
  /** The outcome, or why it failed. Absent while it runs. */
  readonly output: string | undefined;
  /** Resolves when it has ended, however it did. */
  readonly done: Promise<BackgroundState>;
  cancel(): void;
}

export interface BackgroundWait {
  signal?: AbortSignal;
  timeoutMs?: number;
}

/** What the log says of earlier work. `interrupted`: the program ended while it ran. */
export interface BackgroundRecord {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly status: BackgroundStatus | "interrupted";
  readonly data?: unknown;
}

/** `pi.background`. */
export interface BackgroundWork {
  start(request: BackgroundRequest): BackgroundJob;
  /** All of this session that are remembered: those that run, and the last hundred that have ended. */
  list(): readonly BackgroundState[];
  get(id: string): BackgroundJob | undefined;
  /**
   * Resolves when one of them has ended, or the time is up: with all of them as they are then. What it reports as ended is not delivered
   * any more. Default: those that run.
   */
  wait(ids?: readonly string[], options?: BackgroundWait): Promise<readonly BackgroundState[]>;
  /** Work that this session started before, in whichever run of the program. */
  records(): readonly BackgroundRecord[];
  /** Told of each start, progress and end. */
  subscribe(listener: (state: BackgroundState) => void): () => void;
}
