import { cp, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { getDefaultSessionDir, readSessionHeader } from "@tau/agent/node";
import { parse } from "jsonc-parser";
import { isObject } from "../../core/json-file/index.ts";
import type { ImportSource } from "./source.ts";

export interface ImportPlan {
  readonly source: ImportSource;
  /** The other agent's home. */
  readonly from: string;
  /** Tau's. */
  readonly to: string;
  readonly withCredentials: boolean;
  readonly dryRun: boolean;
}

export interface ImportOutcome {
  readonly what: string;
  readonly result: "taken over" | "kept: it is there already" | "left out: ask with --credentials";
}

/** Takes over what Tau does not have yet. Nothing of the user's is overwritten, and nothing at the source is touched. */
export async function importFiles(plan: ImportPlan): Promise<ImportOutcome[]> {
  const { source, withCredentials } = plan;
  const outcomes: ImportOutcome[] = [];
  for (const [from, to] of Object.entries(source.merged)) outcomes.push(...(await merge(plan, from, to)));
  for (const [from, to] of Object.entries(source.copied)) outcomes.push(...(await copy(plan, from, to)));
  for (const [from, to] of Object.entries(source.credentials)) {
    if (withCredentials) outcomes.push(...(await copy(plan, from, to)));
    else if (await exists(join(plan.from, from)))
      outcomes.push({ what: from, result: "left out: ask with --credentials" });
  }
  if (source.sessions !== undefined) outcomes.push(...(await copySessions(plan, source.sessions)));
  return outcomes;
}

async function merge(plan: ImportPlan, from: string, to: string): Promise<ImportOutcome[]> {
  const theirs = await readObject(join(plan.from, from));
  if (!theirs) return [];
  const path = join(plan.to, to);
  const ours = (await readObject(path)) ?? {};
  const added = Object.fromEntries(Object.entries(theirs).filter(([key]) => !Object.hasOwn(ours, key)));
  if (Object.keys(added).length === 0) return [{ what: from, result: "kept: it is there already" }];
  if (!plan.dryRun) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, `${JSON.stringify({ ...ours, ...added }, null, 2)}\n`);
  }
  return [{ what: `${from} (${Object.keys(added).join(", ")})`, result: "taken over" }];
}

async function copy(plan: ImportPlan, from: string, to: string): Promise<ImportOutcome[]> {
  const source = join(plan.from, from);
  const found = await stat(source).catch(() => undefined);
  if (!found) return [];
  if (!found.isDirectory()) return [await copyOne(plan, source, join(plan.to, to), from)];
  const names = await readdir(source);
  return await Promise.all(
    names.map((name) => copyOne(plan, join(source, name), join(plan.to, to, name), join(from, name))),
  );
}

async function copyOne(plan: ImportPlan, source: string, target: string, what: string): Promise<ImportOutcome> {
  if (await exists(target)) return { what, result: "kept: it is there already" };
  if (!plan.dryRun) {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await cp(source, target, { recursive: true, errorOnExist: true, force: false });
  }
  return { what, result: "taken over" };
}

/** Each session goes to the folder of its project. */
async function copySessions(plan: ImportPlan, folder: string): Promise<ImportOutcome[]> {
  const files = await readdir(join(plan.from, folder), { recursive: true }).catch(() => []);
  const outcomes: ImportOutcome[] = [];
  for (const file of files.filter((name) => name.endsWith(".jsonl"))) {
    const path = join(plan.from, folder, file);
    const header = readSessionHeader(path);
    if (!header) continue;
    const target = join(getDefaultSessionDir(header.cwd, plan.to), basename(file));
    outcomes.push(await copyOne(plan, path, target, join(folder, file)));
  }
  return outcomes;
}

async function readObject(path: string): Promise<Record<string, unknown> | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text !== undefined && path.endsWith(".yml"))
    return (await import("../../core/settings/omp-config.ts")).settingsOfOmpConfig(text);
  const value: unknown = text === undefined ? undefined : parse(text);
  return isObject(value) ? value : undefined;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
