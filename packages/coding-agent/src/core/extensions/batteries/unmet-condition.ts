import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import type { Workspace } from "../../workspace/workspace.ts";
import type { BatteryCondition } from "../extension/extension-manifest.ts";

export type ConditionPlace = Pick<Workspace, "cwd" | "settings" | "models" | "resources">;

/** Returns a sentence for the user on the first unmet part of a condition, or `undefined` if the condition holds. Loads and starts nothing. */
export function unmetCondition(condition: BatteryCondition, place: ConditionPlace): string | undefined {
  const { setting, program, file, remote, credentials, variable, any } = condition;
  if (setting !== undefined && !isSet(place.settings.getForeign(setting))) return `the setting ${setting} is not set`;
  if (program !== undefined && !list(program).some(isOnPath)) return `${either(program)} is not on PATH`;
  if (file !== undefined && !list(file).some((path) => existsSync(resolve(place.cwd, path))))
    return `there is no ${either(file)} in this folder`;
  if (
    remote !== undefined &&
    !list(remote).some((part) => remoteAddresses(place.cwd).some((url) => url.includes(part)))
  )
    return `no git remote of this folder is at ${either(remote)}`;
  if (credentials !== undefined && !list(credentials).some((provider) => place.models.hasConfiguredAuth({ provider })))
    return `there are no credentials for ${either(credentials)}`;
  if (variable !== undefined && !process.env[variable]) return `${variable} is not set`;
  const unmet = any?.map((each) => unmetCondition(each, place)) ?? [];
  if (unmet.length > 0 && !unmet.includes(undefined)) return unmet.join(", and ");
  return undefined;
}

function list(names: string | readonly string[]): readonly string[] {
  return typeof names === "string" ? [names] : names;
}

/** Joins the first few names with "or". Names that differ only in case count as one. */
function either(names: string | readonly string[]): string {
  const distinct = list(names).filter(
    (name, at, all) => all.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === at,
  );
  return distinct.slice(0, MOST_NAMES).join(" or ") + (distinct.length > MOST_NAMES ? " or the like" : "");
}

const MOST_NAMES = 3;

function isSet(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== false && value !== "" && value !== "off";
}

function isOnPath(program: string): boolean {
  const suffixes = process.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];
  return (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .some((folder) => suffixes.some((suffix) => isExecutable(join(folder, program + suffix))));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // The file is absent, or we may not run it: either way the program cannot be used.
    return false;
  }
}

/** Returns the remote URLs in the configuration of the repository that contains a folder. */
function remoteAddresses(cwd: string): string[] {
  const folder = gitFolder(cwd);
  const text = folder === undefined ? undefined : textOf(join(folder, "config"));
  return [...(text ?? "").matchAll(/^\s*(?:push)?url\s*=\s*(.+)$/gim)].map(([, url = ""]) => url.trim());
}

/** Finds the git folder. In worktrees and submodules `.git` is a file that names the folder; worktrees share their repository's configuration. */
function gitFolder(cwd: string): string | undefined {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const place = join(folder, ".git");
    if (existsSync(place)) {
      const pointer = /^gitdir: (.+)$/m.exec(textOf(place) ?? "")?.[1];
      const own = pointer === undefined ? place : resolve(folder, pointer.trim());
      return resolve(own, textOf(join(own, "commondir"))?.trim() ?? ".");
    }
    if (dirname(folder) === folder) return undefined;
  }
}

function textOf(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, "utf8") : undefined;
}
