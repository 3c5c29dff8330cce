import { realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { SessionLog } from "@tau/agent";
import type { SettingsStore } from "../settings/index.ts";
import { isWithin } from "./rule-paths.ts";

/** Entries of the log that hold folders which the user added to one session. */
const FOLDER_ENTRY = "tau.workspace-folder";

export interface RootSources {
  readonly settings: SettingsStore;
  readonly cwd: string;
  readonly log?: SessionLog;
}

/** The folders in which the model works: the working directory first, then those of settings and command line, then the session's. */
export function workspaceRoots({ settings, cwd, log }: RootSources): string[] {
  const added = [...(settings.get("workspace.folders") ?? []), ...(log ? sessionFolders(log) : [])];
  const folders = added.map((folder) => absoluteFolder(folder, cwd)).filter((folder) => !holdsEverything(folder));
  return [...new Set([cwd, ...folders])];
}

/** A folder that the user names, by its real path: links in it are not followed anew at each call. */
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

/** The root, or a folder above the user's home: as a workspace it would be the whole machine. */
function holdsEverything(folder: string): boolean {
  return folder === "/" || (folder !== homedir() && isWithin(folder, homedir()));
}

export function addSessionFolder(log: SessionLog, folder: string): void {
  const folders = sessionFolders(log);
  log.appendCustomEntry(FOLDER_ENTRY, folder);
  folders.push(folder);
}

const known = new WeakMap<SessionLog, string[]>();

/** Read once: a policy asks at every call. */
function sessionFolders(log: SessionLog): string[] {
  const folders =
    known.get(log) ??
    log
      .getBranch()
      .flatMap((entry) => (entry.type === "custom" && entry.customType === FOLDER_ENTRY ? [String(entry.data)] : []));
  known.set(log, folders);
  return folders;
}
