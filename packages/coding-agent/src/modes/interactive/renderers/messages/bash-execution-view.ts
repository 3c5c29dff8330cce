import { Box, stripTerminalSequences, wrapTextWithAnsi } from "@tau/tui";
import { TerminalText } from "../../../../core/output/terminal-text.ts";
import { stopHint } from "../../keys/key-text.ts";
import type { SpokenView } from "../../plain/spoken-view.ts";
import { outputTail } from "../tools/output-tail.ts";
import type { ViewContext } from "../view-context.ts";

export interface BashOutcome {
  readonly output: string;
  readonly exitCode: number | undefined;
  readonly cancelled: boolean;
  readonly truncated: boolean;
  readonly fullOutputPath?: string;
}

/** Characters of a running command's output kept for the screen. The outcome names the file with the whole output. */
const KEPT = 16 * 1024;
/** More rows than for a tool, because the user ran the command to see its output. */
const OUTPUT_ROWS = 20;

const SEQUENCE = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]P^_X][^\x07\x1b]*(?:\x07|\x1b\\|$)|[ -/]*[0-~]|\[[0-?]*$|$)/g;
const COLOR = /^\x1b\[[\d;:]*m$/;
const CONTROL = /[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f]/g;

/** Returns terminal output with its colours, but without other control sequences. Of an overwritten line, keeps the last state. */
function coloredText(raw: string): string {
  if (!raw.includes("\x1b[")) return "";
  const text = raw.replace(SEQUENCE, (sequence) => (COLOR.test(sequence) ? sequence : ""));
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  return lines.map((line) => line.slice(line.lastIndexOf("\r", line.length - 2) + 1).replace(CONTROL, "")).join("\n");
}

/** A command that the user ran: its last lines while it runs, then its outcome. */
export class BashExecutionView extends Box implements SpokenView {
  private readonly command: string;
  private readonly isPrivate: boolean;
  private readonly context: ViewContext;
  private laidOut: { readonly width: number; readonly lines: string[] } | undefined;
  private readonly text = new TerminalText();
  /** The output without the current line. */
  private printed = "";
  /** The output with its colours. */
  private raw = "";
  private result: BashOutcome | undefined;

  constructor(command: string, { isPrivate }: { isPrivate: boolean }, context: ViewContext) {
    super(context.look.outputPad, 0);
    this.command = stripTerminalSequences(command);
    this.isPrivate = isPrivate;
    this.context = context;
    this.setBgFn((line) => context.theme.bg(this.background(), line));
    this.addChild({ render: (width) => this.lines(width), invalidate: () => this.forget() });
  }

  get isLive(): boolean {
    return this.result === undefined;
  }

  append(chunk: string): void {
    this.raw = (this.raw + chunk).slice(-KEPT);
    this.printed = (this.printed + this.text.push(Buffer.from(chunk))).slice(-KEPT);
    this.forget();
    this.context.tui.requestRender();
  }

  finish(outcome: BashOutcome): void {
    this.result = outcome;
    this.forget();
    this.context.tui.requestRender();
  }

  private lines(width: number): string[] {
    if (this.laidOut?.width !== width) this.laidOut = { width, lines: this.draw(width) };
    return this.laidOut.lines;
  }

  private forget(): void {
    this.laidOut = undefined;
  }

  private draw(width: number): string[] {
    const { theme } = this.context;
    const title = theme.fg("bashMode", theme.bold(`${this.isPrivate ? "!!" : "!"} ${this.command}`));
    const outcome = this.describeOutcome();
    const plain = this.result?.output ?? this.printed + this.text.open;
    const colored = coloredText(this.raw);
    // Colours are kept only for the end of the output, which is all that a collapsed view shows.
    const isWhole = this.raw.length < KEPT || !this.context.expanded;
    const hasColors = isWhole && stripTerminalSequences(colored) !== colored;
    return [
      ...wrapTextWithAnsi(title, width),
      ...outputTail(hasColors ? colored : plain, this.context, width, { most: OUTPUT_ROWS, hasColors }),
      ...(outcome === "" ? [] : wrapTextWithAnsi(outcome, width)),
    ];
  }

  private background(): "toolPendingBg" | "toolSuccessBg" | "toolErrorBg" {
    if (!this.result) return "toolPendingBg";
    return this.result.cancelled || (this.result.exitCode ?? 0) !== 0 ? "toolErrorBg" : "toolSuccessBg";
  }

  private describeOutcome(): string {
    const { theme } = this.context;
    if (!this.result) return theme.fg("dim", `running…${stopHint()}`);
    const { output, cancelled, exitCode, truncated, fullOutputPath } = this.result;
    const cut = truncated && fullOutputPath ? theme.fg("dim", `All of it: ${fullOutputPath}`) : "";
    const end = cancelled ? "stopped" : exitCode === 0 || exitCode === undefined ? "" : `exit code ${exitCode}`;
    const nothing = output === "" && end === "" ? theme.fg("dim", "no output") : "";
    return [cut, nothing, end === "" ? "" : theme.fg("warning", end)].filter(Boolean).join("\n");
  }
}
