/** What starts tasks, in the order in which they are looked for. */
export type RunnerId = "just" | "pkg" | "cargo" | "make" | "task";

export interface Task {
  readonly name: string;
  /** For the shell; the arguments are put behind it. */
  readonly command: string;
  /** Where it runs, from the folder of the session. Absent: there. */
  readonly directory?: string;
  /** Stands before arguments that the runner would otherwise take for its own. */
  readonly separator?: string;
}

export interface Runner {
  readonly id: RunnerId;
  readonly tasks: readonly Task[];
  /** Its file is there and cannot be read as what it is. */
  readonly problem?: string;
}
