import { homedir } from "node:os";
import { delimiter, isAbsolute } from "node:path";
import type { ProcessCommand } from "./process-port.ts";
import { isBelow } from "./project-program.ts";

/**
 * Returns the environment of a command with its PATH in a safe order. Started by `npx` or `npm run`, Tau has folders of
 * the project first in its PATH, and a program there may be one that the model has written: Tau's own programs are not
 * looked for there, those of the model and of extensions last. What the user types finds programs as in their shell.
 */
export function searchEnvironment({ env, purpose, cwd }: ProcessCommand): NodeJS.ProcessEnv {
  const { PATH } = env;
  if (PATH === undefined || purpose === "user") return env;
  const folders = PATH.split(delimiter);
  const projects = [cwd, ownFolder()].filter((folder) => !isBelow(folder, homedir()));
  const isSafe = (folder: string) => isAbsolute(folder) && !projects.some((project) => isBelow(project, folder));
  const safe = folders.filter(isSafe);
  if (safe.length === folders.length) return env;
  const rest = purpose === "tau" ? [] : folders.filter((folder) => !isSafe(folder));
  return { ...env, PATH: [...safe, ...rest].join(delimiter) };
}

function ownFolder(): string {
  try {
    return process.cwd();
  } catch {
    // The folder was deleted, so no program is in it.
    return "/";
  }
}
