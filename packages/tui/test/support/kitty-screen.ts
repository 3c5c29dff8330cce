import { VirtualTerminal } from "@tau/testkit";

interface Placement {
  /** Line of the upper corner, counted from the start of the scrollback. */
  readonly line: number;
  readonly rows: number;
  readonly cropTop: number;
}

/** A terminal that keeps images as the Kitty protocol says: data by number, placements of them that scroll with the text. */
export class KittyScreen implements Disposable {
  readonly data = new Map<number, string>();
  /** How often data were sent. */
  sent = 0;
  /** Placements of images that were never sent. */
  readonly errors: string[] = [];
  private readonly placements = new Map<string, Placement>();
  private readonly terminal: VirtualTerminal;
  private loading: { imageId: number; data: string } | undefined;

  constructor(columns: number, rows: number) {
    this.terminal = new VirtualTerminal({ columns, rows });
  }

  async feed(bytes: string): Promise<void> {
    for (const piece of bytes.split(/(\x1b_G.*?\x1b\\)/s)) {
      if (piece.startsWith("\x1b_G")) this.command(piece.slice(3, -2));
      else await this.terminal.feed(piece);
    }
  }

  /** What each row of the screen shows of which image: `id:pixel row at the top of the placement + rows below it`. */
  get rows(): string[] {
    const shown = Array.from({ length: this.terminal.rows }, () => [] as string[]);
    for (const [key, { line, rows, cropTop }] of this.placements) {
      for (let row = 0; row < rows; row++) {
        shown[line + row - this.top]?.push(`${key.split("/")[0]}:${cropTop}+${row}`);
      }
    }
    return shown.map((parts) => parts.join(" "));
  }

  get placed(): number {
    return this.placements.size;
  }

  [Symbol.dispose](): void {
    this.terminal[Symbol.dispose]();
  }

  private get top(): number {
    return this.terminal.scrollback().length;
  }

  private command(text: string): void {
    const [control = "", payload = ""] = text.split(";");
    const keys = Object.fromEntries(control.split(",").map((pair) => pair.split("=") as [string, string]));
    const imageId = Number(keys.i);
    if (this.loading || keys.a === "t") this.load(imageId, payload, keys.m === "1");
    else if (keys.a === "p") this.place(imageId, keys);
    else if (keys.a === "d") this.delete(imageId, keys.p, keys.d === "I");
  }

  private load(imageId: number, payload: string, more: boolean): void {
    this.loading ??= { imageId, data: "" };
    this.loading.data += payload;
    if (more) return;
    this.delete(this.loading.imageId, undefined, true);
    this.data.set(this.loading.imageId, this.loading.data);
    this.loading = undefined;
    this.sent++;
  }

  private place(imageId: number, keys: Record<string, string>): void {
    if (!this.data.has(imageId)) this.errors.push(`no image ${imageId}`);
    const line = this.top + this.terminal.cursor.row;
    this.placements.set(`${imageId}/${keys.p}`, { line, rows: Number(keys.r), cropTop: Number(keys.y ?? 0) });
  }

  private delete(imageId: number, placement: string | undefined, frees: boolean): void {
    for (const key of this.placements.keys()) {
      const matches = placement === undefined ? key.startsWith(`${imageId}/`) : key === `${imageId}/${placement}`;
      if (matches) this.placements.delete(key);
    }
    if (frees) this.data.delete(imageId);
  }
}
