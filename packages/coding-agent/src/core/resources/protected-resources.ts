import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { isFolder, readFolder } from "@tau/agent/node";
import { readFile } from "../json-file/index.ts";
import { getAgentDir, getInheritedProjectDir, getProjectDir, getSettingsPath } from "../paths/index.ts";
import type { Capability, DiscoveryScope } from "./discovery/index.ts";
import { isFolderThere, locate } from "./discovery/index.ts";
import { findForeignContext } from "./items/context-file.ts";

const CAPABILITIES: readonly Capability[] = [
  "system-prompt",
  "appended-prompt",
  "agents",
  "commands",
  "extensions",
  "hook-settings",
  "hooks",
  "instructions",
  "mcp",
  "prompts",
  "rules",
  "skills",
  "themes",
  "tools",
];

/** Files of a project that name language servers, each after those that it overrides. */
export const LSP_FILES: readonly string[] = [".omp/lsp.json", ".pi/lsp.json", ".lsp.json", "lsp.json", ".tau/lsp.json"];

/** Returns whether a folder has resources that are used only if it is trusted. Apart from settings that may have hooks, it opens nothing. */
export function hasProtectedResources(cwd: string, scope: Partial<DiscoveryScope> = {}): boolean {
  return findProtectedResources(cwd, scope).length > 0;
}

/** Returns the paths that trust is needed for, to show them with the question. */
export function findProtectedResources(cwd: string, scope: Partial<DiscoveryScope> = {}): string[] {
  const own = { home: homedir(), agentDir: getAgentDir(), folders: new Map() };
  const full: DiscoveryScope = { ...own, ...scope, cwd, projectTrusted: true };
  const places = CAPABILITIES.flatMap((capability) => locate(capability, full))
    .filter(({ level }) => level === "project")
    .map(({ path }) => path);
  const settings = [getProjectDir(cwd), getInheritedProjectDir(cwd)].map((folder) => getSettingsPath(folder));
  const servers = LSP_FILES.map((name) => join(cwd, name));
  return [...new Set([...settings, ...places, ...servers])]
    .filter((path) => isFolderThere(dirname(path), full) && isThere(path))
    .concat(findForeignContext(full));
}

function isThere(path: string): boolean {
  if (isFolder(path)) return readFolder(path).length > 0;
  // Most settings of another agent mean nothing here; only those with hooks need trust.
  return path.includes("/.claude/settings.") ? mayHaveHooks(path) : existsSync(path);
}

/** Returns whether a settings file may define hooks. */
export function mayHaveHooks(path: string): boolean {
  return readFile(path).text?.includes('"hooks"') === true;
}
