import { stripTerminalSequences } from "../../output/terminal-text.ts";
import { escapeHtml } from "../escape-html.ts";
import { markedClass } from "./marker-theme.ts";

const STYLE = /\x1b\[([\d;:]*)m/;
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/** Converts terminal lines to HTML. Colours become classes; all other control sequences are removed. */
export function terminalToHtml(lines: readonly string[]): string[] {
  const style = new TextStyle();
  return lines.map((line) => {
    const html = line
      .split(STYLE)
      .map((piece, index) => {
        if (index % 2 === 0) return style.wrap(escapeHtml(stripTerminalSequences(piece).replace(CONTROL, "")));
        style.apply(piece);
        return "";
      })
      .join("");
    // Drop the blanks that pad a line to the terminal's edge.
    return html.replace(/(?<=\S|>) +((?:<\/span>)*)$/, "$1");
  });
}

const ON: Readonly<Record<number, string>> = { 1: "bold", 3: "italic", 4: "underline", 7: "inverse", 9: "strike" };
const OFF: Readonly<Record<number, string>> = {
  22: "bold",
  23: "italic",
  24: "underline",
  27: "inverse",
  29: "strike",
};

class TextStyle {
  private color: string | undefined;
  private ground: string | undefined;
  private readonly attributes = new Set<string>();

  apply(sequence: string): void {
    const codes = sequence.split(/[;:]/).map(Number);
    for (let index = 0; index < codes.length; ) index += this.applyAt(codes, index);
  }

  wrap(html: string): string {
    if (html === "") return "";
    const ground = this.ground === undefined ? [] : [`on-${this.ground}`];
    const classes = [...(this.color === undefined ? [] : [this.color]), ...ground, ...this.attributes];
    return classes.length === 0 ? html : `<span class="${classes.join(" ")}">${html}</span>`;
  }

  /** Applies the code at `index`. Returns how many codes it consumed. */
  private applyAt(codes: readonly number[], index: number): number {
    const code = codes[index] ?? 0;
    if (code === 38 || code === 48) return this.applyColor(codes, index);
    if (code === 0) this.reset();
    else if (code === 39) this.color = undefined;
    else if (code === 49) this.ground = undefined;
    else if (ON[code]) this.attributes.add(ON[code]);
    else if (OFF[code]) this.attributes.delete(OFF[code]);
    else this.color = basicClass(code) ?? this.color;
    return 1;
  }

  /**
   * Applies a colour. Apart from token colours, only the basic terminal colours are kept: any other may be unreadable
   * on the page.
   */
  private applyColor(codes: readonly number[], index: number): number {
    const isRgb = codes[index + 1] === 2;
    const [number = -1] = codes.slice(index + 2);
    const basic = number >= 0 && number < 16 ? `a${number % 8}` : undefined;
    const found = isRgb ? markedClass(codes.slice(index + 2, index + 5)) : basic;
    if (codes[index] === 38) this.color = found;
    else this.ground = isRgb ? found : undefined;
    return isRgb ? 5 : 3;
  }

  private reset(): void {
    this.color = undefined;
    this.ground = undefined;
    this.attributes.clear();
  }
}

function basicClass(code: number): string | undefined {
  const isBasic = (code >= 30 && code <= 37) || (code >= 90 && code <= 97);
  return isBasic ? `a${code % 10}` : undefined;
}
