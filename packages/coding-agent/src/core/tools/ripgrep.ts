import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ProcessPort } from "../process/index.ts";
import { ToolError } from "./tool-error.ts";

export interface RipgrepRequest {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly onData: (bytes: Buffer) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface RipgrepOutcome {
  /** 0: something found, 1: nothing found, 2: failed. */
  readonly exitCode: number;
  readonly errorText: string;
}

/** Runs a search. The default runs the bundled program on this machine. */
export type Ripgrep = (request: RipgrepRequest) => Promise<RipgrepOutcome>;

/** Ignores the user's configuration, includes hidden files except git's own, and applies ignore files even outside a repository. */
export const SEARCH_RULES = [
  "--no-config",
  "--no-messages",
  "--color=never",
  "--hidden",
  "--no-require-git",
  "--glob=!.git",
] as const;

/** Reading a whole large repository takes less time than this. */
const SILENCE_MS = 60_000;
const IGNORE_FILES = [".gitignore", ".ignore", ".rgignore"];

export interface RipgrepLimits {
  /** A search without output for this long is ended. It opens ignore files of any type and would wait forever for a pipe. */
  readonly silenceMs?: number;
}

export function createRipgrep(processes: ProcessPort, { silenceMs = SILENCE_MS }: RipgrepLimits = {}): Ripgrep {
  return async ({ args, cwd, onData, signal }) => {
    const errors: Buffer[] = [];
    const file = await findRipgrep();
    const silent = new AbortController();
    const timer = setTimeout(() => silent.abort(), silenceMs);
    const outcome = await processes
      .run({
        file,
        args,
        cwd,
        env: process.env,
        purpose: "tau",
        onData: (bytes) => {
          timer.refresh();
          onData(bytes);
        },
        onErrorData: (bytes) => errors.push(bytes),
        keepsGroup: true,
        signal: signal ? AbortSignal.any([signal, silent.signal]) : silent.signal,
      })
      .catch((error: unknown) => {
        throw startError(error, file, cwd);
      })
      .finally(() => clearTimeout(timer));
    if (silent.signal.aborted && outcome.ended === "abort" && !signal?.aborted) throw silenceError(cwd, silenceMs);
    return { exitCode: outcome.exitCode, errorText: Buffer.concat(errors).toString().trim() };
  };
}

function silenceError(cwd: string, silenceMs: number): ToolError {
  const seconds = Math.round(silenceMs / 1000);
  const pipe = blockingIgnoreFile(cwd);
  const reason = pipe
    ? `${pipe} is no ordinary file, and reading it does not end. Remove it, or use bash.`
    : "Search a smaller folder. If that does not help, an ignore file in it may be a pipe: use bash.";
  return new ToolError("unavailable", `The search was stopped after ${seconds} s without a result. ${reason}`);
}

/** Returns an irregular ignore file in the folder or above it. Those further down are not checked. */
function blockingIgnoreFile(folder: string): string | undefined {
  const found = IGNORE_FILES.map((name) => join(folder, name)).find((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats !== undefined && !stats.isFile() && !stats.isDirectory();
  });
  const parent = dirname(folder);
  return found ?? (parent === folder ? undefined : blockingIgnoreFile(parent));
}

let found: Promise<string> | undefined;

/** Resolves to the bundled program, else the one on the PATH. Looks for it at the first search. */
function findRipgrep(): Promise<string> {
  found ??= import("@vscode/ripgrep").then(
    (module) => module.rgPath,
    () => "rg",
  );
  return found;
}

function startError(cause: unknown, file: string, cwd: string): unknown {
  const code = (cause as NodeJS.ErrnoException).code;
  if (code === "ENOTDIR") return new ToolError("not-a-directory", `Not a directory: ${cwd}`, { cause });
  if (code !== "ENOENT" && code !== "EACCES") return cause;
  return new ToolError("unavailable", `The search program cannot be run: ${file}. Install ripgrep, or use bash.`, {
    cause,
  });
}

/** Returns the error of a failed search for the model, or `undefined` if the search itself was valid. */
export function searchError({ exitCode, errorText }: RipgrepOutcome): ToolError | undefined {
  if (exitCode < 2 || errorText === "") return undefined;
  return new ToolError("invalid-argument", errorText.replace(/^rg: /, ""));
}
