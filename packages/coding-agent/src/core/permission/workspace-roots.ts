import { realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { SessionLog } from "@tau/agent";
import type { SettingsStore } from "../settings/index.ts";
import { isWithin } from "./rule-paths.ts";

/** Type of log entries that hold folders which the user added to one session. */
const FOLDER_ENTRY = "tau.workspace-folder";

export interface RootSources {
  readonly settings: SettingsStore;
  readonly cwd: string;
  readonly log?: SessionLog;
}

/**
 * Returns the folders in which the model works: the working directory, then those of settings and command line, then
 * the session's.
 */
export function workspaceRoots({ settings, cwd, log }: RootSources): string[] {
  const added = [...(settings.get("workspace.folders") ?? []), ...(log ? sessionFolders(log) : [])];
  const folders = added.map((folder) => absoluteFolder(folder, cwd)).filter((folder) => !holdsEverything(folder));
  return [...new Set([cwd, ...folders])];
}

/** Adds the folders of the command line to those of the settings. Returns an error message if one is invalid. */
export function addFolders(folders: readonly string[], { settings, cwd }: RootSources): string | undefined {
  const found = folders.map((folder) => findFolder(folder, cwd));
  const wrong = found.find(({ path }) => path === undefined);
  if (wrong) return wrong.problem;
  const added = found.flatMap(({ path }) => path ?? []);
  settings.applyOverrides({ workspace: { folders: [...(settings.get("workspace.folders") ?? []), ...added] } });
  return undefined;
}

/** Resolves a folder that the user named to its real path, so that links in it are not followed again at each call. */
export function findFolder(folder: string, cwd: string): { readonly path?: string; readonly problem: string } {
  const named = absoluteFolder(folder, cwd);
  if (!statSync(named, { throwIfNoEntry: false })?.isDirectory()) return { problem: `There is no folder ${named}.` };
  const path = realpathSync(named);
  if (holdsEverything(path))
    return { problem: `${path} contains your home folder. Name the folder in which the model is to work.` };
  return { path, problem: "" };
}

function absoluteFolder(folder: string, cwd: string): string {
  return resolve(cwd, folder.replace(/^~(?=\/|$)/, homedir()));
}

/** Returns whether the folder is the root or lies above the user's home: as a workspace it would be the whole machine. */
function holdsEverything(folder: string): boolean {
  return folder === "/" || (folder !== homedir() && isWithin(folder, homedir()));
}

export function addSessionFolder(log: SessionLog, folder: string): void {
  const folders = sessionFolders(log);
  log.appendCustomEntry(FOLDER_ENTRY, folder);
  folders.push(folder);
}

const known = new WeakMap<SessionLog, string[]>();

/** Returns the session's folders. They are read once, because the policy needs them at every call. */
function sessionFolders(log: SessionLog): string[] {
  const folders =
    known.get(log) ??
    log
      .getBranch()
      .flatMap((entry) => (entry.type === "custom" && entry.customType === FOLDER_ENTRY ? [String(entry.data)] : []));
  known.set(log, folders);
  return folders;
}
