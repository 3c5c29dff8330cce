import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { AgentToolResult } from "@tau/agent";
import type { ExtensionAPI, ExtensionToolContext, Theme } from "@tau/coding-agent";
import { type Component, neutralizeLine, Text } from "@tau/tui";
import type { TSchema } from "typebox";
import type { SessionKernels } from "../session-kernels.ts";
import { LEAST_SECONDS, MOST_SECONDS } from "../settings.ts";
import { drawCode, drawOutput, linesOf } from "../view.ts";
import {
  editNotebook,
  type NotebookCell,
  type NotebookEdit,
  NotebookError,
  parseNotebook,
  sourceOf,
} from "./notebook-file.ts";
import { type NotebookOutcome, type RanCell, runNotebook } from "./run-notebook.ts";
import { spliceCells } from "./splice-cells.ts";
import { type NotebookParams, notebook } from "./tool.ts";

/** As much as `edit` accepts: notebooks with images are large. */
const MOST_BYTES = 256 * 1024 * 1024;

export interface NotebookDetails {
  readonly action: NotebookParams["action"];
  readonly cells: number;
  readonly ran?: readonly { readonly cell: number; readonly durationMs: number }[];
}

type Result = AgentToolResult<NotebookDetails>;

export function registerNotebook(pi: ExtensionAPI, kernels: SessionKernels): void {
  pi.registerTool<TSchema, NotebookDetails>({
    ...notebook,
    parameters: notebook.parameters as object as TSchema,
    reachesTools: (input) => (input.action === "run" ? "all" : []),
    execute: async (id, params, signal, _onUpdate, ctx) => {
      // The arguments were already validated against the schema.
      const given = params as NotebookParams;
      if (given.action !== "run") return await edit(pi, given, ctx);
      return await run(pi, kernels, given, { id, signal, ctx });
    },
    renderCall: (args, theme, row) => drawCall(args as Partial<NotebookParams>, theme, row),
    renderResult: ({ content }, _options, theme, row) =>
      linesOf(
        drawOutput(content.map((block) => (block.type === "text" ? block.text : "")).join("\n"), theme, row),
        row.expanded,
      ),
  });
}

async function edit(pi: ExtensionAPI, params: NotebookParams, { cwd }: ExtensionToolContext): Promise<Result> {
  const { path, action } = params;
  let count = 0;
  if (action !== "insert" && !existsSync(resolve(cwd, path))) throw new NotebookError(`There is no file ${path}.`);
  const apply = (text: string) => {
    const before = parseNotebook(path, text);
    const made = editNotebook(before, editOf(params, before.cells.length));
    count = before.cells.length - made.removed + made.cells.length;
    return spliceCells(text, [made]);
  };
  await pi.files.change([{ path, apply, isNewIfMissing: true }], { cwd });
  const done = { replace: "Replaced", insert: "Inserted", delete: "Deleted", run: "Ran" }[action];
  const at = action === "insert" ? (params.cell ?? count - 1) + 1 : params.cell;
  return {
    content: [
      { type: "text", text: `${done} cell ${at} of ${path}. It has ${count} ${count === 1 ? "cell" : "cells"} now.` },
    ],
    details: { action, cells: count },
  };
}

function editOf({ action, cell, source, type }: NotebookParams, count: number): NotebookEdit {
  if (action === "insert") {
    if (source === undefined) throw new NotebookError("insert needs source: the text of the new cell.");
    return { action, cell: cell ?? count, source, type: type ?? "code" };
  }
  if (cell === undefined) throw new NotebookError(`${action} needs cell: the number of the cell, from 1 to ${count}.`);
  if (action === "delete") return { action, cell };
  if (source === undefined) throw new NotebookError("replace needs source: the new text of the cell.");
  return { action: "replace", cell, source, ...(type === undefined ? {} : { type }) };
}

async function run(
  pi: ExtensionAPI,
  kernels: SessionKernels,
  { path, cell, cells = cell?.toString(), timeout }: NotebookParams,
  call: { readonly id: string; readonly signal: AbortSignal | undefined; readonly ctx: ExtensionToolContext },
): Promise<Result> {
  const { ctx } = call;
  const seconds = Math.min(Math.max(timeout ?? kernels.settings().timeoutMs / 1000, LEAST_SECONDS), MOST_SECONDS);
  if (!existsSync(resolve(ctx.cwd, path))) throw new NotebookError(`There is no file ${path}.`);
  const text = await pi.files.readText(resolve(ctx.cwd, path), { maxBytes: MOST_BYTES });
  if (text === undefined) throw new NotebookError(`${path} is no notebook: it is no text file of at most 256 MB.`);
  const file = parseNotebook(path, text);
  const outcome = await runNotebook(kernels, { ...call, notebook: file, cells, timeoutMs: seconds * 1000 });
  const unsaved = await save(pi, path, ctx.cwd, outcome.ran);
  const note = unsaved.length === 0 ? "" : `\n[${unsavedText(unsaved, path)}]`;
  const [first, ...images] = outcome.content;
  const said = first?.type === "text" ? first.text : "";
  return {
    content: [{ type: "text", text: `${said}${note}` }, ...images],
    details: detailsOf(outcome, file.cells.length),
    ...(outcome.isFailed ? { isError: true } : {}),
  };
}

function detailsOf({ ran }: NotebookOutcome, cells: number): NotebookDetails {
  const shown = ran.map(({ number, durationMs }) => ({ cell: number, durationMs: Math.round(durationMs) }));
  return { action: "run", cells, ran: shown };
}

function unsavedText(numbers: readonly number[], path: string): string {
  const cells = numbers.length === 1 ? `cell ${numbers[0]}` : `cells ${numbers.join(", ")}`;
  return `The outputs of ${cells} were not stored: ${path} was changed while it ran.`;
}

/** Stores the outputs of cells that are still what ran. Resolves to the numbers of the others. */
async function save(pi: ExtensionAPI, path: string, cwd: string, ran: readonly RanCell[]): Promise<number[]> {
  const all = ran.map(({ number }) => number);
  // A notebook that was deleted meanwhile stays deleted.
  if (!existsSync(resolve(cwd, path))) return all;
  let unsaved: number[] = [];
  const apply = (text: string) => {
    const cells = cellsOf(path, text);
    const stored = ran.flatMap(({ number, source, outputs, executionCount }) => {
      const cell = cells[number - 1];
      if (cell?.cell_type !== "code" || sourceOf(cell) !== source) return [];
      return [{ at: number - 1, removed: 1, cells: [{ ...cell, execution_count: executionCount, outputs }] }];
    });
    unsaved = all.filter((number) => !stored.some(({ at }) => at === number - 1));
    return stored.length === 0 ? text : spliceCells(text, stored);
  };
  await pi.files.change([{ path, apply }], { cwd });
  return unsaved;
}

/** Returns the cells, or none if the text is no notebook any more. */
function cellsOf(path: string, text: string): readonly NotebookCell[] {
  try {
    return parseNotebook(path, text).cells;
  } catch (error) {
    if (error instanceof NotebookError) return [];
    throw error;
  }
}

function drawCall(
  { action, path, cell, cells, source }: Partial<NotebookParams>,
  theme: Theme,
  row: Parameters<typeof drawCode>[3],
): Component {
  const which = cell ?? cells;
  const head = `${theme.fg("toolTitle", theme.bold(`notebook ${action ?? ""}`))} ${theme.fg("accent", neutralizeLine(path ?? ""))}`;
  const title = which === undefined ? head : `${head} ${theme.fg("muted", `cell ${neutralizeLine(String(which))}`)}`;
  if (source === undefined) return new Text(title, 0, 0);
  return linesOf([title, ...drawCode(source, "python", theme, row)], row.expanded);
}
