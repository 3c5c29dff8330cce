import * as fs from "node:fs";
import { appendFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Cells } from "./cell-thread.ts";
import { displayBundle } from "./show-value.ts";

const URL_LIKE = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Defines the functions that every cell has. A cell may give their names another meaning. */
export function installPrelude(cells: Cells): void {
  const tool = toolsOf(cells);
  const globals = {
    tool,
    display: (...values: unknown[]) => {
      for (const value of values) cells.send({ type: "display", bundle: displayBundle(value) });
    },
    print: (...values: unknown[]) => console.log(...values),
    output: (id: number | string) => tool.read?.({ path: `artifact://${id}` }),
    require: createRequire(join(process.cwd(), "cell.js")),
    fs,
    read,
    write: (path: string, content: string) => save(path, content, writeFile),
    append: (path: string, content: string) => save(path, content, appendFile),
    sort: async (text: Lines) => likeGiven(text, linesOf(text).toSorted()),
    uniq: async (text: Lines) => likeGiven(text, [...new Set(linesOf(text))]),
    counter,
    diff: async (before: string, after: string) =>
      (await import("diff")).createTwoFilesPatch(before, after, await read(before), await read(after)),
    tree,
    env: async (name?: string, value?: unknown) => {
      if (name === undefined) return { ...process.env };
      if (value !== undefined) process.env[name] = String(value);
      return process.env[name];
    },
  };
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

type Tools = Record<string, (args?: object) => Promise<unknown>>;

/** `tool.read({ path })` calls a tool of the session with the same checks as a call of the model. */
function toolsOf(cells: Cells): Tools {
  return new Proxy({} as Tools, {
    get: (_target, name) =>
      // A promise asks for "then" and printing asks for symbols; neither means a tool.
      typeof name === "symbol" || name === "then" || name === "toJSON"
        ? undefined
        : (args: object = {}) => cells.callTool(name, args),
  });
}

type Lines = string | readonly string[];

function linesOf(text: Lines): readonly string[] {
  return typeof text === "string" ? text.replace(/\n$/, "").split("\n") : text;
}

function likeGiven(text: Lines, lines: readonly string[]): Lines {
  return typeof text === "string" ? lines.join("\n") : lines;
}

function local(path: string): string {
  if (URL_LIKE.test(path)) throw new Error(`${path} is a URL. This function takes files; tool.read takes URLs.`);
  return resolve(path.replace(/^~(?=\/|$)/, homedir()));
}

async function read(path: string, { offset = 1, limit }: { offset?: number; limit?: number } = {}): Promise<string> {
  const text = await readFile(local(path), "utf8");
  if (offset === 1 && limit === undefined) return text;
  const start = Math.max(offset, 1) - 1;
  return text
    .split("\n")
    .slice(start, limit === undefined ? undefined : start + limit)
    .join("\n");
}

async function save(path: string, content: string, by: typeof writeFile | typeof appendFile): Promise<string> {
  const file = local(path);
  await mkdir(dirname(file), { recursive: true });
  await by(file, content);
  return file;
}

async function counter(items: Lines, limit?: number): Promise<[string, number][]> {
  const counts = new Map<string, number>();
  for (const item of linesOf(items)) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1]).slice(0, limit);
}

async function tree(path = ".", { depth = 3, hidden = false } = {}): Promise<string> {
  const lines: string[] = [];
  const walk = async (folder: string, level: number) => {
    const entries = await readdir(folder, { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name.startsWith(".") && !hidden) continue;
      lines.push(`${"  ".repeat(level)}${entry.name}${entry.isDirectory() ? "/" : ""}`);
      if (entry.isDirectory() && level + 1 < depth) await walk(join(folder, entry.name), level + 1);
    }
  };
  await walk(local(path), 0);
  return lines.join("\n");
}
