import type { Theme, ToolRenderContext } from "@tau/coding-agent";
import { type Component, neutralize, neutralizeLine, Text } from "@tau/tui";
import type { LspDetails } from "./index.ts";
import type { LspParams } from "./tool.ts";

const SHOWN_LINES = 12;

/** Draws `lsp rename src/a.ts:3 old → new`. */
export function drawCall({ action, file, line, symbol, query, new_name: newName }: LspParams, theme: Theme): Component {
  const place = file === undefined ? "" : ` ${file}${line === undefined ? "" : `:${line}`}`;
  const rest = [symbol, query].filter((part) => part !== undefined && part !== "").join(" ");
  const target = newName === undefined ? "" : ` → ${newName}`;
  const title = theme.fg("toolTitle", theme.bold(`lsp ${action ?? ""}`));
  return new Text(
    `${title}${theme.fg("accent", neutralizeLine(place))}${neutralizeLine(`${rest ? ` ${rest}` : ""}${target}`)}`,
    0,
    0,
  );
}

interface DrawnResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly details?: LspDetails | undefined;
}

/** The marks around code in the Markdown of a hover, which the screen does not need. */
const FENCE = /^\s*(?:```|~~~)[\w-]*\s*$/;

/** Draws the text, or the diff of what was changed; collapsed, only the first lines. */
export function drawResult(
  { content, details }: DrawnResult,
  theme: Theme,
  { expanded, keyText }: Pick<ToolRenderContext, "expanded" | "keyText">,
): Component {
  const text = content.map((block) => block.text ?? "").join("\n");
  const [first = "", ...others] = text.split("\n").filter((line) => !FENCE.test(line));
  const lines = details?.diff ? [first, ...details.diff.split("\n")] : [first, ...others];
  const shown = expanded ? lines : lines.slice(0, SHOWN_LINES);
  const hidden = lines.length - shown.length;
  const isDiff = details?.diff !== undefined;
  const drawn = shown.map((line, index) => {
    const plain = neutralize(line);
    if (index === 0) return details?.success === false ? theme.fg("error", plain) : plain;
    return isDiff ? diffLine(plain, theme) : theme.fg("toolOutput", plain);
  });
  if (hidden > 0) drawn.push(theme.fg("dim", `… ${hidden} more lines (${keyText("app.tools.expand")} shows all)`));
  return new Text(drawn.join("\n"), 0, 0);
}

function diffLine(line: string, theme: Theme): string {
  if (line.startsWith("+")) return theme.fg("toolDiffAdded", line);
  if (line.startsWith("-")) return theme.fg("toolDiffRemoved", line);
  return theme.fg("toolDiffContext", line);
}
