import type { Container } from "@tau/tui";
import { spokenLines } from "./spoken-lines.ts";
import type { SpokenView } from "./spoken-view.ts";

/** Reads a growing list of views from its start, each line once. A view that is still growing is read by paragraphs. */
export class LinearFlow {
  private readonly source: Pick<Container, "children">;
  /** The number of views that are read completely. */
  private done = 0;
  /** The number of rows of the next view that are read. */
  private rows = 0;
  /** Whether the speaker of the next view was announced. */
  private isNamed = false;
  private first: unknown;

  constructor(source: Pick<Container, "children">) {
    this.source = source;
  }

  /** Returns what is new since the last call. */
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
    // The mark before a prompt has the same meaning as the speaker's name.
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

/** Returns the number of rows up to the last empty one. They do not change any more. */
function completeRows(rows: readonly string[]): number {
  return rows.findLastIndex((row) => row.trim() === "") + 1;
}
