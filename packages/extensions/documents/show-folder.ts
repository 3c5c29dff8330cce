import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { formatSize, visible } from "./text.ts";

const DEPTH = 2;
const MAX_CHILDREN = 12;
/** Files whose age is looked up; of a larger folder only the first ones by name. */
const MAX_LOOKED_AT = 2000;
/** Folders whose content is written by tools. */
const CLOSED: ReadonlySet<string> = new Set([".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv"]);

interface Child {
  readonly name: string;
  readonly kind: "folder" | "file" | "link";
  readonly size: number;
  readonly modified: number;
}

/** Shows a folder as a tree of two levels, newest first, with sizes and ages. */
export async function showFolder(folder: string, now = Date.now()): Promise<string> {
  const lines = await treeOf(folder, 1, now);
  return lines.length === 0 ? "(empty directory)\n" : `${lines.join("\n")}\n`;
}

async function treeOf(folder: string, depth: number, now: number): Promise<string[]> {
  const children = await childrenOf(folder);
  const shown = children.list.slice(0, MAX_CHILDREN);
  const indent = "  ".repeat(depth - 1);
  const lines: string[] = [];
  for (const child of shown) {
    lines.push(`${indent}${describe(child, now)}`);
    if (child.kind !== "folder" || depth >= DEPTH || CLOSED.has(child.name)) continue;
    const below = await treeOf(join(folder, child.name), depth + 1, now).catch(() => [
      `${indent}  (permission denied)`,
    ]);
    lines.push(...below);
  }
  const more = children.total - shown.length;
  return more > 0 ? [...lines, `${indent}… ${more} more`] : lines;
}

async function childrenOf(folder: string): Promise<{ list: Child[]; total: number }> {
  const names = (await readdir(folder)).sort();
  const list: Child[] = [];
  for (const name of names.slice(0, MAX_LOOKED_AT)) {
    const stats = await lstat(join(folder, name)).catch(() => undefined);
    if (!stats) continue;
    const kind = stats.isDirectory() ? "folder" : stats.isSymbolicLink() ? "link" : "file";
    list.push({ name, kind, size: stats.size, modified: stats.mtimeMs });
  }
  list.sort((a, b) => b.modified - a.modified || (a.name < b.name ? -1 : 1));
  return { list, total: names.length };
}

function describe({ name: given, kind, size, modified }: Child, now: number): string {
  const [name, age] = [visible(given), ageOf(now - modified)];
  if (kind === "folder") return `${name}/  ${age}`;
  return kind === "link" ? `${name} (link)  ${age}` : `${name}  ${formatSize(size)}  ${age}`;
}

const AGES = [
  ["y", 31_536_000_000],
  ["mo", 2_592_000_000],
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
] as const;

function ageOf(milliseconds: number): string {
  const found = AGES.find(([, length]) => milliseconds >= length);
  return found ? `${Math.floor(milliseconds / found[1])}${found[0]} ago` : "just now";
}
