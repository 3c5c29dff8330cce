import { ToolError } from "../../../tool-error.ts";
import type { Hunk, HunkLine } from "../hunks/hunk.ts";
import type { PatchFile } from "../patch-file.ts";

const BEGIN = "*** Begin Patch";
const END = "*** End Patch";
const SECTION = /^\*\*\* (Add|Delete|Update) File: (.+)$/;
const KINDS = { Add: "add", Delete: "delete", Update: "update" } as const;

/** Parses a patch in OpenAI's format. Removes frames that models put around it (a here-document, a code fence). */
export function parseApplyPatch(input: string): PatchFile[] {
  const lines = unframed(input);
  const files: PatchFile[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = (lines[at] ?? "").trim();
    if (line === "" || line.startsWith("*** Environment ID:")) {
      at++;
      continue;
    }
    const [, kind, path = ""] = SECTION.exec(line) ?? [];
    if (kind === undefined) throw unexpected(lines[at] ?? "", "*** Add File:, *** Delete File: or *** Update File:");
    const end = nextSection(lines, at + 1);
    files.push(readSection(KINDS[kind as keyof typeof KINDS], path.trim(), lines.slice(at + 1, end)));
    at = end;
  }
  if (files.length === 0) throw invalid("The patch is empty: it names no file.");
  return files;
}

function unframed(input: string): string[] {
  const lines = input.split(/\r?\n/);
  const begin = lines.findIndex((line) => line.trim() === BEGIN);
  const end = lines.findLastIndex((line) => line.trim() === END);
  if (begin === -1) throw invalid(`The patch must begin with the line "${BEGIN}".`);
  if (end === -1) throw invalid(`The patch must end with the line "${END}".`);
  const before = lines
    .slice(0, begin)
    .find((line) => !/^\s*(?:```\w*|(?:apply_patch\s*)?<<\s*['"]?\w+['"]?|)\s*$/.test(line));
  if (before !== undefined) throw unexpected(before, BEGIN);
  return lines.slice(begin + 1, end);
}

function nextSection(lines: readonly string[], from: number): number {
  const next = lines.findIndex((line, index) => index >= from && SECTION.test(line.trimEnd()));
  return next === -1 ? lines.length : next;
}

function readSection(kind: PatchFile["kind"], path: string, lines: readonly string[]): PatchFile {
  if (kind === "delete") {
    const extra = lines.find((line) => line.trim() !== "");
    if (extra !== undefined) throw unexpected(extra, "another file: a file that is deleted has no lines");
    return { kind, path, hunks: [] };
  }
  if (kind === "add") return { kind, path, hunks: [], content: addedContent(path, lines) };
  const [, moveTo] = /^\*\*\* Move to: (.+)$/.exec(lines[0]?.trimEnd() ?? "") ?? [];
  const hunks = readHunks(path, moveTo === undefined ? lines : lines.slice(1));
  if (hunks.length === 0 && moveTo === undefined) throw invalid(`The section for ${path} changes nothing.`);
  return { kind, path, hunks, ...(moveTo === undefined ? {} : { moveTo: moveTo.trim() }) };
}

function addedContent(path: string, lines: readonly string[]): string {
  const body = withoutBlankEnd(lines);
  const wrong = body.find((line) => !line.startsWith("+"));
  if (wrong !== undefined)
    throw invalid(`Each line of the new file ${path} must begin with "+"; got: ${wrong.slice(0, 80)}`);
  if (body.length === 0) throw invalid(`The new file ${path} has no lines.`);
  return `${body.map((line) => line.slice(1)).join("\n")}\n`;
}

interface OpenHunk {
  lines: HunkLine[];
  headings: string[];
  isAtEnd: boolean;
}

function readHunks(path: string, lines: readonly string[]): Hunk[] {
  const hunks: OpenHunk[] = [];
  for (const line of withoutBlankEnd(lines)) {
    const open = hunks.at(-1);
    if (/^@@(?:\s|$)/.test(line)) addHeading(line.slice(2).trim(), hunks);
    else if (line.trim() !== "*** End of File") hunkFor(hunks).lines.push(readLine(line, path));
    else if (open) open.isAtEnd = true;
  }
  const empty = hunks.find(({ lines: each }) => each.every(({ kind }) => kind === "same"));
  if (empty)
    throw invalid(
      `A hunk of ${path} neither adds nor removes a line. Begin added lines with "+", removed ones with "-".`,
    );
  return hunks;
}

/** Adds a heading. Several in a row lead inwards: a class, then its method. */
function addHeading(heading: string, hunks: OpenHunk[]): void {
  const open = hunks.at(-1);
  const hunk = open && open.lines.length === 0 ? open : begin(hunks);
  if (heading !== "") hunk.headings.push(heading);
}

function hunkFor(hunks: OpenHunk[]): OpenHunk {
  const open = hunks.at(-1);
  return open && !open.isAtEnd ? open : begin(hunks);
}

function begin(hunks: OpenHunk[]): OpenHunk {
  const hunk: OpenHunk = { lines: [], headings: [], isAtEnd: false };
  hunks.push(hunk);
  return hunk;
}

const SIGNS = { " ": "same", "-": "removed", "+": "added" } as const;

function readLine(line: string, path: string): HunkLine {
  // An empty line stands for an empty line of the file.
  if (line === "") return { kind: "same", text: "" };
  const kind = SIGNS[line[0] as keyof typeof SIGNS];
  if (kind) return { kind, text: line.slice(1) };
  throw unexpected(line, `a line of ${path} that begins with a blank, "+" or "-", or "@@"`);
}

function withoutBlankEnd(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return lines.slice(0, last + 1);
}

function unexpected(line: string, wanted: string): ToolError {
  return invalid(`The patch has "${line.slice(0, 80)}" where it should have ${wanted}.`);
}

function invalid(message: string): ToolError {
  return new ToolError("invalid-argument", message);
}
