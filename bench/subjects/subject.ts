import type { ModelServer, Workspace } from "@tau/testkit";

/** A program to measure: how to start it, configure it for the scripted model, and prompt it. */
export interface Subject {
  readonly name: string;
  /** The npm package; absent for the program of this repository. */
  readonly package?: string;
  /** Returns the program and its leading arguments, given the folder into which `package` was installed. */
  command(installation: string): readonly string[];
  /** Writes its configuration into the workspace. Resolves to the environment variables it needs. */
  configure(workspace: Workspace, server: ModelServer): Promise<Readonly<Record<string, string>>>;
  printArgs(prompt: string): readonly string[];
  /** Absent if it cannot read this repository's session format. */
  resumeArgs?(sessionFile: string, prompt: string): readonly string[];
  /** Returns the arguments that open its screen on such a session. */
  resumeScreenArgs?(sessionFile: string): readonly string[];
  readonly interactiveArgs: readonly string[];
  /** Matches the screen when it accepts input. */
  readonly ready: RegExp;
}
