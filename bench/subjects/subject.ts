import type { ModelServer, Workspace } from "@tau/testkit";

/** A program under measurement: how it is started, pointed at the scripted model, and asked. */
export interface Subject {
  readonly name: string;
  /** On npm; absent for what this repository builds. */
  readonly package?: string;
  /** The program and its leading arguments, given the folder into which `package` was installed. */
  command(installation: string): readonly string[];
  /** Writes its configuration into the workspace; returns what its environment needs besides. */
  configure(workspace: Workspace, server: ModelServer): Promise<Readonly<Record<string, string>>>;
  printArgs(prompt: string): readonly string[];
  /** Absent where it does not read this repository's session format. */
  resumeArgs?(sessionFile: string, prompt: string): readonly string[];
  /** Opens its screen on such a session. */
  resumeScreenArgs?(sessionFile: string): readonly string[];
  readonly interactiveArgs: readonly string[];
  /** What the screen shows once it can be typed into. */
  readonly ready: RegExp;
}
