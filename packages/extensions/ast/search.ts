import type { SgNode } from "@ast-grep/napi";
import type { ExtensionAPI } from "@tau/coding-agent";
import { type Candidate, findCandidates, type Scope } from "./candidates.ts";
import type { Engine } from "./engine.ts";
import { findMatches, type MatchedFile } from "./find-matches.ts";
import type { Language } from "./languages.ts";
import { parseFiles, syntaxErrorLine } from "./parse-files.ts";
import { type Metavariable, metavariables, requiredWords, withoutMetavariables } from "./pattern.ts";

export const MOST_MATCHES = 50;
const MOST_ISSUES = 20;
/** With so few files it does not matter where they are parsed. */
const FEW_FILES = 64;

export interface Match {
  readonly candidate: Candidate;
  /** Lines counted from 1, and their texts. */
  readonly firstLine: number;
  readonly lines: readonly string[];
  readonly metavariables: readonly { readonly name: string; readonly value: string }[];
}

export interface SearchResult {
  readonly matches: readonly Match[];
  /** Whether there are more than the matches that are shown. */
  readonly hasMore: boolean;
  /** `path:line` of files with syntax errors. */
  readonly parseIssues: readonly string[];
  readonly notes: readonly string[];
  readonly fileCount: number;
}

export interface SearchRequest extends Scope {
  readonly pattern: string;
  /** How many matches to leave out, in the order of paths and lines. */
  readonly skip: number;
}

/** Finds the nodes that match a pattern, in the order of paths and positions. Stops when a page is full. */
export async function search(
  pi: Pick<ExtensionAPI, "files">,
  engine: Engine,
  { pattern, skip, ...scope }: SearchRequest,
): Promise<SearchResult> {
  const { files, notes } = await findCandidates(pi, engine, scope);
  const checked = await checkPattern(engine, pattern, files);
  const words = requiredWords(pattern);
  const matches: Match[] = [];
  const parseIssues: string[] = [];
  const names = metavariables(pattern);
  const wanted = skip + MOST_MATCHES;
  const searched = { files: files.filter(({ language }) => checked.languages.has(language)), pattern, words };
  for await (const { root, text, found, ...candidate } of searchFiles(pi, engine, searched, scope.signal)) {
    if (found.length > 0) {
      const lines = text.split("\n");
      matches.push(...found.map((node) => describeMatch(node, candidate, lines, names)));
    }
    if (parseIssues.length < MOST_ISSUES && (words.length > 0 || found.length > 0)) {
      const line = syntaxErrorLine(root);
      if (line !== undefined) parseIssues.push(`${candidate.path}:${line}`);
    }
    if (matches.length > wanted) break;
  }
  return {
    matches: matches.slice(skip, wanted),
    hasMore: matches.length > wanted,
    parseIssues,
    notes: [...notes, ...(matches.length === 0 ? checked.notes : [])],
    fileCount: files.length,
  };
}

interface Searched {
  readonly files: readonly Candidate[];
  readonly pattern: string;
  /** What a file must contain to match. */
  readonly words: readonly string[];
}

/** Yields files with their matches, in their order. Where words tell which files can match, only those are parsed. */
async function* searchFiles(
  pi: Pick<ExtensionAPI, "files">,
  engine: Engine,
  { files, pattern, words }: Searched,
  signal: AbortSignal | undefined,
): AsyncGenerator<MatchedFile> {
  if (words.length === 0 && files.length > FEW_FILES && files.every(({ language }) => !language.grammar)) {
    yield* findMatches(engine, { files, pattern, signal });
    return;
  }
  const isWanted = (text: string) => words.every((word) => text.includes(word));
  for await (const file of parseFiles(pi, engine, { files, isWanted, signal }))
    yield { ...file, found: file.root.findAll({ rule: { pattern } }) };
}

/**
 * Checks the pattern in each language of the files. A pattern that fits none of them is an error; in a mixed folder, languages that it does
 * not fit are left out.
 */
export async function checkPattern(
  engine: Engine,
  pattern: string,
  files: readonly Candidate[],
): Promise<{ readonly languages: ReadonlySet<Language>; readonly notes: readonly string[] }> {
  const languages = new Set<Language>();
  const notes: string[] = [];
  let problem: Error | undefined;
  for (const language of new Set(files.map((file) => file.language))) {
    const root = await engine.parse(language, withoutMetavariables(pattern));
    try {
      root.find({ rule: { pattern } });
    } catch (error) {
      problem ??= new Error(`The pattern does not parse as ${language.name}: ${reasonOf(error)}`, { cause: error });
      continue;
    }
    languages.add(language);
    if (syntaxErrorLine(root) !== undefined)
      notes.push(`As ${language.name}, the pattern has a syntax error: it may match nothing.`);
  }
  if (languages.size === 0 && problem) throw problem;
  // A pattern that is sound in one language of a mixed folder is meant for that one.
  return { languages, notes: notes.length === languages.size ? notes : [] };
}

/** Returns the last line of the engine's message, which names the cause. */
function reasonOf(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error))
    .split("\n")
    .map((line) => line.replace(/^[\s|>-]+/, ""));
  const cause = lines.findLast((line) => line.includes("AST")) ?? lines.at(-1) ?? "";
  return `${cause.replace(/ Please check the pattern source.*$/s, "")} A pattern is one piece of code, such as foo($A) or if ($C) { $$$B }.`;
}

function describeMatch(
  node: SgNode,
  candidate: Candidate,
  lines: readonly string[],
  names: readonly Metavariable[],
): Match {
  const { start, end } = node.range();
  const last = end.column === 0 && end.line > start.line ? end.line - 1 : end.line;
  return {
    candidate,
    firstLine: start.line + 1,
    lines: lines.slice(start.line, last + 1).map((line) => line.replace(/\r$/, "")),
    metavariables: names.map(({ name, isList }) => ({ name, value: textOf(node, { name, isList }) })),
  };
}

/** Returns the source text of a metavariable. A list is the text from its first to its last node. */
export function textOf(node: SgNode, { name, isList }: Metavariable): string {
  if (!isList) return node.getMatch(name)?.text() ?? "";
  const nodes = node.getMultipleMatches(name);
  const [first] = nodes;
  const last = nodes.at(-1);
  if (!first || !last) return "";
  const offset = node.range().start.index;
  return node.text().slice(first.range().start.index - offset, last.range().end.index - offset);
}
