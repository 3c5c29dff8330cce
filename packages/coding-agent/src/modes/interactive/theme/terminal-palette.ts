import type { TUI } from "@tau/tui";
import type { Rgb, TerminalColors } from "../../../core/themes/index.ts";

const COLORS = 16;
/** Asks for the foreground and the palette. A terminal answers what it knows. */
const QUERY = `\x1b]10;?\x07\x1b]4;${Array.from({ length: COLORS }, (_, index) => `${index};?`).join(";")}\x07`;
const ANSWER = /^\x1b\](?:10|4;(\d+));rgba?:([0-9a-f]+)\/([0-9a-f]+)\/([0-9a-f]+)/i;
const PATIENCE_MS = 2000;

/**
 * Asks the terminal for its colours. Calls back when the background is known, and again when more is known. Nothing waits for it, and its
 * answers never reach the component that has the keyboard.
 */
export class TerminalPalette {
  private readonly tui: TUI;
  private readonly onColors: (colors: TerminalColors) => void;
  private background: Rgb | undefined;
  private foreground: Rgb | undefined;
  private ansi: (Rgb | undefined)[] = [];

  constructor(tui: TUI, onColors: (colors: TerminalColors) => void) {
    this.tui = tui;
    this.onColors = onColors;
    tui.addInputListener((data) => (this.accept(data) ? { consume: true } : undefined));
  }

  async ask(): Promise<void> {
    // The Linux console would print the query.
    if (process.env.TERM === "linux") return;
    this.ansi = [];
    const background = this.tui.queryTerminalBackgroundColor({ timeoutMs: PATIENCE_MS });
    this.tui.terminal.write(QUERY);
    const answer = await background;
    if (!answer) return;
    this.background = [answer.r, answer.g, answer.b];
    this.tell();
  }

  private accept(data: string): boolean {
    const [whole, index, ...channels] = ANSWER.exec(data) ?? [];
    if (whole === undefined) return false;
    const [red = 0, green = 0, blue = 0] = channels.map(toByte);
    if (index === undefined) this.foreground = [red, green, blue];
    else this.ansi[Number(index)] = [red, green, blue];
    if (this.palette) this.tell();
    return true;
  }

  private get palette(): readonly Rgb[] | undefined {
    const known = this.ansi.filter((color) => color !== undefined);
    return known.length === COLORS ? known : undefined;
  }

  private tell(): void {
    const { background, foreground, palette } = this;
    if (background) this.onColors({ background, foreground, ansi: palette });
  }
}

function toByte(hex: string): number {
  return Math.round((Number.parseInt(hex, 16) / (16 ** hex.length - 1)) * 255);
}
