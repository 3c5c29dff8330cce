import { readdir, realpath } from "node:fs/promises";
import { basename, dirname, extname, sep } from "node:path";
import { findProjectProgram, foldersUpwards, type ProgramPlace } from "@tau/coding-agent";
import type { ServerSpec } from "./server-spec.ts";

/** A server that can be started for a project. */
export interface FoundServer {
  readonly spec: ServerSpec;
  /** The absolute path of the program. */
  readonly program: string;
  /** The project's folder. */
  readonly root: string;
  /** The program, or what its path leads to, is a file of the project. */
  readonly isInProject?: boolean;
}

/** Roots are looked for from a file's folder up to the session's folder. */
export type SearchPlace = ProgramPlace;

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
  const program = await findProjectProgram(spec.command, root, place);
  if (program === undefined) return undefined;
  const isInProject = [program, await realpath(program)].some(
    (path) => isBelow(place.cwd, path) || isBelow(root, path),
  );
  return { spec, program, root, isInProject };
}

function isBelow(folder: string, path: string): boolean {
  return path.startsWith(`${folder}${sep}`);
}

/** Resolves to the nearest folder with a root marker, from a folder up to the session's folder. */
async function findRoot(spec: ServerSpec, folder: string, cwd: string): Promise<string | undefined> {
  for (const each of foldersUpwards(folder, cwd)) if (hasMarker(spec, await namesIn(each))) return each;
  return undefined;
}

function hasMarker({ rootMarkers }: ServerSpec, names: readonly string[]): boolean {
  if (rootMarkers.length === 0) return true;
  return rootMarkers.some((marker) =>
    marker.startsWith("*") ? names.some((name) => name.endsWith(marker.slice(1))) : names.includes(marker),
  );
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => []);
}
