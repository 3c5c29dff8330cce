import { TauError } from "../core/tau-error.ts";
import { ExitCode } from "./exit-code.ts";

/** A failure that the user can fix: its message is printed without a stack, and its exit code becomes the exit status. */
export class CliError extends TauError<"cli"> {
  override readonly name = "CliError";
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode, options?: ErrorOptions) {
    super("cli", message, options);
    this.exitCode = exitCode;
  }
}

export function usageError(message: string, options?: ErrorOptions): CliError {
  return new CliError(`${message}\nRun tau --help for the options.`, ExitCode.usage, options);
}
