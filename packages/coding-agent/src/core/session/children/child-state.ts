/** The usage of a child session so far, including its own children. */
export interface ChildUsage {
  readonly turns: number;
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** The sum of the four counts above. */
  readonly tokens: number;
  /** US dollars. */
  readonly cost: number;
  /** How long the child has run. */
  readonly seconds: number;
}

/** The outcome of a child's run. `limit`: it was stopped because it reached one of its limits. */
export type ChildOutcome = "completed" | "failed" | "aborted" | "limit";

/** `idle`: the child has not been prompted yet. Otherwise it is running, or this is the outcome of its last run. */
export type ChildStatus = "idle" | "running" | ChildOutcome;

/** A snapshot of a child session, as plain data for clients. */
export interface ChildState {
  readonly id: string;
  readonly name: string;
  /** The child that created it. Absent if the user's session did. */
  readonly parentId?: string;
  /** 1 for a child of the user's session. */
  readonly depth: number;
  readonly status: ChildStatus;
  /** The tool that is running. Absent while the model answers and while nothing runs. */
  readonly activity?: string;
  /** What that tool works on: the first text among its arguments, such as a command or a path, in one line of at most 80 characters. */
  readonly activityDetail?: string;
  /** `provider/id`. */
  readonly model: string;
  readonly usage: ChildUsage;
  readonly sessionId: string;
  /** The path of its log. Absent if the log is kept in memory. */
  readonly file?: string;
  /** Why the last run failed or was stopped. */
  readonly reason?: string;
}

export interface ChildResult {
  readonly status: ChildOutcome;
  /** The text of the last answer; empty if there was none. */
  readonly text: string;
  /** Why the run failed or was stopped. */
  readonly reason?: string;
  /** The usage over the child's whole life. */
  readonly usage: ChildUsage;
}

/** A child as recorded in the parent's log. `interrupted`: the program ended while the child ran. */
export interface ChildRecord {
  readonly id: string;
  readonly name: string;
  readonly status: ChildStatus | "interrupted";
  readonly file?: string;
  readonly usage?: ChildUsage;
  readonly reason?: string;
}

/** `child_update` is emitted when the status, the running tool or the usage changes, never for a delta. */
export type ChildEvent = { type: "child_start" | "child_update" | "child_end"; child: ChildState };

/** The limits of a child over its whole life. An absent limit does not apply. */
export interface ChildLimits {
  readonly turns?: number;
  /** Tokens of all kinds together. */
  readonly tokens?: number;
  /** US dollars. */
  readonly cost?: number;
  readonly seconds?: number;
  /** How many levels of children the child may have below it. Default: one less than its parent; the user's session has 3. */
  readonly depth?: number;
}
