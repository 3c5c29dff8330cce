import type { Theme, ToolRenderContext } from "@tau/coding-agent";
import { type Component, neutralize, neutralizeLine, Text } from "@tau/tui";
import type { DebugParams } from "./tool.ts";

const SHOWN_LINES = 12;

/** Draws `debug set_breakpoint stats.py:7 if total > 3`. */
export function drawCall(params: DebugParams, theme: Theme): Component {
  const title = theme.fg("toolTitle", theme.bold(`debug ${params.action ?? ""}`));
  const subject = neutralizeLine(subjectOf(params));
  const condition = params.condition === undefined ? "" : ` if ${neutralizeLine(params.condition)}`;
  return new Text(`${title}${subject ? ` ${theme.fg("accent", subject)}` : ""}${condition}`, 0, 0);
}

function subjectOf(params: DebugParams): string {
  const { program, args = [], pid, port, file, line, expression, value, command, variable_ref: reference } = params;
  if (program !== undefined) return [program, ...args].join(" ");
  if (file !== undefined) return line === undefined ? file : `${file}:${line}`;
  if (expression !== undefined) return value === undefined ? expression : `${expression} = ${value}`;
  const others = [
    params.function === undefined ? undefined : `${params.function}()`,
    params.exceptions?.join(", "),
    pid === undefined ? undefined : `process ${pid}`,
    port === undefined ? undefined : `${params.host ?? "127.0.0.1"}:${port}`,
    command,
    params.name ?? params.data_id,
    params.memory_reference ?? params.instruction_reference,
    reference === undefined ? undefined : String(reference),
  ];
  return others.find((each) => each !== undefined) ?? "";
}

interface DrawnResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
}

/** Draws the text; the line where the program stopped stands out. Collapsed, only the first lines are drawn. */
export function drawResult(
  { content }: DrawnResult,
  theme: Theme,
  { expanded, isError, keyText }: Pick<ToolRenderContext, "expanded" | "isError" | "keyText">,
): Component {
  const lines = content
    .map((block) => block.text ?? "")
    .join("\n")
    .split("\n");
  const shown = expanded ? lines : lines.slice(0, SHOWN_LINES);
  const hidden = lines.length - shown.length;
  const drawn = shown.map((line) => (isError ? theme.fg("error", neutralize(line)) : lineOf(neutralize(line), theme)));
  if (hidden > 0) drawn.push(theme.fg("dim", `… ${hidden} more lines (${keyText("app.tools.expand")} shows all)`));
  return new Text(drawn.join("\n"), 0, 0);
}

function lineOf(line: string, theme: Theme): string {
  if (/^\s*→/.test(line)) return theme.fg("accent", line);
  // What the model needs to ask on is of less interest to a reader.
  const references = /\s+\[(?:frame_id|scope_id|variable_ref|memory|instruction) [^\]]*\]/g;
  const plain = line.replaceAll(references, (found) => theme.fg("dim", found));
  return /^(?:Stopped|Launched|Attached|Terminated|The program|Output:)/.test(line)
    ? plain
    : theme.fg("toolOutput", plain);
}
