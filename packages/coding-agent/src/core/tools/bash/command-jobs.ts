/** A running command of the `bash` tool. */
export interface RunningCommand {
  readonly toolCallId: string;
  readonly command: string;
  readonly cwd: string;
  /** The model asked for a background job, so the tool call does not wait. */
  readonly isAsync: boolean;
  /** Seconds after which the command is ended. */
  readonly timeout?: number | undefined;
  /** The record of its process, for `pi.processes.attach`. Absent if the command ends with Tau, even after a crash. */
  readonly record?: string | undefined;
  /** Returns the output as the model would read it now. */
  output(): string;
  /** Resolves when the command has ended, to the result that the model reads. */
  readonly ended: Promise<CommandOutcome>;
  /** Ends the command and everything that it started. */
  stop(): void;
}

export interface CommandOutcome {
  readonly text: string;
  readonly isError: boolean;
}

/** Runs commands in the background. */
export interface CommandJobs {
  refusal(): string | undefined;
  takeOver(command: RunningCommand): Promise<string | undefined>;
}

export type CommandJobsSource = () => Promise<CommandJobs>;
