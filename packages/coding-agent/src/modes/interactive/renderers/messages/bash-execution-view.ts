import { Box, Text } from "@tau/tui";
import type { SpokenView } from "../../plain/spoken-view.ts";
import { clipLines } from "../tools/clip-lines.ts";
import type { ViewContext } from "../view-context.ts";

export interface BashOutcome {
  readonly output: string;
  readonly exitCode: number | undefined;
  readonly cancelled: boolean;
  readonly truncated: boolean;
  readonly fullOutputPath?: string;
}

/** So much of a running command's output is kept for the screen; all of it is in the file that the outcome names. */
const KEPT = 16 * 1024;
const LINES = 12;

/** A command that the user ran: its last lines while it runs, its outcome afterwards. */
export class BashExecutionView extends Box implements SpokenView {
  private readonly command: string;
  private readonly isPrivate: boolean;
  private readonly context: ViewContext;
  private readonly text = new Text("", 0, 0);
  private output = "";
  private result: BashOutcome | undefined;
  private isStale = true;

  constructor(command: string, { isPrivate }: { isPrivate: boolean }, context: ViewContext) {
    super(context.look.outputPad, 0, (line) => context.theme.bg("toolPendingBg", line));
    this.command = command;
    this.isPrivate = isPrivate;
    this.context = context;
    this.addChild(this.text);
  }

  get isLive(): boolean {
    return this.result === undefined;
  }

  append(chunk: string): void {
    this.output = (this.output + chunk).slice(-KEPT);
    this.isStale = true;
    this.context.tui.requestRender();
  }

  finish(outcome: BashOutcome): void {
    this.result = outcome;
    this.output = outcome.output;
    this.isStale = true;
    this.context.tui.requestRender();
  }

  override invalidate(): void {
    super.invalidate();
    this.isStale = true;
  }

  override render(width: number): string[] {
    if (this.isStale) this.paint();
    this.isStale = false;
    return super.render(width);
  }

  private paint(): void {
    const { theme, expanded } = this.context;
    const title = theme.fg("bashMode", theme.bold(`${this.isPrivate ? "!!" : "!"} ${this.command}`));
    const output = clipLines(this.output, { lines: LINES, from: "end" }, { theme, expanded });
    const parts = [title, output === "" ? "" : theme.fg("toolOutput", output), this.describeOutcome()];
    this.text.setText(parts.filter(Boolean).join("\n"));
  }

  private describeOutcome(): string {
    const { theme } = this.context;
    if (!this.result) return theme.fg("dim", "running… escape stops");
    const { cancelled, exitCode, truncated, fullOutputPath } = this.result;
    const cut = truncated && fullOutputPath ? theme.fg("dim", `All of it: ${fullOutputPath}`) : "";
    const end = cancelled ? "stopped" : exitCode === 0 || exitCode === undefined ? "" : `exit code ${exitCode}`;
    return [cut, end === "" ? "" : theme.fg("warning", end)].filter(Boolean).join("\n");
  }
}
