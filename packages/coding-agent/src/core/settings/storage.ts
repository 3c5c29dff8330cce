import { lstatSync } from "node:fs";
import { replaceFile } from "../files/replace-file.ts";
import { ConfigError, isObject, parseJson, readFile } from "../json-file/index.ts";
import { withLockSync } from "../lock/index.ts";
import { getInheritedProjectDir, getManagedSettingsPaths, getProjectDir, getSettingsPath } from "../paths/index.ts";
import type { Settings } from "./schema/index.ts";

export type SettingsScope = "global" | "project";

/** Stores the two settings texts. `withLock` passes the current text to `change` and writes the result, if any. */
export interface SettingsStorage {
  withLock(scope: SettingsScope, change: (current: string | undefined) => string | undefined): void;
  /** Reads without a lock: writes are atomic, so there is nothing to wait for. */
  read?(scope: SettingsScope): string | undefined;
  /** Returns the path of the file, for messages and for following changes. */
  pathOf?(scope: SettingsScope): string;
  /** Files that override everything else and are never written, the strongest last. */
  readonly managedPaths?: readonly string[];
  /** A project file that is read below the project's own and never written. */
  readonly inheritedPath?: string;
}

export class FileSettingsStorage implements SettingsStorage {
  readonly inheritedPath: string;
  readonly managedPaths = getManagedSettingsPaths();
  private readonly paths: Record<SettingsScope, string>;

  constructor(cwd: string, agentDir: string) {
    this.inheritedPath = getSettingsPath(getInheritedProjectDir(cwd));
    this.paths = { global: getSettingsPath(agentDir), project: getSettingsPath(getProjectDir(cwd)) };
  }

  pathOf(scope: SettingsScope): string {
    return this.paths[scope];
  }

  read(scope: SettingsScope): string | undefined {
    return readSettings(this.paths[scope]);
  }

  withLock(scope: SettingsScope, change: (current: string | undefined) => string | undefined): void {
    const path = this.paths[scope];
    withLockSync(`${path}.lock`, () => {
      const next = change(this.read(scope));
      if (next !== undefined) replaceFile(path, next, { mode: 0o644, durable: true });
    });
  }
}

/** Returns whether a path may exist. A path that cannot be examined counts as existing: reading it reports the reason. */
export function mayExist(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

export function readSettings(path: string): string | undefined {
  const { text, diagnostics } = readFile(path);
  const [problem] = diagnostics;
  if (problem) throw new ConfigError("broken-file", problem.message);
  return text;
}

export class InMemorySettingsStorage implements SettingsStorage {
  private readonly texts = new Map<SettingsScope, string>();

  constructor(global?: Partial<Settings>) {
    if (global) this.texts.set("global", JSON.stringify(global));
  }

  read(scope: SettingsScope): string | undefined {
    return this.texts.get(scope);
  }

  withLock(scope: SettingsScope, change: (current: string | undefined) => string | undefined): void {
    const next = change(this.texts.get(scope));
    if (next !== undefined) this.texts.set(scope, next);
  }
}

/** Returns whether a text can be changed key by key. Anything else would be lost by writing. */
export function isEditable(text: string | undefined): boolean {
  if (text === undefined) return true;
  const parsed = parseJson(text);
  return parsed.ok && isObject(parsed.value);
}
