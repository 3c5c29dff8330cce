import { CommittedPart, type Span } from "./committed-part.ts";
import type { Container } from "./container.ts";
import { TailWalk } from "./tail-walk.ts";

/** The end of the document, as far as the screen needs it. */
export interface TailLines {
  /** Committed lines right above `pending`, for a screen that `pending` does not fill. */
  readonly above: readonly string[];
  /** Lines that are not in the scrollback yet. */
  readonly pending: readonly string[];
}

/**
 * Reads a component tree from the first line that is not in the scrollback yet.
 *
 * A line that leaves the screen at its top is *committed*: the terminal keeps it and we never draw it again. What lies
 * above the last committed line is not even rendered, so a frame costs the screen and what is new, however long the
 * document is. The place is remembered by component, not by line number: a component above it may change its height, be
 * replaced or removed without moving it.
 */
export class DocumentTail {
  private readonly root: Container;
  private committed = new CommittedPart();
  /** Lines above the anchor that the terminal has given back, by showing more of its scrollback. */
  private reclaimed = 0;
  private spans: readonly Span[] = [];

  constructor(root: Container) {
    this.root = root;
  }

  /** `fill` is how many lines the caller wants at least, committed ones included. */
  read(width: number, fill: number): TailLines {
    const walk = new TailWalk(width, this.committed);
    walk.enter(this.root, []);
    this.spans = walk.spans;
    this.committed.refresh(walk.spans, width);
    const fresh = walk.spans.flatMap((span) => (span.from === 0 ? span.lines : span.lines.slice(span.from)));
    const wanted = Math.max(this.reclaimed, fill - fresh.length);
    const above = wanted > 0 ? walk.linesAbove(wanted) : [];
    this.reclaimed = Math.min(this.reclaimed, above.length);
    const split = above.length - this.reclaimed;
    const pending = this.reclaimed > 0 ? above.slice(split).concat(fresh) : fresh;
    return { above: above.slice(0, split), pending };
  }

  /** The first `count` pending lines of the last `read` are in the scrollback now. */
  commit(count: number, width: number): void {
    const given = Math.min(count, this.reclaimed);
    this.reclaimed -= given;
    if (count > given) this.committed.advance(this.spans, count - given, width);
  }

  /** The last `count` committed lines are on the screen again. */
  reclaim(count: number): void {
    this.reclaimed += count;
  }

  /** Everything is to be shown again from the first line, as after a change of the whole document. */
  restart(): void {
    this.committed = new CommittedPart();
    this.reclaimed = 0;
  }
}
