import { DEFAULT_MAX_BYTES, DEFAULT_MAX_LINES } from "../../output/index.ts";
import { type OutlineItem, outline, outlineBeginning } from "../../syntax/outline.ts";

export interface Summary {
  readonly text: string;
  readonly elidedLines: number;
  readonly elidedRegions: number;
}

export interface SummaryRequest {
  readonly text: string;
  /** As the model wrote it, without a selector. */
  readonly path: string;
  /** Shorter files are shown whole. */
  readonly minLines: number;
}

/** Larger files are shown from their beginning: a summary of them would take long. */
const MAX_LENGTH = 2 * 1024 * 1024;
const MAX_LINES = 20_000;
/** Signatures of this length usually fill a result; where they do not, because they are cut, those of the second length do. */
const ENOUGH = [1.2 * DEFAULT_MAX_BYTES, 2.4 * DEFAULT_MAX_BYTES] as const;
const MOST_SIGNATURE_LINES = 4;
const MOST_LINE = 200;
/** A summary leaves out at least this share of the lines; otherwise the text itself is better. */
const LEAST_ELIDED = 0.3;

/**
 * Resolves to the definitions of a source file with their lines, in place of its text. Resolves to `undefined` if the file is small, too
 * large, of no known language, or mostly made of signatures.
 */
export async function summarize({ text, path, minLines }: SummaryRequest): Promise<Summary | undefined> {
  if (text.length > MAX_LENGTH) return undefined;
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  if (lines.length < minLines || lines.length > MAX_LINES) return undefined;
  const found = await definitions(path, text, lines);
  if (!found) return undefined;
  const { shown, missing } = found;
  const shownLines = new Set(shown.items.flatMap(signatureLines));
  const elidedLines = lines.length - shownLines.size;
  if (elidedLines < lines.length * LEAST_ELIDED) return undefined;
  const elidedRegions = countRegions(lines.length, shownLines);
  const [example] = shown.items.filter(({ firstLine, lastLine }) => lastLine > firstLine);
  const range = example ? `${example.firstLine}-${example.lastLine}` : `1-${Math.min(50, lines.length)}`;
  const footer = [
    `[Summary of ${path}: the definitions with their lines. ${elidedLines} of ${lines.length} lines in ${elidedRegions} regions are left out.`,
    ...missing,
    `Read what you need, such as ${path}:${range}, and always before you edit. ${path}:raw gives the text.]`,
  ].join(" ");
  return { text: `${shown.text}\n\n${footer}`, elidedLines, elidedRegions };
}

interface Rendering {
  readonly items: readonly OutlineItem[];
  readonly text: string;
}

interface Definitions {
  readonly shown: Rendering;
  /** Sentences about the definitions that are not shown. */
  readonly missing: readonly string[];
}

/** Resolves to the definitions of a file, as many as a result can hold, or to `undefined` if there are none. */
async function definitions(path: string, text: string, lines: readonly string[]): Promise<Definitions | undefined> {
  // In a long file, what fills a result is found without a look at the rest.
  for (const enough of ENOUGH) {
    const beginning = await outlineBeginning(path, text, enough);
    if (!beginning) break;
    const shown = render(beginning, lines);
    if (shown.items.length === beginning.length) continue;
    const after = shown.items.at(-1)?.lastLine ?? 0;
    return { shown, missing: [`Definitions after line ${after} and members of classes are left out, too.`] };
  }
  const items = (await outline(path, text)) ?? [];
  if (items.length === 0) return undefined;
  const shown = fit(items, lines);
  const count = items.length - shown.items.length;
  return { shown, missing: count > 0 ? [`${count} definitions are left out, too.`] : [] };
}

/** Renders the definitions. Members are left out where all definitions would be more than a result can hold, then the last ones. */
function fit(items: readonly OutlineItem[], lines: readonly string[]): Rendering {
  let rendered: Rendering = { items: [], text: "" };
  for (const depth of [3, 1, 0]) {
    const chosen = items.filter((item) => item.depth <= depth);
    rendered = render(chosen, lines);
    if (rendered.items.length === chosen.length) break;
  }
  return rendered;
}

/**
 * Renders as many definitions as a result can hold: `12-48|export function f(` and, for a signature of several lines, `13|  a: string,`. A
 * line is shown once.
 */
function render(items: readonly OutlineItem[], lines: readonly string[]): Rendering {
  const rows: string[] = [];
  const seen = new Set<number>();
  let bytes = 0;
  for (const [index, item] of items.entries()) {
    const added = signatureLines(item)
      .filter((number) => !seen.has(number))
      .map((number) => renderLine(number, item, lines));
    bytes += added.reduce((sum, row) => sum + Buffer.byteLength(row) + 1, 0);
    if (rows.length + added.length > DEFAULT_MAX_LINES || bytes - 1 > DEFAULT_MAX_BYTES)
      return { items: items.slice(0, index), text: rows.join("\n") };
    rows.push(...added);
    for (const number of signatureLines(item)) seen.add(number);
  }
  return { items, text: rows.join("\n") };
}

function renderLine(number: number, { firstLine, lastLine }: OutlineItem, lines: readonly string[]): string {
  const text = (lines[number - 1] ?? "").replace(/\r$/, "");
  const cut = text.length > MOST_LINE ? `${text.slice(0, MOST_LINE)}…` : text;
  return `${number === firstLine && lastLine > number ? `${number}-${lastLine}` : number}|${cut}`;
}

function signatureLines({ firstLine, signatureEnd }: OutlineItem): number[] {
  const count = Math.min(MOST_SIGNATURE_LINES, signatureEnd - firstLine + 1);
  return Array.from({ length: count }, (_, index) => firstLine + index);
}

function countRegions(total: number, shown: ReadonlySet<number>): number {
  let regions = 0;
  for (let line = 1; line <= total; line++) if (!shown.has(line) && (line === 1 || shown.has(line - 1))) regions++;
  return regions;
}
