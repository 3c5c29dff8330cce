import { existsSync } from "node:fs";
import { glob } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import type { Task } from "../task.ts";
import { firstFile } from "./first-file.ts";

type Manager = "bun" | "pnpm" | "yarn" | "npm";

/** The first manager whose lockfile exists runs the scripts. */
const LOCKFILES: readonly (readonly [Manager, readonly string[]])[] = [
  ["bun", ["bun.lock", "bun.lockb"]],
  ["pnpm", ["pnpm-lock.yaml"]],
  ["yarn", ["yarn.lock"]],
  ["npm", ["package-lock.json"]],
];

interface PackageFile {
  readonly name?: unknown;
  readonly scripts?: unknown;
  readonly workspaces?: unknown;
}

/** Resolves to the scripts of the folder's package, and those of its workspaces as `<package>/<script>`, each run in its own folder. */
export async function packageTasks(cwd: string): Promise<Task[] | undefined> {
  const root = await readPackage(cwd);
  if (!root) return undefined;
  const manager = packageManager(cwd);
  const tasks = scriptsOf(root).map((script) => task(manager, script));
  for (const directory of await workspacesOf(cwd, root)) {
    const inner = await readPackage(join(cwd, directory));
    const name = typeof inner?.name === "string" && inner.name !== "" ? inner.name : directory;
    for (const script of inner ? scriptsOf(inner) : [])
      tasks.push({ ...task(manager, script), name: `${name}/${script}`, directory });
  }
  return tasks;
}

export function packageManager(cwd: string, path = process.env.PATH ?? ""): Manager {
  const locked = LOCKFILES.find(([, files]) => files.some((file) => existsSync(join(cwd, file))));
  if (locked) return locked[0];
  return path.split(delimiter).some((folder) => folder !== "" && existsSync(join(folder, "bun"))) ? "bun" : "npm";
}

/** Returns the task of a script. npm takes arguments that begin with a dash for its own options, unless they come after `--`. */
function task(manager: Manager, script: string): Task {
  const quoted = /^[\w:./-]+$/.test(script) ? script : `'${script.replaceAll("'", "'\\''")}'`;
  return {
    name: script,
    command: `${manager} run ${quoted}`,
    ...(manager === "npm" ? { separator: "--" } : {}),
  };
}

async function readPackage(folder: string): Promise<PackageFile | undefined> {
  const text = await firstFile(folder, ["package.json"]);
  return text === undefined ? undefined : (JSON.parse(text) as PackageFile);
}

function scriptsOf({ scripts }: PackageFile): string[] {
  return typeof scripts === "object" && scripts !== null && !Array.isArray(scripts) ? Object.keys(scripts) : [];
}

/** Resolves to the folders of workspaces, relative to the root and sorted by name. */
async function workspacesOf(cwd: string, { workspaces }: PackageFile): Promise<string[]> {
  const listed = Array.isArray(workspaces) ? workspaces : (workspaces as { packages?: unknown } | undefined)?.packages;
  const patterns = [...(Array.isArray(listed) ? listed : []), ...(await pnpmPatterns(cwd))].filter(
    (pattern) => typeof pattern === "string",
  );
  const wanted = patterns.filter((pattern) => !pattern.startsWith("!")).map((pattern) => `${pattern}/package.json`);
  if (wanted.length === 0) return [];
  const unwanted = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  const found = new Set<string>();
  for await (const file of glob(wanted, { cwd, exclude: ["**/node_modules/**", ...unwanted] }))
    if (!file.includes("node_modules")) found.add(dirname(file));
  return [...found].sort();
}

async function pnpmPatterns(cwd: string): Promise<string[]> {
  const text = (await firstFile(cwd, ["pnpm-workspace.yaml"])) ?? "";
  const list = /^packages:\s*\n((?:\s*(?:-.*|#.*)?\n?)*)/m.exec(text)?.[1] ?? "";
  return [...list.matchAll(/^\s*-\s*(["']?)(.+?)\1\s*(?:#.*)?$/gm)].map((match) => match[2] as string);
}
