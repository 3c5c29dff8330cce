import type { DiffLine } from "@tau/tui";
import { readOrdinaryFile } from "../../../../core/files/ordinary-file.ts";

/** Larger files are not read just for line numbers. */
const MAX_BYTES = 4 * 1024 * 1024;
const CONTEXT_LINES = 2;

/** A file before an edit, used to find the position of a replacement. */
export class EditedFile {
  private readonly text: string;
  readonly lines: readonly string[];
  /** Cache, because positions are needed at every frame while the model writes the edit. */
  private readonly found = new Map<string, number | undefined>();

  constructor(text: string) {
    this.text = text;
    this.lines = text.split(/\r?\n/);
  }

  /** Resolves to undefined if the file cannot be read. The tool will report why. */
  static async read(path: string): Promise<EditedFile | undefined> {
    return await readOrdinaryFile(path, MAX_BYTES).then(
      (bytes) => new EditedFile(bytes.toString("utf8")),
      () => undefined,
    );
  }

  /** Returns the text before `oldText` on its first line, and after it on its last line. */
  edges(oldText: string): { readonly before: string; readonly after: string } | undefined {
    const at = this.positionOf(oldText);
    if (at === undefined) return undefined;
    const end = at + oldText.length;
    const lineEnd = this.text.indexOf("\n", end);
    return {
      before: this.text.slice(this.text.lastIndexOf("\n", at - 1) + 1, at),
      after: this.text.slice(end, lineEnd < 0 ? undefined : lineEnd).replace(/\r$/, ""),
    };
  }

  /** Returns the lines of a replacement with numbers and context. `shift` is the number of lines by which earlier replacements moved it. */
  place(replacement: readonly DiffLine[], oldText: string, shift: number): DiffLine[] | undefined {
    const at = this.positionOf(oldText);
    if (at === undefined) return undefined;
    const first = this.text.slice(0, at).split("\n").length;
    const before = this.around(first - CONTEXT_LINES, first);
    const last = first + oldText.split("\n").length;
    const after = this.around(last, last + CONTEXT_LINES);
    return number([...before, ...replacement, ...after], first - before.length, shift);
  }

  private positionOf(oldText: string): number | undefined {
    if (oldText === "") return undefined;
    if (!this.found.has(oldText)) {
      const at = this.text.indexOf(oldText);
      this.found.set(oldText, at < 0 ? undefined : at);
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
