import type { Container } from "@tau/tui";
import { spokenLines } from "./spoken-lines.ts";
import type { SpokenView } from "./spoken-view.ts";

/** Reads a growing list of views out from its start, each line once. A view that is still growing is read by paragraphs. */
export class LinearFlow {
  private readonly source: Pick<Container, "children">;
  /** Views that were read to their end. */
  private done = 0;
  /** Rows of the next view that were read. */
  private rows = 0;
  /** Whether the next view has said who speaks. */
  private isNamed = false;
  private first: unknown;

  constructor(source: Pick<Container, "children">) {
    this.source = source;
  }

  /** What has come since the last call. */
  read(width: number): string[] {
    const { children } = this.source;
    if (children[0] !== this.first || children.length < this.done) this.restart();
    const said: string[] = [];
    for (let view = this.next(); view; view = this.next()) {
      const rows = view.render(width);
      const end = view.isLive ? completeRows(rows) : rows.length;
      said.push(...this.say(view, rows.slice(this.rows, end)));
      this.rows = Math.max(this.rows, end);
      if (view.isLive) break;
      if (view.outcome !== undefined) said.push(view.outcome);
      this.begin(this.done + 1);
    }
    return said;
  }

  private say({ speaker }: SpokenView, rows: readonly string[]): string[] {
    const lines = spokenLines(rows);
    if (speaker === undefined || this.isNamed || lines.length === 0) return lines;
    this.isNamed = true;
    // The mark that stands before a prompt says the same.
    const first = lines[0]?.replace(/^› /, "");
    return [`${speaker}: ${first}`, ...lines.slice(1)];
  }

  private next(): SpokenView | undefined {
    return this.source.children[this.done];
  }

  private restart(): void {
    this.first = this.source.children[0];
    this.begin(0);
  }

  private begin(view: number): void {
    this.done = view;
    this.rows = 0;
    this.isNamed = false;
  }
}

/** Up to the last empty row: what stands before it does not change any more. */
function completeRows(rows: readonly string[]): number {
  return rows.findLastIndex((row) => row.trim() === "") + 1;
}
