import { type DiffLine, parseUnifiedDiff } from "@tau/tui";

/** Returns the lines of the edited file at a path, once they have been read. */
export type LinesOf = (path: string) => readonly string[] | undefined;

/**
 * Previews an edit given as one text while the text streams: an anchored edit, a unified diff, a patch in OpenAI's format or commands of
 * Vim. Parses each line once.
 */
export class EditInputPreview {
  private readonly found: DiffLine[] = [];
  private readonly named: string[] = [];
  private readonly linesOf: LinesOf;
  private read = 0;
  private isAnchored = false;
  /** Where in commands of Vim the text is: a command, or the new lines after one. */
  private vim: "command" | "text" | undefined;

  constructor(linesOf: LinesOf) {
    this.linesOf = linesOf;
  }

  get paths(): readonly string[] {
    return this.named;
  }

  /** `input` must start with the previous input. */
  update(input: string, isComplete: boolean): readonly DiffLine[] {
    for (let end = input.indexOf("\n", this.read); end !== -1; end = input.indexOf("\n", this.read)) {
      this.readLine(input.slice(this.read, end).replace(/\r$/, ""));
      this.read = end + 1;
    }
    if (isComplete && this.read < input.length) {
      this.readLine(input.slice(this.read));
      this.read = input.length;
    }
    return this.found;
  }

  /** Returns the changes of a patch. Each file except the first starts with its name. */
  static changed(patch: string): DiffLine[] {
    const files = patch.split(/^=+\n/m).filter((part) => part.includes("@@"));
    return files.flatMap((part, index) => {
      const name = /^\+\+\+ ([^\t\n]+)/m.exec(part)?.[1] ?? "";
      const gap: DiffLine[] = index === 0 ? [] : [{ kind: "gap", text: name }];
      return [...gap, ...parseUnifiedDiff(part)];
    });
  }

  private readLine(line: string): void {
    const [, edited] = this.vim === "text" || (this.isInside && !this.vim) ? [] : (VIM_FILE.exec(line) ?? []);
    if (edited === undefined && !this.vim) this.readOtherLine(line);
    else if (edited === undefined) this.readVimLine(line);
    else {
      this.open(edited, false);
      this.vim = "command";
    }
  }

  /** Which lines a command removes is known only when it has been applied; until then the command stands for them. */
  private readVimLine(line: string): void {
    if (this.vim === "text" && line === ".") this.vim = "command";
    else if (this.vim === "text") this.found.push({ kind: "added", text: line });
    else if (line.trim() !== "") {
      this.found.push({ kind: "gap", text: line });
      if (VIM_TEXT.test(line)) this.vim = "text";
    }
  }

  private readOtherLine(line: string): void {
    const [, path] = SECTION.exec(line) ?? FILE.exec(line) ?? (this.isInside ? [] : (ANCHORED_FILE.exec(line) ?? []));
    if (path !== undefined) this.open(path, line.startsWith("@"));
    else if (this.isAnchored) this.readOperation(line);
    else this.readHunkLine(line);
  }

  private get isInside(): boolean {
    return this.named.length > 0 && !this.isAnchored;
  }

  private open(path: string, isAnchored: boolean): void {
    this.isAnchored = isAnchored;
    if (this.named.at(-1) === path) return;
    this.named.push(path);
    if (this.named.length > 1) this.found.push({ kind: "gap", text: path });
  }

  private readHunkLine(line: string): void {
    const kind = KINDS[line[0] ?? ""];
    if (line.startsWith("@@")) this.gap();
    else if (kind && !HEADER.test(line)) this.found.push({ kind, text: line.slice(1) });
  }

  private readOperation(line: string): void {
    const [, sign, from, to = from] = OPERATION.exec(line) ?? [];
    if (sign !== undefined) this.gap();
    if (sign === "-" || sign === "=") this.remove(Number(from), Number(to));
    else if (sign === undefined && line !== "" && !line.startsWith("***"))
      this.found.push({ kind: "added", text: line.slice(1) });
  }

  private remove(from: number, to: number): void {
    const lines = this.linesOf(this.named.at(-1) ?? "");
    for (let number = from; number <= Math.min(to, from + MOST_REMOVED); number++)
      this.found.push({ kind: "removed", text: lines?.[number - 1] ?? "", oldNumber: number });
  }

  private gap(): void {
    const last = this.found.at(-1);
    if (last && last.kind !== "gap") this.found.push({ kind: "gap", text: "" });
  }
}

const VIM_FILE = /^:e(?:dit)?!?\s+(\S.*)$/;
/** A command that new lines follow. */
const VIM_TEXT = /(?:\/\s*|0|\$)(?:a|append|i|insert|c|change)\s*$/;
const SECTION = /^\*\*\* (?:Add|Delete|Update) File: (.+)$/;
const FILE = /^\+\+\+ (?:b\/)?([^\t]+)/;
const ANCHORED_FILE = /^@+\s*(?!@|-\d|\s*$)(\S.*)$/;
const OPERATION = /^([-+=<])\s*(?:(\d+)[a-z]{2}|BOF|EOF)(?:\.\.(\d+)[a-z]{2})?\s*$/;
const HEADER = /^(?:--- |\+\+\+ |diff --git |index )/;
const KINDS: Readonly<Record<string, "added" | "removed" | "same">> = { "+": "added", "-": "removed", " ": "same" };
const MOST_REMOVED = 500;
