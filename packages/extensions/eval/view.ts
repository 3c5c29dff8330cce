import type { AgentToolResult } from "@tau/agent";
import type { Theme, ToolRenderContext } from "@tau/coding-agent";
import { type Component, neutralize, neutralizeLine, Text, truncateToWidth, wrapTextWithAnsi } from "@tau/tui";
import { callLine } from "../codemode/view.ts";
import { NAMES } from "./cells/choose-language.ts";
import { type Cell, parseCells } from "./cells/parse-cells.ts";
import type { EvalDetails, ShownCell } from "./run-cells.ts";

const FOLDED_CODE = 10;
const FOLDED_OUTPUT = 10;
const FOLDED_CALLS = 5;
/** Folded, so few lines of output, such as the reason of a failure, are wrapped instead of cut. */
const FEW_LINES = 6;
const MOST_ROWS = 3;
const MOST_WRAPPED = 1000;
const MARKS = { pending: "○", running: "▸", complete: "✓", error: "✗" } as const;
const COLORS = { pending: "dim", running: "accent", complete: "success", error: "error" } as const;

type Row = Pick<ToolRenderContext, "expanded" | "keyText" | "highlight">;

/** Draws the code of the cells; folded, the first lines of each. */
export function drawCells(input: unknown, theme: Theme, row: Row): Component {
  const cells = typeof input === "string" ? cellsIn(input) : [];
  const lines = cells.flatMap((cell, index) => [
    [theme.fg("toolTitle", theme.bold(index === 0 ? "eval" : "    ")), heading(cell, theme)].join(" "),
    ...drawCode(cell.code, cell.isTypeScript ? "typescript" : LANGUAGE[cell.language ?? "py"], theme, row),
  ]);
  return linesOf(lines.length > 0 ? lines : [theme.fg("toolTitle", theme.bold("eval"))], row.expanded);
}

const LANGUAGE = { py: "python", js: "javascript" } as const;

/** Returns coloured lines of code; folded, the first ones. */
export function drawCode(code: string, language: string, theme: Theme, row: Row): string[] {
  const plain = neutralize(code).trimEnd().split("\n");
  const shown = row.expanded ? plain : plain.slice(0, FOLDED_CODE);
  const text = shown.join("\n");
  const painted = row.highlight?.(text, language) ?? shown.map((line) => theme.fg("toolOutput", line));
  return [...painted, ...more(plain.length - shown.length, theme, row.keyText)];
}

/** While the arguments stream in, a program may not be readable yet. */
function cellsIn(input: string): readonly Cell[] {
  try {
    return parseCells(input).cells;
  } catch {
    return [{ code: input }];
  }
}

function heading({ language, title }: Pick<Cell, "language" | "title">, theme: Theme): string {
  const name = language === undefined ? "" : theme.fg("muted", NAMES[language]);
  return [name, title === undefined ? "" : theme.fg("accent", neutralizeLine(title))].filter(Boolean).join(" ");
}

/** Draws the states of the cells, the calls of tools, and the end of the output. */
export function drawResult(result: AgentToolResult<EvalDetails>, theme: Theme, row: Row): Component {
  const { cells = [], calls = [], count = 0 } = result.details ?? {};
  const shownCalls = row.expanded ? calls : calls.slice(-FOLDED_CALLS);
  const hidden = count - shownCalls.length;
  const states = cells.length > 1 || cells.some(({ status }) => status === "running") ? cells : [];
  const output = drawOutput(textOf(result.content), theme, row);
  return linesOf(
    [
      ...states.map((cell, index) => stateLine(cell, index, theme)),
      ...(hidden > 0 ? [theme.fg("dim", `… ${hidden} earlier ${hidden === 1 ? "call" : "calls"}`)] : []),
      ...shownCalls.map((call) => callLine(call, theme)),
      ...output,
    ],
    row.expanded,
    rowsFor(output),
  );
}

function textOf(content: AgentToolResult["content"]): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
}

/** Returns the lines of an output; folded, the last ones. */
export function drawOutput(text: string, theme: Theme, row: Row): string[] {
  const output = text.trimEnd() === "" ? [] : text.trimEnd().split("\n");
  const shown = row.expanded ? output : output.slice(-FOLDED_OUTPUT);
  return [
    ...more(output.length - shown.length, theme, row.keyText),
    ...shown.map((line) => theme.fg("toolOutput", neutralizeLine(line))),
  ];
}

function stateLine({ status, title, language, durationMs }: ShownCell, index: number, theme: Theme): string {
  const took = durationMs === undefined ? "" : theme.fg("dim", ` ${durationMs} ms`);
  const name = neutralizeLine(title ?? `cell ${index + 1}`);
  return `${theme.fg(COLORS[status], MARKS[status])} ${NAMES[language]} ${name}${took}`;
}

function more(hidden: number, theme: Theme, keyText: Row["keyText"]): string[] {
  if (hidden <= 0) return [];
  const lines = hidden === 1 ? "1 more line" : `${hidden} more lines`;
  return [theme.fg("dim", `… ${lines} (${keyText("app.tools.expand")} shows all)`)];
}

/** Returns how many rows a line of an output may take: a few lines have room to be wrapped. */
export function rowsFor(output: readonly string[]): number {
  return output.length <= FEW_LINES ? MOST_ROWS : 1;
}

/** Folded, each line takes at most `rows`; unfolded, long lines are wrapped. */
export function linesOf(lines: readonly string[], expanded: boolean, rows = 1): Component {
  if (expanded) return new Text(lines.join("\n"), 0, 0);
  return { render: (width) => lines.flatMap((line) => rowsOf(line, width, rows)), invalidate: () => undefined };
}

function rowsOf(line: string, width: number, rows: number): string[] {
  if (rows === 1 || line.length > MOST_WRAPPED) return [truncateToWidth(line, width, "…")];
  const wrapped = wrapTextWithAnsi(line, width);
  if (wrapped.length <= rows) return wrapped;
  return [...wrapped.slice(0, rows - 1), truncateToWidth(wrapped.slice(rows - 1).join(" "), width, "…")];
}
