/** The status of a piece of background work. */
export type BackgroundStatus = "running" | "completed" | "failed" | "cancelled";

/** A snapshot of a piece of background work, as plain data. */
export interface BackgroundState {
  readonly id: string;
  /** For example `bash` or `task`. */
  readonly kind: string;
  readonly label: string;
  readonly status: BackgroundStatus;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt?: number;
  /** The last progress text. */
  readonly progress?: string;
}

export interface BackgroundRequest {
  label: string;
  kind?: string;
  /** Resumes work that an earlier process of Tau left behind, under the same id. */
  id?: string;
  /** When it began, if that was in an earlier process. Default: now. */
  startedAt?: number;
  /** Stored in the log with the id, so that the work can be found again after a crash: for example a process id or the path of an output. */
  data?: unknown;
  /** Does the work. The promise resolves to the outcome; a rejection is a failure. */
  run(job: BackgroundTask): Promise<string>;
  /** Whether the outcome is delivered to the model as a follow-up. Default: true. */
  deliver?: boolean;
}

/** Passed to the function that does the work. */
export interface BackgroundTask {
  readonly id: string;
  /** Aborted when the work is cancelled and when the session ends. */
  readonly signal: AbortSignal;
  /** Replaces the previous progress text. */
  progress(text: string): void;
}

export interface BackgroundJob {
  readonly id: string;
  readonly state: BackgroundState;
  /** The outcome, or the error if the work failed. Absent while it runs. */
  readonly output: string | undefined;
  /** Resolves when the work has ended, whether it succeeded, failed or was cancelled. */
  readonly done: Promise<BackgroundState>;
  cancel(): void;
}

export interface BackgroundWait {
  signal?: AbortSignal;
  timeoutMs?: number;
}

/** Earlier work as recorded in the log. `interrupted` means that Tau ended while the work ran. */
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
  /** Returns the session's running work and the last hundred pieces that have ended. */
  list(): readonly BackgroundState[];
  get(id: string): BackgroundJob | undefined;
  /**
   * Resolves when one of these pieces of work has ended or the time is up, with the state of all of them. Outcomes reported here are not
   * delivered to the model again. Default: all running work.
   */
  wait(ids?: readonly string[], options?: BackgroundWait): Promise<readonly BackgroundState[]>;
  /** Returns the work that this session has started, including in earlier processes of Tau. */
  records(): readonly BackgroundRecord[];
  /** Calls the listener at each start, progress report and end. Returns a function that unsubscribes. */
  subscribe(listener: (state: BackgroundState) => void): () => void;
}
