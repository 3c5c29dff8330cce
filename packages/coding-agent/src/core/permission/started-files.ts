import { existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { BackgroundSearch } from "../files/background-search.ts";
import { linkTarget } from "../files/link-target.ts";
import type { SettingsStore } from "../settings/index.ts";
import { isWithin } from "./rule-paths.ts";

export interface StartedFilesPlace {
  readonly settings: SettingsStore;
  readonly agentDir: string;
  /** Folders in which the model works, the working directory first. */
  readonly roots: readonly string[];
}

const searches = new BackgroundSearch();

/**
 * Resolves to the files of the workspace that hooks and MCP servers name in their commands. Tau starts these programs
 * outside of the sandbox and without a question, so the model must not change them unasked. The first search is awaited;
 * later ones run in the background.
 */
export async function startedFiles(place: StartedFilesPlace): Promise<readonly string[]> {
  const key = [place.agentDir, place.settings.isProjectTrusted(), ...place.roots].join("\0");
  return await searches.find(key, () => find(place));
}

async function find({ settings, agentDir, roots }: StartedFilesPlace): Promise<string[]> {
  const [cwd = "/"] = roots;
  const [{ loadHookSettings }, { loadMcpServers }] = await Promise.all([
    import("../resources/load-hook-settings.ts"),
    import("../resources/load-mcp-servers.ts"),
  ]);
  const scope = { cwd, agentDir, home: homedir(), projectTrusted: settings.isProjectTrusted() };
  const [hooks, { servers }] = await Promise.all([loadHookSettings(scope, settings), loadMcpServers(scope)]);
  const files = [
    ...hooks.items.flatMap((each) => textsIn(each.hooks)).flatMap((text) => filesNamed(text, cwd)),
    ...servers.flatMap(({ config: { command = "", args = [], cwd: own = "" } }) =>
      [command, ...args].flatMap((text) => filesNamed(text, resolve(cwd, own))),
    ),
  ];
  const all = new Set(files.flatMap((path) => [path, linkTarget(path)]));
  return [...all].filter((path) => roots.some((root) => isWithin(root, path) || isWithin(linkTarget(root), path)));
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Returns the files that the words of a command line name. */
function filesNamed(text: string, cwd: string): string[] {
  const words = text
    .replace(/\$\{?(?:CLAUDE_PROJECT_DIR|PWD)\}?/g, cwd)
    .replace(/\$\{?HOME\}?|~(?=\/)/g, homedir())
    // A quote may end within a word: "$CLAUDE_PROJECT_DIR"/scripts/check.sh
    .replace(/["']/g, "")
    .split(/[\s;|&()<>=`]+/);
  return words
    .filter((word) => word !== "")
    .map((word) => resolve(cwd, word))
    .filter((path) => existsSync(path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true);
}
