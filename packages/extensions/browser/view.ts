import type { Theme, ToolRenderContext } from "@tau/coding-agent";
import { type Component, neutralize, neutralizeLine, Text } from "@tau/tui";
import type { BrowserParams } from "./tool.ts";

const FOLDED_LINES = 8;

/** Draws the action and its target; of a script, the first lines. */
export function drawCall(
  { action, name, url, app, code, all }: Partial<BrowserParams>,
  theme: Theme,
  { expanded, keyText }: Pick<ToolRenderContext, "expanded" | "keyText">,
): Component {
  const target = [
    ...(name === undefined || name === "main" ? [] : [name]),
    url ?? app?.cdp_url ?? app?.path ?? (all ? "all tabs" : ""),
  ].join(" ");
  const title = `${theme.fg("toolTitle", theme.bold(`browser ${action ?? ""}`.trimEnd()))} ${theme.fg("accent", neutralizeLine(target))}`;
  const lines = typeof code === "string" ? neutralize(code).trim().split("\n") : [];
  const shown = expanded ? lines : lines.slice(0, FOLDED_LINES);
  const hidden = lines.length - shown.length;
  const more = hidden > 0 ? [theme.fg("dim", `… ${hidden} more lines (${keyText("app.tools.expand")} shows all)`)] : [];
  return new Text([title.trimEnd(), ...shown.map((line) => theme.fg("toolOutput", line)), ...more].join("\n"), 0, 0);
}
