import { existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { getAgentDir } from "./index.ts";

/** A place where Tau or a related program keeps its configuration. */
export interface ConfigPlace {
  readonly path: string;
  /** The name of the program's folder. */
  readonly source: string;
  readonly level: "user" | "project";
}

export interface ConfigLookup {
  /** Default true. */
  readonly user?: boolean;
  /** Default true. */
  readonly project?: boolean;
  readonly cwd?: string;
  /** Returns only existing places. Default false. */
  readonly existingOnly?: boolean;
}

/** Folder names, the preferred first. */
const SOURCES = [".tau", ".pi", ".omp", ".claude", ".codex", ".gemini"];
const OWN_FOLDER_IN_HOME: Readonly<Record<string, string>> = { ".pi": ".pi/agent", ".omp": ".omp/agent" };

/**
 * Returns where `subpath` may be: the user's places in the order of the sources, then those of the working directory in
 * the same order.
 */
export function getConfigDirs(subpath: string, options: ConfigLookup = {}): ConfigPlace[] {
  const { user = true, project = true, cwd = process.cwd(), existingOnly = false } = options;
  const ofUser = SOURCES.map((source) => place(userFolder(source), subpath, source, "user"));
  const ofProject = SOURCES.map((source) => place(join(cwd, source), subpath, source, "project"));
  const all = [...(user ? ofUser : []), ...(project ? ofProject : [])];
  return existingOnly ? all.filter(({ path }) => existsSync(path)) : all;
}

/** Returns the first of those places that is an existing file. */
export function findConfigFile(subpath: string, options: Omit<ConfigLookup, "existingOnly"> = {}): string | undefined {
  return findConfigFileWithMeta(subpath, options)?.path;
}

export function findConfigFileWithMeta(
  subpath: string,
  options: Omit<ConfigLookup, "existingOnly"> = {},
): ConfigPlace | undefined {
  return getConfigDirs(subpath, options).find(({ path }) => kindOf(path) === "file");
}

/** Returns, for each source, the nearest folder above the working directory, the preferred source first. For monorepos. */
export function findAllNearestProjectConfigDirs(subpath: string, cwd = process.cwd()): ConfigPlace[] {
  return SOURCES.flatMap((source) => {
    const near = foldersUp(cwd).find((folder) => kindOf(join(folder, source, subpath)) === "folder");
    return near === undefined ? [] : [place(join(near, source), subpath, source, "project")];
  });
}

function place(folder: string, subpath: string, source: string, level: ConfigPlace["level"]): ConfigPlace {
  return { path: join(folder, subpath), source, level };
}

function userFolder(source: string): string {
  return source === ".tau" ? getAgentDir() : join(homedir(), OWN_FOLDER_IN_HOME[source] ?? source);
}

function foldersUp(cwd: string): string[] {
  const folders = [cwd];
  for (let folder = cwd; dirname(folder) !== folder; ) {
    folder = dirname(folder);
    folders.push(folder);
  }
  return folders;
}

function kindOf(path: string): "file" | "folder" | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return "folder";
  return stats?.isFile() ? "file" : undefined;
}
