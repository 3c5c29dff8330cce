/** The task runners, in the order in which they are looked for. */
export type RunnerId = "just" | "pkg" | "cargo" | "make" | "task";

export interface Task {
  readonly name: string;
  /** The shell command; the arguments are appended to it. */
  readonly command: string;
  /** The folder to run in, relative to the session's folder. Absent: the session's folder. */
  readonly directory?: string;
  /** Put before arguments that the runner would otherwise take for its own options. */
  readonly separator?: string;
}

export interface Runner {
  readonly id: RunnerId;
  readonly tasks: readonly Task[];
  /** Why the runner's file, which exists, cannot be parsed. */
  readonly problem?: string;
}
