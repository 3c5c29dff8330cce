import { KillRing } from "../kill-ring.ts";
import { UndoStack } from "../undo-stack.ts";
import { findWordBackward, findWordForward } from "../word-motion.ts";
import { nextBoundary, previousBoundary, wordSegments } from "./grapheme-boundary.ts";
import { PasteMarkers } from "./paste-markers.ts";
import { type BufferState, type Position, TextBuffer } from "./text-buffer.ts";

/** The kind of the last action, for actions whose effect depends on it. */
type Sequence = "typing" | "kill" | "yank" | undefined;

/** Everything that changes the text: typing, deleting, cutting, yanking, undo. */
export class Editing {
  readonly buffer = new TextBuffer();
  readonly markers = new PasteMarkers();
  private readonly killRing = new KillRing();
  private readonly undoStack = new UndoStack<BufferState>((state) => state);
  /** The states that undo left, until the next edit. */
  private readonly redoStack = new UndoStack<BufferState>((state) => state);
  private sequence: Sequence;
  private yankedFrom: Position = { line: 0, col: 0 };
  /** Whether the following edits form one undo step, and whether the state before that step is already saved. */
  private step: "none" | "open" | "remembered" = "none";

  /** Called on any other action, so that the next kill or keystroke starts a new sequence. */
  endSequence(): void {
    this.sequence = undefined;
  }

  /** Makes all edits until `endStep` one undo step. */
  beginStep(): void {
    if (this.step === "none") this.step = "open";
  }

  endStep(): void {
    this.step = "none";
    this.sequence = undefined;
  }

  /** Inserts typed text. The keystrokes of one word form one undo step. */
  type(text: string): void {
    const startsWord = this.sequence !== "typing" || /\s/u.test(text);
    if (startsWord) this.remember();
    this.buffer.insert(text);
    this.sequence = "typing";
  }

  insert(text: string): void {
    this.remember();
    this.buffer.insert(text);
    this.sequence = undefined;
  }

  setText(text: string): void {
    if (text === this.buffer.text) return;
    this.remember();
    this.buffer.setText(text);
    this.sequence = undefined;
  }

  setLines(lines: readonly string[], cursor: Position): void {
    this.remember();
    this.buffer.setLines(lines, cursor);
    this.sequence = undefined;
  }

  /** Empties the text for the next prompt and drops the undo history. The kill ring stays. */
  clear(): void {
    this.buffer.setText("");
    this.markers.keepOnly(this.killRing.texts);
    this.undoStack.clear();
    this.redoStack.clear();
    this.endStep();
  }

  undo(): void {
    this.exchange(this.undoStack, this.redoStack);
  }

  redo(): void {
    this.exchange(this.redoStack, this.undoStack);
  }

  deleteBackward(): void {
    this.delete(this.before(previousBoundary), this.buffer.cursor);
  }

  deleteForward(): void {
    this.delete(this.buffer.cursor, this.after(nextBoundary));
  }

  killWordBackward(): void {
    this.kill(
      this.before((line, col) => this.wordStart(line, col)),
      this.buffer.cursor,
      "backward",
    );
  }

  killWordForward(): void {
    this.kill(
      this.buffer.cursor,
      this.after((line, col) => this.wordEnd(line, col)),
      "forward",
    );
  }

  killToLineStart(): void {
    this.kill(
      this.before(() => 0),
      this.buffer.cursor,
      "backward",
    );
  }

  killToLineEnd(): void {
    this.kill(
      this.buffer.cursor,
      this.after((line) => line.length),
      "forward",
    );
  }

  /** The text that a yank would insert. */
  get newestCut(): string | undefined {
    return this.killRing.peek();
  }

  yank(): void {
    const text = this.newestCut;
    if (text === undefined) return;
    this.remember();
    this.yankedFrom = this.buffer.cursor;
    this.buffer.insert(text);
    this.sequence = "yank";
  }

  /** Right after a yank: replaces the yanked text with the cut before it. */
  yankPop(): void {
    if (this.sequence !== "yank" || this.killRing.length < 2) return;
    this.killRing.rotate();
    this.remember();
    this.buffer.replace(this.yankedFrom, this.buffer.cursor, this.killRing.peek() ?? "");
  }

  wordStart(line: string, col: number): number {
    return findWordBackward(line, col, this.wordOptions());
  }

  wordEnd(line: string, col: number): number {
    return findWordForward(line, col, this.wordOptions());
  }

  /** Adds a text to the kill ring as if it had been cut. */
  keepCut(text: string): void {
    this.killRing.push(text, { prepend: false });
    this.sequence = undefined;
  }

  /** Replaces a range with a text and puts the cursor after it. */
  replace(from: Position, to: Position, text: string): void {
    this.remember();
    this.buffer.replace(from, to, text);
    this.sequence = undefined;
  }

  /** Cuts a range into the kill ring. */
  kill(from: Position, to: Position, direction: "backward" | "forward"): void {
    if (isSame(from, to)) return;
    const accumulate = this.sequence === "kill";
    this.remember();
    this.killRing.push(this.buffer.replace(from, to, ""), { prepend: direction === "backward", accumulate });
    this.sequence = "kill";
  }

  private wordOptions() {
    return {
      segment: (text: string) => wordSegments(text, this.markers.rangesIn(text)),
      isAtomicSegment: (segment: string) => this.markers.rangesIn(segment).length > 0,
    };
  }

  private delete(from: Position, to: Position): void {
    this.sequence = undefined;
    if (isSame(from, to)) return;
    this.remember();
    this.buffer.replace(from, to, "");
  }

  private remember(): void {
    if (this.step !== "remembered") this.undoStack.push(this.buffer.state);
    if (this.step === "open") this.step = "remembered";
    this.redoStack.clear();
  }

  private exchange(from: UndoStack<BufferState>, to: UndoStack<BufferState>): void {
    const state = from.pop();
    this.endStep();
    if (!state) return;
    to.push(this.buffer.state);
    this.buffer.restore(state);
  }

  /** Returns a position before the cursor; at the start of a line, the end of the line above. */
  private before(find: BoundaryFinder): Position {
    const { line, col } = this.buffer.cursor;
    if (col > 0) return { line, col: find(this.buffer.line, col, this.markers.rangesIn(this.buffer.line)) };
    return line > 0 ? { line: line - 1, col: this.buffer.lines[line - 1]?.length ?? 0 } : { line, col };
  }

  private after(find: BoundaryFinder): Position {
    const { line, col } = this.buffer.cursor;
    if (col < this.buffer.line.length) {
      return { line, col: find(this.buffer.line, col, this.markers.rangesIn(this.buffer.line)) };
    }
    return line < this.buffer.lines.length - 1 ? { line: line + 1, col: 0 } : { line, col };
  }
}

type BoundaryFinder = (line: string, col: number, markers: ReturnType<PasteMarkers["rangesIn"]>) => number;

function isSame(a: Position, b: Position): boolean {
  return a.line === b.line && a.col === b.col;
}
