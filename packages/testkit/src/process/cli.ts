import { existsSync, realpathSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
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
  /** The bundle to run. Default: the one of the package beside which this one is installed. */
  readonly cli?: string;
}

const programFolder = dirname(realpathSync(findPackageJSON("@tau/coding-agent", import.meta.url) ?? "."));

/** The root of the repository, for a package that is not installed but part of it. */
export const repositoryRoot: string = join(programFolder, "../..");

/** The path of the built CLI. */
export const builtCli: string = join(programFolder, "dist/cli.js");

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
