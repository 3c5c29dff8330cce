import type { Theme, ToolRenderContext } from "@tau/coding-agent";
import { type Component, neutralize, neutralizeLine, Text } from "@tau/tui";
import type { GithubArguments } from "./tool.ts";

const SHOWN_LINES = 8;

export function drawCall(args: Partial<GithubArguments>, theme: Theme): Component {
  const { op = "", repo, query, title, run, branch } = args;
  const pr = typeof args.pr === "string" ? args.pr : args.pr?.join(", ");
  const what = [query, title, pr, run, branch, repo].filter((each) => each !== undefined && each !== "").join(" · ");
  const name = theme.fg("toolTitle", theme.bold(`github ${neutralizeLine(String(op))}`));
  return new Text(what === "" ? name : `${name} ${theme.fg("accent", neutralizeLine(what))}`, 0, 0);
}

export function drawResult(
  content: readonly { readonly type: string; readonly text?: string }[],
  { expanded, isError, keyText }: Pick<ToolRenderContext, "expanded" | "isError" | "keyText">,
  theme: Theme,
): Component {
  const lines = neutralize(content.map((block) => block.text ?? "").join("\n"))
    .trimEnd()
    .split("\n");
  const shown = expanded ? lines : lines.slice(0, SHOWN_LINES);
  const hidden = lines.length - shown.length;
  const text = theme.fg(isError ? "error" : "toolOutput", shown.join("\n"));
  if (hidden === 0) return new Text(text, 0, 0);
  const more = `… ${hidden} more lines (${keyText("app.tools.expand")} shows all)`;
  return new Text(`${text}\n${theme.fg("dim", more)}`, 0, 0);
}
