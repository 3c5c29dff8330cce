import { existsSync, readFileSync } from "node:fs";
import { devNull } from "node:os";
import { delimiter, join } from "node:path";
import { errorCode } from "@tau/agent/error-code";
import { replaceFile } from "../files/replace-file.ts";
import { parseJson } from "../json-file/index.ts";
import { captureOutput } from "../process/capture-output.ts";
import { localProcesses } from "../process/index.ts";
import { decodePath } from "./path-bytes.ts";
import { SnapshotError } from "./snapshot.ts";

/** The paths a git command works with. All are given explicitly, so that git does not search for them. */
export interface GitPlace {
  readonly gitDir: string;
  readonly workTree: string;
  readonly index: string;
}

export interface GitOutput {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Returns an environment in which git uses nothing of the user's: no configuration, no variables, no repository but the given one. */
export function storeEnvironment({ gitDir, workTree, index }: GitPlace): NodeJS.ProcessEnv {
  return {
    ...plainEnvironment(),
    GIT_DIR: gitDir,
    GIT_WORK_TREE: workTree,
    GIT_INDEX_FILE: index,
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_SYSTEM: devNull,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_NO_LAZY_FETCH: "1",
  };
}

/**
 * Returns the same environment for reading objects, those of the user's repositories included. Git updates the time of an
 * object that it would write and that is there already, so a command that writes does not get to see them.
 */
export function readEnvironment(place: GitPlace): NodeJS.ProcessEnv {
  const folders = readAlternates(place.gitDir).map((folder) => (/[":]/.test(folder) ? JSON.stringify(folder) : folder));
  return { ...storeEnvironment(place), GIT_ALTERNATE_OBJECT_DIRECTORIES: folders.join(delimiter) };
}

/** Adds a folder with objects of a user's repository to those that can be read. */
export function addAlternate(gitDir: string, objects: string): void {
  const known = readAlternates(gitDir);
  if (!known.includes(objects)) replaceFile(alternatesFile(gitDir), JSON.stringify([...known, objects]));
}

function readAlternates(gitDir: string): string[] {
  const file = alternatesFile(gitDir);
  const parsed = existsSync(file) ? parseJson(readFileSync(file, "utf8")) : undefined;
  const folders: unknown[] = parsed?.ok && Array.isArray(parsed.value) ? parsed.value : [];
  return folders.filter((folder) => typeof folder === "string").filter((folder) => existsSync(folder));
}

function alternatesFile(gitDir: string): string {
  return join(gitDir, "alternates.json");
}

/** Returns an environment for reading the user's repository, without git variables that a hook or an editor may have set. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  return { ...Object.fromEntries(kept), LC_ALL: "C", GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0" };
}

/** Runs git and resolves to its output, whatever its exit code. Rejects if git is missing or took too long. */
export async function askGit(
  args: readonly string[],
  { cwd, env, input }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly input?: string | Buffer },
): Promise<GitOutput> {
  // A git that runs when Tau ends may complete its work, as it would after a kill. So nothing has to look for it.
  const command = {
    file: "git",
    args,
    cwd,
    env,
    purpose: "tau" as const,
    timeoutMs: TIMEOUT_MS,
    lifetime: "own" as const,
  };
  try {
    const { exitCode, ended, stdout, stderr } =
      input === undefined ? await captureOutput({ ...command, keepsGroup: true }) : await withInput(command, input);
    if (ended !== "exit")
      throw new SnapshotError("git-failed", `git ${args[0]} did not end in ${TIMEOUT_MS / 1000} s in ${cwd}.`);
    return { exitCode, stdout, stderr: stderr.toString("utf8").trim() };
  } catch (error) {
    if (errorCode(error) === "ENOENT") throw withoutGit(error);
    throw error;
  }
}

function withoutGit(cause: unknown): SnapshotError {
  const message = "Changes of files cannot be undone: git, which keeps the files, is not installed.";
  return new SnapshotError("no-snapshot", message, { cause });
}

/** Does the same as `askGit`, but rejects if git fails. */
export async function runGit(...[args, options]: Parameters<typeof askGit>): Promise<Buffer> {
  const { exitCode, stdout, stderr } = await askGit(args, options);
  if (exitCode === 0) return stdout;
  throw new SnapshotError("git-failed", `git ${args[0]} failed (${exitCode}): ${stderr.slice(0, 500)}`);
}

async function withInput(command: Parameters<typeof localProcesses.start>[0], input: string | Buffer) {
  const running = await localProcesses.start(command);
  running.stdin.end(input);
  const [stdout, stderr, outcome] = await Promise.all([
    collect(running.stdout),
    collect(running.stderr),
    running.exited,
  ]);
  return { ...outcome, stdout, stderr };
}

async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Splits the output of a command with `-z`. */
export function words(output: Buffer): string[] {
  const fields = output.toString("utf8").split("\0").slice(0, -1);
  if (!fields.some((field) => field.includes("\ufffd"))) return fields;
  // Every byte is a character of Latin-1, so the fields are the same.
  const exact = output.toString("latin1").split("\0").slice(0, -1);
  return exact.map((field) => decodePath(Buffer.from(field, "latin1")));
}

const TIMEOUT_MS = 60_000;
