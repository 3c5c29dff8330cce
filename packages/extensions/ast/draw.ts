import type { Theme, ToolRenderContext } from "@tau/coding-agent";
import { type Component, neutralize, neutralizeLine, Text } from "@tau/tui";

const SHOWN_LINES = 12;

export function drawCall(name: string, pattern: string, paths: readonly string[], theme: Theme): Component {
  const where = paths.length > 0 ? theme.fg("muted", ` in ${neutralizeLine(paths.join(", "))}`) : "";
  return new Text(
    `${theme.fg("toolTitle", theme.bold(name))} ${theme.fg("accent", neutralizeLine(pattern))}${where}`,
    0,
    0,
  );
}

/** Draws the text for the model: headings bold, removed and added code in the colours of a diff. */
export function drawResult(
  text: string,
  theme: Theme,
  { expanded, keyText }: Pick<ToolRenderContext, "expanded" | "keyText">,
): Component {
  const lines = neutralize(text).split("\n");
  const shown = expanded ? lines : lines.slice(0, SHOWN_LINES);
  const hidden = lines.length - shown.length;
  const drawn = shown.map((line) => drawLine(line, theme));
  if (hidden > 0) drawn.push(theme.fg("dim", `… ${hidden} more lines (${keyText("app.tools.expand")} shows all)`));
  return new Text(drawn.join("\n"), 0, 0);
}

function drawLine(line: string, theme: Theme): string {
  if (line.startsWith("# ")) return theme.bold(line.slice(2));
  if (/^-\S*\|/.test(line)) return theme.fg("toolDiffRemoved", line);
  if (/^\+\S*\|/.test(line)) return theme.fg("toolDiffAdded", line);
  return line.startsWith("  meta: ") ? theme.fg("dim", line) : theme.fg("toolOutput", line);
}
