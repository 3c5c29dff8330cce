import type { AgentToolResult } from "@tau/agent";
import type { Theme, ToolRenderContext } from "@tau/coding-agent";
import { type Component, neutralize, neutralizeLine, Text, truncateToWidth } from "@tau/tui";
import type { CodemodeDetails } from "./execute.ts";
import type { NestedCall } from "./nested-calls.ts";

const FOLDED_SOURCE = 6;
const FOLDED_CALLS = 5;
const FOLDED_OUTPUT = 5;

const MARKS = { running: "▸", ok: "✓", error: "✗", cancelled: "■" } as const;
const COLORS = { running: "accent", ok: "success", error: "error", cancelled: "warning" } as const;

type Row = Pick<ToolRenderContext, "expanded" | "isPartial" | "keyText">;

/** Draws the source; folded, its first lines. */
export function drawSource(code: unknown, theme: Theme, { expanded, keyText }: Row): Component {
  const title = theme.fg("toolTitle", theme.bold("codemode"));
  const lines = typeof code === "string" ? neutralize(code).trimEnd().split("\n") : [];
  const shown = expanded ? lines : lines.slice(0, FOLDED_SOURCE);
  const hidden = lines.length - shown.length;
  const numbers = String(lines.length).length;
  const source = shown.map(
    (line, index) => `${theme.fg("dim", String(index + 1).padStart(numbers))} ${theme.fg("toolOutput", line)}`,
  );
  return linesOf([title, ...source, ...more(hidden, theme, keyText)], expanded);
}

/** Draws the calls of the script, then its output. */
export function drawOutcome(result: AgentToolResult<CodemodeDetails>, theme: Theme, row: Row): Component {
  const { calls = [], count = 0 } = result.details ?? {};
  const shown = row.expanded ? calls : calls.slice(-FOLDED_CALLS);
  const hidden = count - shown.length;
  const earlier = hidden > 0 ? [theme.fg("dim", `… ${hidden} earlier ${hidden === 1 ? "call" : "calls"}`)] : [];
  const output = result.content.flatMap((block) => (block.type === "text" ? block.text.split("\n") : []));
  const outputShown = row.expanded ? output : output.slice(0, FOLDED_OUTPUT);
  const lines = [
    ...earlier,
    ...shown.map((call) => callLine(call, theme)),
    ...outputShown.map((line) => theme.fg("toolOutput", neutralizeLine(line))),
    ...more(output.length - outputShown.length, theme, row.keyText),
  ];
  return linesOf(lines, row.expanded);
}

/** Returns the line of one call of a tool: its mark, its name, its arguments, its time. */
export function callLine({ name, args, status, durationMs, error }: NestedCall, theme: Theme): string {
  const took = durationMs === undefined ? "" : ` ${Math.round(durationMs)} ms`;
  const rest = ` ${argumentsText(args)}`.trimEnd() + took;
  const failed = error === undefined ? "" : ` ${theme.fg("error", neutralizeLine(error))}`;
  return `${theme.fg(COLORS[status], MARKS[status])} ${neutralizeLine(name)}${theme.fg("dim", neutralizeLine(rest))}${failed}`;
}

/** Returns arguments without the signs of JSON: one value alone, several with their names. Arguments that were cut stay as they are. */
function argumentsText(json: string): string {
  const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch {
    return json;
  }
  if (typeof given !== "object" || given === null) return json;
  const entries = Object.entries(given);
  const [only] = entries;
  if (only && entries.length === 1) return text(only[1]);
  return entries.map(([name, value]) => `${name}: ${text(value)}`).join(", ");
}

function more(hidden: number, theme: Theme, keyText: Row["keyText"]): string[] {
  if (hidden <= 0) return [];
  const lines = hidden === 1 ? "1 more line" : `${hidden} more lines`;
  return [theme.fg("dim", `… ${lines} (${keyText("app.tools.expand")} shows all)`)];
}

/** Folded, each line takes one row; unfolded, long lines are wrapped. */
function linesOf(lines: readonly string[], expanded: boolean): Component {
  if (expanded) return new Text(lines.join("\n"), 0, 0);
  return { render: (width) => lines.map((line) => truncateToWidth(line, width, "…")), invalidate: () => undefined };
}
