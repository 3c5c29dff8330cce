import { ExitCode } from "./exit-code.ts";

/** A failure that the user can mend: its message is printed without a stack and its code becomes the exit status. */
export class CliError extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode, options?: ErrorOptions) {
    super(message, options);
    this.name = "CliError";
    this.exitCode = exitCode;
  }
}

export function usageError(message: string, options?: ErrorOptions): CliError {
  return new CliError(`${message}\nRun tau --help for the options.`, ExitCode.usage, options);
}
