import type { RunningCommand, CommandJobs as ToolJobs } from "../../tools/bash/command-jobs.ts";
import type { ExtensionContext } from "./context.ts";

export type { CommandOutcome, RunningCommand } from "../../tools/bash/command-jobs.ts";

/** The service `command-jobs`: lets commands of the tool `bash` continue in the background. */
export interface CommandJobs {
  /** Returns why no command can become a job now. */
  refusal(ctx: ExtensionContext): ReturnType<ToolJobs["refusal"]>;
  /**
   * Called once for each command: immediately if the model asked for a job, otherwise after the command has
   * run for a second. If the command becomes a job, it is no longer part of the run, and the promise
   * resolves to the text for the model. Otherwise resolves to `undefined`.
   */
  takeOver(command: RunningCommand, ctx: ExtensionContext): ReturnType<ToolJobs["takeOver"]>;
}
