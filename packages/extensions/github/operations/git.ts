import { devNull } from "node:os";
import type { ExtensionAPI } from "@tau/coding-agent";
import type { GithubApi } from "../access/github-api.ts";
import { GithubError } from "../github-error.ts";
import { clean } from "../text/foreign-text.ts";

export interface GitCall {
  readonly cwd: string;
  readonly signal?: AbortSignal | undefined;
  /** Whose credentials git gets, for a fetch or a push. */
  readonly api?: GithubApi | undefined;
}

const TIMEOUT_MS = 10 * 60_000;

/**
 * Runs git and resolves to its output. Hooks do not run: in the checkout of a pull request they may be files of its author. Rejects with
 * git's own message.
 */
export async function git(
  processes: ExtensionAPI["processes"],
  args: readonly string[],
  { cwd, signal, api }: GitCall,
): Promise<string> {
  const config = [`core.hooksPath=${devNull}`, "core.fsmonitor=false", ...(api?.git.config ?? [])];
  const output = await processes.run("git", [...config.flatMap((value) => ["-c", value]), ...args], {
    cwd,
    env: {
      LC_ALL: "C",
      GIT_TERMINAL_PROMPT: "0",
      GIT_SSH_COMMAND: process.env.GIT_SSH_COMMAND ?? "ssh -oBatchMode=yes",
      ...api?.git.env,
    },
    timeoutMs: TIMEOUT_MS,
    maxBytes: 64 * 1024 * 1024,
    ...(signal && { signal }),
  });
  signal?.throwIfAborted();
  if (output.exitCode === 0) return output.stdout.toString("utf8").replace(/\n$/, "");
  const said = clean(output.stderr.toString("utf8")).trim().slice(-2000);
  const hint = /could not read Username|Authentication failed|Permission denied \(publickey/.test(said)
    ? ' git has no credentials for this remote: run "gh auth setup-git", or add an ssh key.'
    : "";
  throw new GithubError("git", `git ${args.find((arg) => !arg.startsWith("-")) ?? ""} failed: ${said}${hint}`);
}

/** Resolves to undefined if the command fails, which means that the requested object does not exist. */
export async function maybeGit(
  processes: ExtensionAPI["processes"],
  args: readonly string[],
  call: GitCall,
): Promise<string | undefined> {
  try {
    return await git(processes, args, call);
  } catch (error) {
    if (error instanceof GithubError) return undefined;
    throw error;
  }
}
