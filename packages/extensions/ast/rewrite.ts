import { createHash } from "node:crypto";
import type { SgNode } from "@ast-grep/napi";
import type { ExtensionAPI } from "@tau/coding-agent";
import { type Candidate, findCandidates, type Scope } from "./candidates.ts";
import type { Engine } from "./engine.ts";
import { isSameFamily } from "./languages.ts";
import { type ParsedFile, parseFiles, syntaxErrorLine } from "./parse-files.ts";
import { fillTemplate, requiredWords } from "./pattern.ts";
import { checkPattern, textOf } from "./search.ts";

export interface Operation {
  readonly pat: string;
  readonly out: string;
}

/** A replacement in a file's text. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
  /** The whole first line, and the matched text. */
  readonly lineText: string;
  readonly before: string;
  readonly after: string;
}

export interface FileRewrite {
  readonly candidate: Candidate;
  /** The hash of the text that the replacements belong to. */
  readonly hash: string;
  /** In the order of the file. */
  readonly replacements: readonly Replacement[];
}

export interface Rewrite {
  readonly files: readonly FileRewrite[];
  /** `path:line` of files that are left alone because of a syntax error. */
  readonly skipped: readonly string[];
  readonly notes: readonly string[];
}

export interface RewriteRequest extends Scope {
  readonly operations: readonly Operation[];
  readonly maxFiles: number;
}

/** Computes the replacements in all files and writes nothing. */
export async function planRewrite(
  pi: Pick<ExtensionAPI, "files">,
  engine: Engine,
  { operations, maxFiles, ...scope }: RewriteRequest,
): Promise<Rewrite> {
  checkOperations(operations);
  const { files, notes } = await findCandidates(pi, engine, scope);
  checkLanguages(files);
  if (files.length > maxFiles)
    throw new Error(
      `Limit reached; narrow paths. There are ${files.length} files, and at most ${maxFiles} are rewritten at once.`,
    );
  for (const { pat } of operations) await checkPattern(engine, pat, files);
  const words = operations.map(({ pat }) => requiredWords(pat));
  const isWanted = (text: string) => words.some((each) => each.every((word) => text.includes(word)));
  const rewrites: FileRewrite[] = [];
  const skipped: string[] = [];
  for await (const parsed of parseFiles(pi, engine, { files, isWanted, signal: scope.signal })) {
    const replacements = replacementsIn(parsed, operations);
    if (replacements.length === 0) continue;
    const { root, text, ...candidate } = parsed;
    const errorLine = syntaxErrorLine(root);
    if (errorLine === undefined) rewrites.push({ candidate, hash: hashOf(text), replacements });
    else skipped.push(`${candidate.path}:${errorLine}`);
  }
  return { files: rewrites, skipped, notes };
}

/** Returns the new text. Throws if the text is not the one that the replacements were computed for. */
export function applyRewrite({ candidate, hash, replacements }: FileRewrite, text: string): string {
  if (hashOf(text) !== hash)
    throw new Error(`${candidate.path} has changed since the preview. Nothing was written: run ast_edit again.`);
  return replacements.reduceRight(
    (result, { start, end, text: by }) => result.slice(0, start) + by + result.slice(end),
    text,
  );
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function checkOperations(operations: readonly Operation[]): void {
  const seen = new Set<string>();
  for (const { pat } of operations) {
    if (pat === "") throw new Error("A pattern is empty. Each operation needs code to look for in pat.");
    if (seen.has(pat)) throw new Error(`The pattern ${pat} is given twice. Give each pattern once.`);
    seen.add(pat);
  }
  if (seen.size === 0) throw new Error("There is no operation. Give at least one, with pat and out.");
}

function checkLanguages(files: readonly Candidate[]): void {
  const languages = [...new Set(files.map(({ language }) => language))];
  const [first] = languages;
  if (!first || languages.every((language) => isSameFamily(first, language))) return;
  const names = languages.map(({ name }) => name).join(", ");
  throw new Error(`The paths hold files of several languages: ${names}. Choose one with lang, or narrow paths.`);
}

function replacementsIn({ root, text, path }: ParsedFile, operations: readonly Operation[]): Replacement[] {
  const all = operations
    .toSorted((a, b) => (a.pat < b.pat ? -1 : 1))
    .flatMap(({ pat, out }) => root.findAll({ rule: { pattern: pat } }).map((node) => replacementOf(node, out, text)))
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
  for (const [index, next] of all.entries()) {
    const earlier = all[index - 1];
    if (earlier && next.start < earlier.end)
      throw new Error(
        `Overlapping replacements detected; ${path} has one in line ${earlier.line} and one in line ${next.line} of the same code. Make the patterns narrower, or rewrite the inner code first.`,
      );
  }
  return all.filter(({ start, end, text: by }) => text.slice(start, end) !== by);
}

function replacementOf(node: SgNode, template: string, text: string): Replacement {
  const { start, end } = node.range();
  const lineStart = text.lastIndexOf("\n", start.index - 1) + 1;
  const lineEnd = endOfLine(text, start.index);
  const indent = /^[ \t]*/.exec(text.slice(lineStart, start.index))?.[0] ?? "";
  const lineBreak = lineBreakAt(text, start.index);
  // The template's lines follow the indentation and the line ends of the file; the code of metavariables stays as it is.
  const indented = template.replace(/\r?\n/g, `${lineBreak}${indent}`);
  const after = fillTemplate(indented, (variable) => textOf(node, variable));
  const range = template === "" ? wholeLines(text, start.index, end.index) : { start: start.index, end: end.index };
  return {
    ...range,
    text: after,
    line: start.line + 1,
    column: start.column + 1,
    lineText: text.slice(lineStart, lineEnd).replace(/\r$/, ""),
    before: node.text(),
    after,
  };
}

/** Extends code that is removed to whole lines, if nothing else is on them. */
function wholeLines(text: string, start: number, end: number): { start: number; end: number } {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = endOfLine(text, end);
  const isAlone = text.slice(lineStart, start).trim() === "" && text.slice(end, lineEnd).trim() === "";
  return isAlone ? { start: lineStart, end: Math.min(text.length, lineEnd + 1) } : { start, end };
}

function endOfLine(text: string, from: number): number {
  const newline = text.indexOf("\n", from);
  return newline < 0 ? text.length : newline;
}

/** Returns the line break that the file uses at this place. */
function lineBreakAt(text: string, at: number): "\n" | "\r\n" {
  const next = text.indexOf("\n", at);
  const newline = next < 0 ? text.lastIndexOf("\n") : next;
  return newline > 0 && text[newline - 1] === "\r" ? "\r\n" : "\n";
}
