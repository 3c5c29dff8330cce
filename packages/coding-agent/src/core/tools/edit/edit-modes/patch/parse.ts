import { ToolError } from "../../../tool-error.ts";
import type { Hunk, HunkLine } from "../hunks/hunk.ts";
import type { PatchFile } from "../patch-file.ts";

/** Parses a unified diff. Ignores line numbers and counts, because models miscount; the lines themselves locate the change. */
export function parseUnifiedPatch(input: string): PatchFile[] {
  const reader = new PatchReader();
  const lines = input.split(/\r?\n/);
  // The empty text after the last newline is not a line.
  if (lines.at(-1) === "") lines.pop();
  for (const [index, line] of lines.entries()) reader.read(line, lines[index + 1] ?? "");
  return reader.files();
}

const HUNK = /^@@(?: -\d+(?:,\d+)? \+\d+(?:,\d+)?)? ?@@ ?(.*)$|^@@$/;
const SIGNS = { " ": "same", "-": "removed", "+": "added" } as const;
/** Lines of git between files that say nothing about the content. */
const PASSED_OVER = /^(?:index |similarity |dissimilarity |old mode |new mode |=+$|Index: |```)/;

interface OpenFile {
  from?: string;
  to?: string;
  /** Whether its lines "---" and "+++" were read, not only what git says before them. */
  hasHeader?: boolean;
  hunks: { lines: HunkLine[]; headings: string[]; isAtEnd: boolean }[];
}

class PatchReader {
  private readonly opened: OpenFile[] = [];
  private isInHunk = false;

  read(line: string, next: string): void {
    const file = this.opened.at(-1);
    const isHeader = line.startsWith("--- ") && next.startsWith("+++ ");
    const isHunk = HUNK.exec(line);
    if (line.startsWith("diff --git ")) this.open({ hunks: [] });
    else if (isHeader) this.readOld(line, file);
    else if (isHunk && file) this.openHunk(file, isHunk[1] ?? "");
    else if (this.isInHunk && file) this.readLine(line, file);
    else this.readHeader(line, file);
  }

  files(): PatchFile[] {
    if (this.opened.length === 0)
      throw invalid('The input is no unified diff: begin each file with the lines "--- a/PATH" and "+++ b/PATH".');
    return this.opened.map(toPatchFile);
  }

  private open(file: OpenFile): void {
    this.opened.push(file);
    this.isInHunk = false;
  }

  private readOld(line: string, file: OpenFile | undefined): void {
    const from = nameIn(line.slice(4));
    const isOpen = file && file.hunks.length === 0 && !file.hasHeader;
    if (isOpen && file.to === undefined && file.from === undefined) file.from = from;
    else if (isOpen && file.from === from) this.isInHunk = false;
    else this.open({ from, hunks: [] });
  }

  private readHeader(line: string, file: OpenFile | undefined): void {
    const [, side, name = ""] = /^rename (from|to) (.+)$/.exec(line) ?? [];
    if (line.trim() === "" || PASSED_OVER.test(line)) return;
    if (file && line.startsWith("+++ ")) Object.assign(file, { to: nameIn(line.slice(4)), hasHeader: true });
    else if (file && side === "from") file.from = name;
    else if (file && side === "to") file.to = name;
    else if (!/^(?:new|deleted) file mode /.test(line))
      throw invalid(`The patch has "${line.slice(0, 80)}" where a file or a hunk should begin.`);
  }

  private openHunk(file: OpenFile, heading: string): void {
    const headings = heading.trim() === "" ? [] : [heading.trim()];
    file.hunks.push({ lines: [], headings, isAtEnd: false });
    this.isInHunk = true;
  }

  private readLine(line: string, file: OpenFile): void {
    if (line.startsWith("\\") || line.startsWith("```")) return;
    if (PASSED_OVER.test(line)) {
      this.isInHunk = false;
      return;
    }
    const kind = line === "" ? "same" : SIGNS[line[0] as keyof typeof SIGNS];
    if (!kind) throw invalid(`A line of a hunk must begin with a blank, "+" or "-"; got: ${line.slice(0, 80)}`);
    file.hunks.at(-1)?.lines.push({ kind, text: line.slice(1) });
  }
}

const NOTHING = "/dev/null";

/** Returns the file name without git's `a/` and `b/`, and without the time that `diff -u` appends. */
function nameIn(text: string): string {
  const name = (text.split("\t")[0] ?? "").trim().replace(/^"(.*)"$/, "$1");
  return name === NOTHING ? name : name.replace(/^[ab]\//, "");
}

function toPatchFile({ from, to = from, hunks }: OpenFile): PatchFile {
  if (from === undefined || to === undefined || from === "" || to === "")
    throw invalid('A file of the patch has no name: begin it with the lines "--- a/PATH" and "+++ b/PATH".');
  if (from === NOTHING) return { kind: "add", path: to, hunks: [], content: addedContent(to, hunks) };
  if (to === NOTHING) return { kind: "delete", path: from, hunks: hunks.map(asHunk) };
  const isMoved = from !== to;
  if (hunks.length === 0 && !isMoved) throw invalid(`The patch for ${from} has no hunk: begin one with "@@ @@".`);
  if (hunks.some(({ lines }) => lines.every(({ kind }) => kind === "same")))
    throw invalid(
      `A hunk of ${from} neither adds nor removes a line. Begin added lines with "+", removed ones with "-".`,
    );
  return { kind: "update", path: from, hunks: hunks.map(asHunk), ...(isMoved ? { moveTo: to } : {}) };
}

function asHunk(hunk: OpenFile["hunks"][number]): Hunk {
  return hunk;
}

function addedContent(path: string, hunks: OpenFile["hunks"]): string {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  if (lines.some(({ kind }) => kind !== "added"))
    throw invalid(`Each line of the new file ${path} must begin with "+".`);
  return lines.map(({ text }) => `${text}\n`).join("");
}

function invalid(message: string): ToolError {
  return new ToolError("invalid-argument", message);
}
