/** What a child session has spent so far, its own children included. */
export interface ChildUsage {
  readonly turns: number;
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** The four together. */
  readonly tokens: number;
  /** US dollars. */
  readonly cost: number;
  /** How long it has run. */
  readonly seconds: number;
}

/** How a run of a child ended. `limit`: it was stopped because one of its limits was reached. */
export type ChildOutcome = "completed" | "failed" | "aborted" | "limit";

/** `idle`: nothing was asked of it yet. Otherwise it runs, or this is how its last run ended. */
export type ChildStatus = "idle" | "running" | ChildOutcome;

/** A child session as it is at one moment: plain data, as clients get it. */
export interface ChildState {
  readonly id: string;
  readonly name: string;
  /** The child that made it. Absent: the user's session did. */
  readonly parentId?: string;
  /** 1 for a child of the user's session. */
  readonly depth: number;
  readonly status: ChildStatus;
  /** The tool that runs. Absent while the model answers, and while nothing runs. */
  readonly activity?: string;
  /** `provider/id`. */
  readonly model: string;
  readonly usage: ChildUsage;
  readonly sessionId: string;
  /** Its log. Absent where it is kept in memory. */
  readonly file?: string;
  /** Why its last run failed or was stopped. */
  readonly reason?: string;
}

export interface ChildResult {
  readonly status: ChildOutcome;
  /** The text of the last answer; empty where there was none. */
  readonly text: string;
  /** Why it failed or was stopped. */
  readonly reason?: string;
  /** Of the child's whole life. */
  readonly usage: ChildUsage;
}

/** What the log of the parent says of a child. `interrupted`: the program ended while it ran. */
export interface ChildRecord {
  readonly id: string;
  readonly name: string;
  readonly status: ChildStatus | "interrupted";
  readonly file?: string;
  readonly usage?: ChildUsage;
  readonly reason?: string;
}

/** `child_update` comes when its status, its tool or what it has spent changed; never for a delta. */
export type ChildEvent = { type: "child_start" | "child_update" | "child_end"; child: ChildState };

/** Each absent one does not limit. They count over the whole life of the child. */
export interface ChildLimits {
  readonly turns?: number;
  /** Of all kinds together. */
  readonly tokens?: number;
  /** US dollars. */
  readonly cost?: number;
  readonly seconds?: number;
  /** How many levels of children it may have below it. Default: one less than its parent has; the user's session has 3. */
  readonly depth?: number;
}
