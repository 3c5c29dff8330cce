import { constants } from "node:fs";
import { access, readdir } from "node:fs/promises";
import { basename, delimiter, dirname, extname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { ServerSpec } from "./server-spec.ts";

/** A server that can be started for a project. */
export interface FoundServer {
  readonly spec: ServerSpec;
  /** The absolute path of the program. */
  readonly program: string;
  /** The project's folder. */
  readonly root: string;
}

export interface SearchPlace {
  /** The session's folder. Roots are looked for from a file's folder up to here. */
  readonly cwd: string;
  /** Whether programs inside the project may be started. */
  readonly isTrusted: boolean;
  /** Default: the PATH of this process. */
  readonly path?: string | undefined;
}

/** Folders of a project that hold programs. */
const PROGRAM_FOLDERS = ["node_modules/.bin", ".venv/bin", "venv/bin", ".env/bin", "vendor/bin", ".bundle/bin"];

export function handlesFile({ fileTypes }: ServerSpec, file: string): boolean {
  const name = basename(file);
  return (
    fileTypes.includes(name) || fileTypes.includes(extname(name)) || fileTypes.includes(extname(name).toLowerCase())
  );
}

/** Returns the language id that a server expects for a file. */
export function languageIdOf({ languageIds = {} }: ServerSpec, file: string): string {
  const name = basename(file);
  const extension = extname(name);
  return languageIds[name] ?? languageIds[extension] ?? (extension.slice(1).toLowerCase() || name.toLowerCase());
}

/** Resolves to the servers for a file, those that know the language before linters. Starts nothing. */
export async function serversForFile(
  specs: readonly ServerSpec[],
  file: string,
  place: SearchPlace,
): Promise<FoundServer[]> {
  const suited = specs.filter((spec) => spec.disabled !== true && handlesFile(spec, file));
  const found = await Promise.all(suited.map((spec) => findServer(spec, dirname(file), place)));
  return found.filter((each) => each !== undefined).toSorted((a, b) => rank(a) - rank(b));
}

/** Resolves to the servers whose root markers are in the session's folder and whose program is installed. Starts nothing. */
export async function serversForFolder(specs: readonly ServerSpec[], place: SearchPlace): Promise<FoundServer[]> {
  const names = await namesIn(place.cwd);
  const marked = specs.filter((spec) => spec.disabled !== true && hasMarker(spec, names));
  const found = await Promise.all(marked.map((spec) => findServer(spec, place.cwd, place)));
  return found.filter((each) => each !== undefined).toSorted((a, b) => rank(a) - rank(b));
}

function rank({ spec }: FoundServer): number {
  return spec.isLinter ? 1 : 0;
}

async function findServer(spec: ServerSpec, folder: string, place: SearchPlace): Promise<FoundServer | undefined> {
  const root = (await findRoot(spec, folder, place.cwd)) ?? (spec.needsMarker ? undefined : place.cwd);
  if (root === undefined) return undefined;
  const program = await findProgram(spec.command, root, place);
  return program === undefined ? undefined : { spec, program, root };
}

/** Resolves to the nearest folder with a root marker, from a folder up to the session's folder. */
async function findRoot(spec: ServerSpec, folder: string, cwd: string): Promise<string | undefined> {
  for (const each of upwards(folder, cwd)) if (hasMarker(spec, await namesIn(each))) return each;
  return undefined;
}

function hasMarker({ rootMarkers }: ServerSpec, names: readonly string[]): boolean {
  if (rootMarkers.length === 0) return true;
  return rootMarkers.some((marker) =>
    marker.startsWith("*") ? names.some((name) => name.endsWith(marker.slice(1))) : names.includes(marker),
  );
}

/** Resolves to the path of a program: first in the project if that is trusted, then on PATH. */
async function findProgram(command: string, root: string, place: SearchPlace): Promise<string | undefined> {
  const inProject = place.isTrusted
    ? [...upwards(root, place.cwd)].flatMap((folder) => PROGRAM_FOLDERS.map((each) => join(folder, each)))
    : [];
  const onPath = (place.path ?? process.env.PATH ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  if (command.includes("/") || command.includes(sep)) {
    const path = resolve(root, command);
    return (place.isTrusted || !isBelow(place.cwd, path)) && (await isProgram(path)) ? path : undefined;
  }
  const allowed = place.isTrusted ? onPath : onPath.filter((folder) => !isBelow(place.cwd, folder));
  for (const folder of [...inProject, ...allowed]) {
    const path = join(folder, command);
    if (await isProgram(path)) return path;
  }
  return undefined;
}

/** Yields a folder and those above it, up to `top`. Only the folder itself if it is not below `top`. */
function* upwards(folder: string, top: string): Generator<string> {
  let each = folder;
  yield each;
  if (!isBelow(top, folder)) return;
  while (each !== top) {
    each = dirname(each);
    yield each;
  }
}

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

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => []);
}
