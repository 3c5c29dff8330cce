import { type Component, type Container, type Terminal, type TUI, TuiBase } from "@tau/tui";
import { DialogVoice } from "./dialog-voice.ts";
import { LinearFlow } from "./linear-flow.ts";
import { spokenLines } from "./spoken-lines.ts";
import { TypedLine } from "./typed-line.ts";

/** The text field of the prompt. */
export interface LinearPrompt {
  getText(): string;
  getCursor(): { readonly line: number; readonly col: number };
}

export interface LinearParts {
  /** The conversation, which is read from its start. */
  readonly flow: Container;
  /** Read whenever their text changes. */
  readonly notices: readonly Pick<Component, "render">[];
  readonly prompt: LinearPrompt;
}

const PROMPT = "> ";

/**
 * A screen for screen readers, which only ever adds lines. The conversation is written once, a dialog is read when it opens and then its
 * changes, and only the line being typed is overwritten.
 */
export class LinearTui extends TuiBase implements TUI {
  readonly mode = "regular";
  private parts: LinearParts | undefined;
  private flow: LinearFlow | undefined;
  private readonly dialogs = new DialogVoice();
  private readonly noticed = new Map<Pick<Component, "render">, string>();
  private readonly typed = new TypedLine(() => this.terminal);

  constructor(terminal: Terminal) {
    super(terminal, true);
  }

  setParts(parts: LinearParts): void {
    this.parts = parts;
    this.flow = new LinearFlow(parts.flow);
  }

  /** Announces something that no view shows, such as the start of a run. */
  announce(text: string): void {
    if (this.running) this.say([...this.readFlow(), text]);
  }

  protected draw(): void {
    const { columns } = this.terminal;
    // Before there is a conversation, the last component on the screen is a question.
    const question = this.parts ? undefined : this.children.at(-1);
    const dialog = this.hasOverlay() ? this.overlays.components.at(-1) : question;
    this.say([
      ...(!dialog && this.dialogs.close() ? ["Back at the prompt."] : []),
      ...this.readFlow(),
      ...this.readNotices(columns),
      ...(dialog ? this.dialogs.read(dialog, columns) : []),
    ]);
    if (dialog) this.typed.erase();
    else this.showPrompt();
  }

  protected forgetScreen(): void {
    // Written lines stay, so there is nothing to redraw.
  }

  protected leaveScreen(): void {
    this.typed.erase();
  }

  private readFlow(): string[] {
    return this.flow?.read(this.terminal.columns) ?? [];
  }

  private readNotices(width: number): string[] {
    return (this.parts?.notices ?? []).flatMap((notice) => {
      const lines = spokenLines(notice.render(width));
      const text = lines.join("\n");
      if (this.noticed.get(notice) === text) return [];
      this.noticed.set(notice, text);
      return lines;
    });
  }

  private say(lines: readonly string[]): void {
    if (lines.length === 0) return;
    this.typed.erase();
    this.terminal.write(`${lines.join("\r\n")}\r\n`);
  }

  private showPrompt(): void {
    if (!this.parts) return;
    const { prompt } = this.parts;
    const { line, col } = prompt.getCursor();
    const text = prompt.getText().split("\n")[line] ?? "";
    this.typed.show(`${PROMPT}${text}`, PROMPT.length + col);
  }
}
