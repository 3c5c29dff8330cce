import { existsSync } from "node:fs";
import { join } from "node:path";
import { type PtyOptions, type PtyProgram, startPty } from "../pty/index.ts";
import { TestkitError } from "../testkit-error.ts";
import type { Workspace } from "../workspace/index.ts";
import { type Program, type ProgramExit, startProgram } from "./program.ts";

export interface CliOptions {
  readonly workspace: Workspace;
  readonly args?: readonly string[];
  /** Added to the workspace's environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | "open";
  /** The bundle to run. Default: the one of this repository. */
  readonly cli?: string;
}

/** The root of the repository that contains this package. */
export const repositoryRoot: string = join(import.meta.dirname, "../../../..");

/** The path of the built CLI. */
export const builtCli: string = join(repositoryRoot, "packages/coding-agent/dist/cli.js");

/** Starts the built CLI in a workspace, with the Node that runs the tests. */
export function startCli(options: CliOptions): Program {
  return startProgram({ ...command(options), stdin: options.stdin ?? "" });
}

/** Runs the built CLI to its end. */
export async function runCli(options: CliOptions): Promise<ProgramExit> {
  return await startCli(options).exited;
}

/** Starts the built CLI on a terminal. */
export function startCliInPty(
  options: Omit<CliOptions, "stdin"> & Omit<PtyOptions, "command" | "args" | "cwd" | "env">,
): PtyProgram {
  const { workspace: _workspace, args: _args, env: _env, cli: _cli, ...terminal } = options;
  return startPty({ ...command(options), ...terminal });
}

function command({ workspace, args = [], env = {}, cli = builtCli }: CliOptions) {
  if (!existsSync(cli)) throw new TestkitError("not-built", `There is no ${cli}. Run npm run build first.`);
  return { command: process.execPath, args: [cli, ...args], cwd: workspace.cwd, env: { ...workspace.env, ...env } };
}
