import type { ProcessPort } from "../process/index.ts";
import { ToolError } from "./tool-error.ts";

export interface RipgrepRequest {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly onData: (bytes: Buffer) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface RipgrepOutcome {
  /** 0 something found, 1 nothing found, 2 failed. */
  readonly exitCode: number;
  readonly errorText: string;
}

/** What a search needs of the world: the default runs the bundled program on this machine. */
export type Ripgrep = (request: RipgrepRequest) => Promise<RipgrepOutcome>;

/** No configuration of the user's, hidden files too but not git's own, ignore files also outside of a repository. */
export const SEARCH_RULES = [
  "--no-config",
  "--no-messages",
  "--color=never",
  "--hidden",
  "--no-require-git",
  "--glob=!.git",
] as const;

export function createRipgrep(processes: ProcessPort): Ripgrep {
  return async ({ args, cwd, onData, signal }) => {
    const errors: Buffer[] = [];
    const file = await findRipgrep();
    const outcome = await processes
      .run({
        file,
        args,
        cwd,
        env: process.env,
        onData,
        onErrorData: (bytes) => errors.push(bytes),
        keepsGroup: true,
        signal,
      })
      .catch((error: unknown) => {
        throw startError(error, file, cwd);
      });
    return { exitCode: outcome.exitCode, errorText: Buffer.concat(errors).toString().trim() };
  };
}

let found: Promise<string> | undefined;

/** The one that comes with us, else the one on the PATH. Looked for at the first search. */
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

/** The text of a failed search for the model, or `undefined` where the search itself was sound. */
export function searchError({ exitCode, errorText }: RipgrepOutcome): ToolError | undefined {
  if (exitCode < 2 || errorText === "") return undefined;
  return new ToolError("invalid-argument", errorText.replace(/^rg: /, ""));
}
