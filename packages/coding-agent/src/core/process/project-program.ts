import { constants, existsSync } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

export interface ProgramPlace {
  /** The session's folder. */
  readonly cwd: string;
  /** Whether programs inside the project may be started. */
  readonly isTrusted: boolean;
  /** Default: the PATH of this process. */
  readonly path?: string | undefined;
}

/** Folders of a project that hold programs. */
const PROGRAM_FOLDERS = ["node_modules/.bin", ".venv/bin", "venv/bin", ".env/bin", "vendor/bin", ".bundle/bin"];

/**
 * Resolves to the path of a program: first in the project, from `root` up to the session's folder, if the project is trusted; then on PATH. A
 * command with a slash is a path relative to `root`.
 */
export async function findProjectProgram(
  command: string,
  root: string,
  place: ProgramPlace,
): Promise<string | undefined> {
  const inProject = place.isTrusted
    ? [...foldersUpwards(root, place.cwd)].flatMap((folder) => PROGRAM_FOLDERS.map((each) => join(folder, each)))
    : [];
  const onPath = (place.path ?? process.env.PATH ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  if (command.includes("/") || command.includes(sep)) {
    const path = resolve(root, command);
    return (place.isTrusted || !isBelow(place.cwd, path)) && (await isProgram(path)) ? path : undefined;
  }
  const allowed = place.isTrusted ? onPath : onPath.filter((folder) => !isBelow(place.cwd, folder));
  for (const folder of [...inProject, ...allowed]) {
    const path = join(folder, command);
    // Most folders do not have the program. Asking for each of them asynchronously takes milliseconds in all.
    if (existsSync(path) && (await isProgram(path))) return path;
  }
  return undefined;
}

/** Yields a folder and those above it, up to `top`. Only the folder itself if it is not below `top`. */
export function* foldersUpwards(folder: string, top: string): Generator<string> {
  let each = folder;
  yield each;
  if (!isBelow(top, folder)) return;
  while (each !== top) {
    each = dirname(each);
    yield each;
  }
}

/** Returns whether a path is a folder itself or something in it. */
export function isBelow(top: string, path: string): boolean {
  const within = relative(top, path);
  return within === "" || (within !== ".." && !within.startsWith(`..${sep}`) && !isAbsolute(within));
}

async function isProgram(path: string): Promise<boolean> {
  return await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
