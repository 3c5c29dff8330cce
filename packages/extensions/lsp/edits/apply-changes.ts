import { mkdir, readFile, rename } from "node:fs/promises";
import { dirname, relative } from "node:path";
import type { ExtensionToolContext } from "@tau/coding-agent";
import { LspError, messageOf } from "../lsp-error.ts";
import type { FileChange } from "./edit-plan.ts";

/** Runs other tools, with the same checks as the model's own calls. */
export type ToolRunner = Pick<ExtensionToolContext, "executeTool">;

/**
 * Makes planned changes by calls of `write` and `bash`, so that permissions are asked for and undo records every file. If one of them fails or
 * is refused, the earlier ones are reverted.
 */
export async function applyChanges(
  changes: readonly FileChange[],
  tools: ToolRunner,
  signal?: AbortSignal,
): Promise<void> {
  const done: FileChange[] = [];
  try {
    for (const change of inOrder(changes)) {
      signal?.throwIfAborted();
      await assertUnchanged(change);
      await make(change, tools, signal);
      done.push(change);
    }
  } catch (error) {
    throw failure(error, await revert(done, tools));
  }
}

function failure(cause: unknown, kept: readonly string[]): LspError {
  const files = kept.join(", ");
  const outcome =
    kept.length > 0 ? `These files stay changed, because reverting them failed too: ${files}.` : "No file was changed.";
  return new LspError("bad-edit", `${messageOf(cause)}\n${outcome}`, { cause });
}

/** Moves come before deletions: the source of a move is a file that is deleted, too. */
function inOrder(changes: readonly FileChange[]): FileChange[] {
  const moved = new Set(changes.map(({ movedFrom }) => movedFrom));
  return changes
    .filter(({ path, after }) => after !== undefined || !moved.has(path))
    .toSorted((a, b) => rank(a) - rank(b));
}

function rank({ movedFrom, after }: FileChange): number {
  if (movedFrom !== undefined) return 0;
  return after === undefined ? 2 : 1;
}

async function assertUnchanged({ path, before }: FileChange): Promise<void> {
  const present = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (present !== before) throw new LspError("bad-edit", `${path} changed on disk meanwhile.`);
}

async function make({ path, after, movedFrom }: FileChange, tools: ToolRunner, signal?: AbortSignal): Promise<void> {
  if (after === undefined) return await shell(`rm -- ${quoted(path)}`, tools, signal);
  if (movedFrom !== undefined) {
    const folder = quoted(dirname(path));
    await shell(`mkdir -p -- ${folder} && mv -n -- ${quoted(movedFrom)} ${quoted(path)}`, tools, signal);
    if ((await readFile(path, "utf8")) === after) return;
  }
  await call("write", { path, content: after }, tools, signal);
}

/** Reverts changes, the last first. Resolves to the files for which that failed. */
async function revert(done: readonly FileChange[], tools: ToolRunner): Promise<string[]> {
  const kept: string[] = [];
  for (const { path, before, movedFrom } of done.toReversed()) {
    try {
      if (movedFrom !== undefined) await shell(`mv -n -- ${quoted(path)} ${quoted(movedFrom)}`, tools);
      else if (before === undefined) await shell(`rm -- ${quoted(path)}`, tools);
      else await call("write", { path, content: before }, tools);
    } catch {
      // The caller reports the file.
      kept.push(path);
    }
  }
  return kept;
}

async function shell(command: string, tools: ToolRunner, signal?: AbortSignal): Promise<void> {
  await call("bash", { command }, tools, signal);
}

async function call(name: string, args: object, { executeTool }: ToolRunner, signal?: AbortSignal): Promise<void> {
  const { result, isError } = await executeTool(name, args, signal ? { signal } : {});
  if (!isError) return;
  const text = result.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
  throw new LspError("bad-edit", text);
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}

/** Moves a file or folder whose paths the permission policy has already accepted. */
export async function moveOnDisk(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
}

/** Returns one line for each changed file. */
export function describeChanges(changes: readonly FileChange[], cwd: string): string[] {
  const name = (path: string) => relative(cwd, path);
  const moved = new Set(changes.map(({ movedFrom }) => movedFrom));
  return changes
    .filter(({ path, after }) => after !== undefined || !moved.has(path))
    .map(({ path, before, after, movedFrom }) => {
      if (after === undefined) return `  deleted ${name(path)}`;
      if (movedFrom !== undefined) return `  moved ${name(movedFrom)} to ${name(path)}`;
      if (before === undefined) return `  created ${name(path)}`;
      return `  changed ${name(path)}${linesText(changedLines(before, after))}`;
    });
}

/** Returns the numbers of the new lines that differ, if the change added and removed no line. */
function changedLines(before: string, after: string): number[] {
  const [old, fresh] = [before.split("\n"), after.split("\n")];
  if (old.length !== fresh.length) return [];
  return fresh.flatMap((line, index) => (line === old[index] ? [] : [index + 1]));
}

const MOST_NUMBERS = 10;

function linesText(numbers: readonly number[]): string {
  if (numbers.length === 0) return "";
  const more = numbers.length > MOST_NUMBERS ? ` and ${numbers.length - MOST_NUMBERS} more` : "";
  return ` (line${numbers.length === 1 ? "" : "s"} ${numbers.slice(0, MOST_NUMBERS).join(", ")}${more})`;
}
