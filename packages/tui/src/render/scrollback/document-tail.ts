import type { Container } from "../container.ts";
import { CommittedPart, type Span } from "./committed-part.ts";
import { TailWalk } from "./tail-walk.ts";

/** The end of the document, as much as the screen needs. */
export interface TailLines {
  /** Committed lines right above `pending`, to fill a screen that `pending` does not fill. */
  readonly above: readonly string[];
  /** Lines that are not in the scrollback yet. */
  readonly pending: readonly string[];
}

/**
 * Reads a component tree from the first line that is not in the scrollback yet.
 *
 * A line that scrolls off the top of the screen is *committed*: the terminal keeps it and we never draw it again. Lines
 * above the last committed line are not even rendered, so the cost of a frame depends on the screen and the new lines, not
 * on the length of the document. The end of the scrollback is remembered by component, not by line number: a component
 * above it may change its height, be replaced or be removed without moving it.
 */
export class DocumentTail {
  private readonly root: Container;
  private committed = new CommittedPart();
  /** The number of lines above the anchor that the terminal moved from its scrollback back onto the screen. */
  private reclaimed = 0;
  private spans: readonly Span[] = [];

  constructor(root: Container) {
    this.root = root;
  }

  /** `fill` is the minimum number of lines the caller wants, including committed ones. */
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

  /** Records that the first `count` pending lines of the last `read` are now in the scrollback. */
  commit(count: number, width: number): void {
    const given = Math.min(count, this.reclaimed);
    this.reclaimed -= given;
    if (count > given) this.committed.advance(this.spans, count - given, width);
  }

  /** Records that the last `count` committed lines are on the screen again. */
  reclaim(count: number): void {
    this.reclaimed += count;
  }

  /** Starts again from the first line, for example after a change of the whole document. */
  restart(): void {
    this.committed = new CommittedPart();
    this.reclaimed = 0;
  }
}
