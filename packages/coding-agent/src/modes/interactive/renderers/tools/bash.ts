import type { AgentToolResult } from "@tau/agent";
import { type Component, stripTerminalSequences, wrapTextWithAnsi } from "@tau/tui";
import { countOf, hiddenNote } from "./clip-lines.ts";
import { formatElapsed } from "./elapsed.ts";
import { outputTail } from "./output-tail.ts";
import { resultText } from "./result-text.ts";
import { showText } from "./show-text.ts";
import type { ToolRenderer, ToolRow } from "./tool-renderer.ts";

const COMMAND_LINES = 6;
/** Shorter times are not shown. */
const NOTABLE_MS = 1000;

/** Creates the renderer for tools that run a command: shows the command, the end of its output, its duration and its outcome. */
export function commandRenderer(prompt: string, language: string): ToolRenderer {
  return {
    call: ({ command, timeout }, row) => {
      const { theme } = row;
      const lines = typeof command === "string" ? stripTerminalSequences(command).trimEnd().split("\n") : ["…"];
      const code = row.expanded ? lines : lines.slice(0, COMMAND_LINES);
      const painted = row.highlighter.paint(code, { language, plain: "toolTitle", onReady: () => row.invalidate() });
      const hidden = lines.length - code.length;
      if (hidden > 0) painted.push(theme.fg("dim", hiddenNote(hidden, "line")));
      const limit = typeof timeout === "number" ? theme.fg("dim", ` (at most ${timeout} s)`) : "";
      return showText(`${theme.fg("toolTitle", theme.bold(prompt))} ${painted.join("\n")}${limit}`, row.last);
    },
    result: (result, row) => {
      const view = row.last instanceof CommandOutput ? row.last : new CommandOutput();
      view.update(result, row);
      return view;
    },
  };
}

/** The last rows of the output, and a line with the state of the command. */
class CommandOutput implements Component {
  private shown: { readonly ended: Ended; readonly row: ToolRow; readonly cut: string } | undefined;
  private drawn: { readonly width: number; readonly state: string; readonly lines: string[] } | undefined;

  update(result: AgentToolResult, row: ToolRow): void {
    this.shown = { ended: splitEnding(resultText(result)), row, cut: describeCut(result.details) };
    this.drawn = undefined;
  }

  invalidate(): void {
    this.drawn = undefined;
  }

  render(width: number): string[] {
    if (!this.shown) return [];
    const { ended, row, cut } = this.shown;
    const state = describeState(ended, row);
    if (this.drawn?.width === width && this.drawn.state === state) return this.drawn.lines;
    const notes = [cut === "" ? "" : row.theme.fg("warning", cut), state].filter(Boolean);
    const lines = [...outputTail(ended.output, row, width), ...notes.flatMap((note) => wrapTextWithAnsi(note, width))];
    this.drawn = { width, state, lines };
    return lines;
  }
}

interface Ended {
  readonly output: string;
  /** The note for the model about how a failed command ended. */
  readonly ending: string;
}

const ENDING = /(?:^|\n\n)(Command (?:exited with code \d+|aborted|failed: .*|timed out after .+))$/;
const CUT = /\n\n\[Showing [^\n]*\]$/;

function splitEnding(text: string): Ended {
  const ending = ENDING.exec(text);
  const output = ending ? text.slice(0, ending.index) : text;
  const said = output.replace(CUT, "");
  return { output: said === "(no output)" ? "" : said, ending: ending?.[1] ?? "" };
}

function describeState({ output, ending }: Ended, row: ToolRow): string {
  const { theme, isPartial, isError } = row;
  // The recorded time leaves out how long the user thought about a permission question.
  const elapsed = isPartial ? row.elapsedMs() : row.durationMs;
  const time = elapsed === undefined ? "" : formatElapsed(elapsed);
  // Whole seconds, because tenths would change at every frame.
  if (isPartial) return theme.fg("dim", elapsed === undefined || elapsed < 1000 ? "running" : `running ${time}`);
  const parts = [
    ending.replace(/^Command (?:exited with code)?/, (start) => (start.endsWith("code") ? "exit code" : "")),
    elapsed !== undefined && elapsed >= NOTABLE_MS ? time : "",
  ];
  const text = parts.filter(Boolean).join(" · ");
  if (isError) return text === "" ? "" : theme.fg("error", text);
  if (text !== "") return theme.fg("dim", `took ${text}`);
  return output === "" ? theme.fg("dim", "no output") : "";
}

function describeCut(details: unknown): string {
  if (typeof details !== "object" || details === null || !("truncation" in details)) return "";
  const { truncation } = details;
  const total =
    typeof truncation === "object" && truncation !== null && "totalLines" in truncation && truncation.totalLines;
  const of = typeof total === "number" ? `The end of ${countOf(total, "line")}` : "The end of the output";
  return "fullOutputPath" in details && typeof details.fullOutputPath === "string"
    ? `${of}; all of it is in ${details.fullOutputPath}`
    : of;
}
