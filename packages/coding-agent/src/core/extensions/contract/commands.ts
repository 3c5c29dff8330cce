import type { RunningCommand, CommandJobs as ToolJobs } from "../../tools/bash/command-jobs.ts";
import type { ExtensionContext } from "./context.ts";

export type { CommandOutcome, RunningCommand } from "../../tools/bash/command-jobs.ts";

/** The service `command-jobs`: lets commands of the tool `bash` run in the background. */
export interface CommandJobs {
  /** Why no command can be started as a job now. */
  refusal(ctx: ExtensionContext): ReturnType<ToolJobs["refusal"]>;
  /**
   * Asked once for each command: at once if the model asked for a job, else when it has run for a second. Resolves with what the model
   * reads when the command has become a job, which is then no part of the run any more; with nothing where it has not.
   */
  takeOver(command: RunningCommand, ctx: ExtensionContext): ReturnType<ToolJobs["takeOver"]>;
}
