/** A command of the tool `bash` that runs. */
export interface RunningCommand {
  readonly toolCallId: string;
  readonly command: string;
  readonly cwd: string;
  /** The model asked for a job: nothing is waited for. */
  readonly isAsync: boolean;
  /** Seconds after which it is ended. */
  readonly timeout?: number | undefined;
  /** The record of its process, for `pi.processes.attach`. Absent where it ends with Tau, however that ends. */
  readonly record?: string | undefined;
  /** What the model would read of its output now. */
  output(): string;
  /** Resolves when it has ended, with what the model reads of it. */
  readonly ended: Promise<CommandOutcome>;
  /** Ends it with all that it started. */
  stop(): void;
}

export interface CommandOutcome {
  readonly text: string;
  readonly isError: boolean;
}

/** What runs commands in the background. */
export interface CommandJobs {
  refusal(): string | undefined;
  takeOver(command: RunningCommand): Promise<string | undefined>;
}

export type CommandJobsSource = () => Promise<CommandJobs>;
