import { readFile, stat } from "node:fs/promises";
import type { DiffLine } from "@tau/tui";

/** Larger files are not read for the sake of a few numbers. */
const MAX_BYTES = 4 * 1024 * 1024;
const CONTEXT_LINES = 2;

/** A file as it is before an edit, to say where in it a replacement stands. */
export class EditedFile {
  private readonly text: string;
  private readonly lines: readonly string[];
  /** Asked at every frame while the edit is being written. */
  private readonly found = new Map<string, number | undefined>();

  constructor(text: string) {
    this.text = text;
    this.lines = text.split(/\r?\n/);
  }

  /** Undefined where it cannot be read: then the tool itself will say why. */
  static async read(path: string): Promise<EditedFile | undefined> {
    const size = await stat(path).then(
      ({ size: bytes }) => bytes,
      () => Number.POSITIVE_INFINITY,
    );
    if (size > MAX_BYTES) return undefined;
    return await readFile(path, "utf8").then(
      (text) => new EditedFile(text),
      () => undefined,
    );
  }

  /** The lines of a replacement with their numbers, and the lines around it. `shift` is by how much earlier ones moved it. */
  place(replacement: readonly DiffLine[], oldText: string, shift: number): DiffLine[] | undefined {
    const first = this.lineOf(oldText);
    if (first === undefined) return undefined;
    const before = this.around(first - CONTEXT_LINES, first);
    const last = first + oldText.split("\n").length;
    const after = this.around(last, last + CONTEXT_LINES);
    return number([...before, ...replacement, ...after], first - before.length, shift);
  }

  /** Counted from 1. */
  private lineOf(oldText: string): number | undefined {
    if (oldText === "") return undefined;
    if (!this.found.has(oldText)) {
      const at = this.text.indexOf(oldText);
      this.found.set(oldText, at < 0 ? undefined : this.text.slice(0, at).split("\n").length);
    }
    return this.found.get(oldText);
  }

  private around(from: number, to: number): DiffLine[] {
    return this.lines
      .slice(Math.max(0, from - 1), Math.max(0, to - 1))
      .map((text): DiffLine => ({ kind: "same", text }));
  }
}

function number(lines: readonly DiffLine[], first: number, shift: number): DiffLine[] {
  let oldNumber = first;
  let newNumber = first + shift;
  return lines.map((line) => {
    if (line.kind === "removed") return { ...line, oldNumber: oldNumber++ };
    if (line.kind === "added") return { ...line, newNumber: newNumber++ };
    return { ...line, oldNumber: oldNumber++, newNumber: newNumber++ };
  });
}
