import { escapeKind } from "./escape-sequence.ts";

type Slot =
  | "bold"
  | "dim"
  | "italic"
  | "underline"
  | "blink"
  | "inverse"
  | "hidden"
  | "strike"
  | "overline"
  | "foreground"
  | "background"
  | "underlineColor";

const SLOT_OF: Readonly<Record<number, Slot>> = {
  1: "bold",
  2: "dim",
  3: "italic",
  4: "underline",
  5: "blink",
  6: "blink",
  7: "inverse",
  8: "hidden",
  9: "strike",
  21: "underline",
  53: "overline",
};

const CLEARED_BY: Readonly<Record<number, readonly Slot[]>> = {
  22: ["bold", "dim"],
  23: ["italic"],
  24: ["underline"],
  25: ["blink"],
  27: ["inverse"],
  28: ["hidden"],
  29: ["strike"],
  39: ["foreground"],
  49: ["background"],
  55: ["overline"],
  59: ["underlineColor"],
};

/** Attributes that are visible on the padding after a line's text, and the codes that end them. */
const VISIBLE_ON_SPACE: ReadonlyArray<readonly [Slot, string]> = [
  ["underline", "24"],
  ["inverse", "27"],
  ["strike", "29"],
  ["background", "49"],
  ["overline", "55"],
];

const LINK_END = "\x1b]8;;\x07";

/** The style and hyperlink active at a point of a text, so that a line can end there and the next one continue it. */
export class StyleState {
  private readonly slots = new Map<Slot, string>();
  private link = "";

  /** Applies any escape sequence; sequences that set no style or link have no effect. */
  apply(sequence: string): void {
    const kind = escapeKind(sequence);
    if (kind === "style") this.applyStyle(sequence.slice(2, -1));
    else if (kind === "link") this.link = isLinkEnd(sequence) ? "" : sequence;
  }

  clone(): StyleState {
    const copy = new StyleState();
    for (const [slot, code] of this.slots) copy.slots.set(slot, code);
    copy.link = this.link;
    return copy;
  }

  reset(): void {
    this.slots.clear();
    this.link = "";
  }

  get isPlain(): boolean {
    return this.slots.size === 0 && this.link === "";
  }

  /** Returns the sequences that bring a plain terminal into this state. */
  opening(): string {
    if (this.isPlain) return "";
    const style = this.slots.size > 0 ? `\x1b[${[...this.slots.values()].join(";")}m` : "";
    return style + this.link;
  }

  /** Returns the sequences that end everything visible on padding or in a neighbouring column. Text colour may stay, since blanks do not show it. */
  lineEnding(): string {
    if (this.isPlain) return "";
    const codes = VISIBLE_ON_SPACE.flatMap(([slot, off]) => (this.slots.has(slot) ? [off] : []));
    return (codes.length > 0 ? `\x1b[${codes.join(";")}m` : "") + (this.link ? LINK_END : "");
  }

  /** Returns the sequences that end all styles and the link. */
  closing(): string {
    return (this.slots.size > 0 ? "\x1b[0m" : "") + (this.link ? LINK_END : "");
  }

  /** Returns only the background, for padding that continues it. */
  background(): string {
    const code = this.slots.get("background");
    return code ? `\x1b[${code}m` : "";
  }

  private applyStyle(parameters: string): void {
    const codes = parameters.split(";");
    for (let index = 0; index < codes.length; index++) {
      const text = codes[index] ?? "";
      const code = Number.parseInt(text || "0", 10);
      const consumed = extendedColorLength(code, codes, index);
      this.set(code, codes.slice(index, index + consumed).join(";"));
      index += consumed - 1;
    }
  }

  private set(code: number, text: string): void {
    if (code === 0) this.slots.clear();
    else if (text === "4:0") this.slots.delete("underline");
    else for (const slot of CLEARED_BY[code] ?? []) this.slots.delete(slot);
    const slot = text === "4:0" ? undefined : (SLOT_OF[code] ?? colorSlot(code));
    if (slot) this.slots.set(slot, text);
  }
}

function colorSlot(code: number): Slot | undefined {
  if ((code >= 30 && code <= 38) || (code >= 90 && code <= 97)) return "foreground";
  if ((code >= 40 && code <= 48) || (code >= 100 && code <= 107)) return "background";
  return code === 58 ? "underlineColor" : undefined;
}

/** Returns how many parameters a colour takes: `38;5;n` and `38;2;r;g;b` span several; the colon forms are one parameter. */
function extendedColorLength(code: number, codes: readonly string[], index: number): number {
  if ((code !== 38 && code !== 48 && code !== 58) || (codes[index] ?? "").includes(":")) return 1;
  if (codes[index + 1] === "5") return 3;
  return codes[index + 1] === "2" ? 5 : 1;
}

function isLinkEnd(sequence: string): boolean {
  return /^\x1b\]8;[^;]*;(?:\x07|\x1b\\)$/.test(sequence);
}
