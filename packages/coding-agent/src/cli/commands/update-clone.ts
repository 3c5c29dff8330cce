import { join } from "node:path";
import { findRepository } from "../../core/files/git-repository.ts";
import { printLine } from "../../core/output/print.ts";
import { captureOutput } from "../../core/process/index.ts";
import { CliError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";

/** Finds the clone of Tau's repository that this program runs from. Returns `undefined` if Tau was installed from a package. */
export function findClone(folder = import.meta.dirname): string | undefined {
  const workTree = findRepository(folder)?.workTree;
  return workTree !== undefined && folder.startsWith(join(workTree, "packages", "coding-agent")) ? workTree : undefined;
}

/** Pulls new commits (fast-forward only, it never merges) and lists them. */
export async function updateClone(clone: string): Promise<void> {
  const before = await git(clone, "rev-parse", "HEAD");
  await git(clone, "pull", "--ff-only", "--quiet");
  const after = await git(clone, "rev-parse", "HEAD");
  if (before === after) return printLine(`Tau in ${clone} is up to date.`);
  printLine(`Tau in ${clone} was updated:`);
  printLine(await git(clone, "log", "--no-decorate", "--format=%h %s", `${before}..${after}`));
  printLine("The next start builds it.");
}

async function git(clone: string, ...args: readonly string[]): Promise<string> {
  const command = { file: "git", args: ["-C", clone, ...args], cwd: clone, env: process.env, purpose: "user" } as const;
  const { exitCode, stdout, stderr } = await captureOutput(command);
  if (exitCode === 0) return stdout.toString("utf8").trim();
  const said = stderr.toString("utf8").trim().split("\n").at(-1) ?? "";
  throw new CliError(`git ${args[0]} failed in ${clone}: ${said || `code ${exitCode}`}`, ExitCode.runFailed);
}
