import { interruptsParagraph, isRule, parseHeadingLine } from "./block-start.ts";
import { parseDefinition } from "./definition.ts";
import { parseFenceOpening } from "./fence.ts";
import { htmlBlockEnd } from "./html-block.ts";
import { CODE_INDENT, indentOf, isBlank, lineAt, startsWithLetter, withoutIndent } from "./line.ts";
import { parseList } from "./list.ts";
import { isUnderline, withoutLineIndent } from "./paragraph.ts";
import { parseInline } from "./parse-inline.ts";
import { parseQuote } from "./quote.ts";
import { parseTable, startsTable } from "./table.ts";
import type { BlockToken, LinkDefinitions, ParseContext } from "./tokens.ts";

export interface ParseOptions {
  /** Link targets defined elsewhere in the text. */
  readonly definitions: LinkDefinitions;
  readonly latex: boolean;
  /** The number of quotes and list items around the source. Default: none. */
  readonly depth?: number;
}

/** Parses the blocks of a source: CommonMark with tables, task lists, strike-through and bare links. */
export function parseBlocks(source: string, options: ParseOptions): BlockToken[] {
  const { depth = 0 } = options;
  const blocks = readBlocks(source, contextAt(depth, options));
  // Only definitions at the top level of a document count.
  if (depth > 0) return blocks;
  const definitions = new Map(options.definitions);
  for (const block of blocks) {
    if (block.type === "definition" && !definitions.has(block.label)) definitions.set(block.label, block.href);
  }
  // A definition also applies to text above it, so parse again with all definitions.
  const isComplete = definitions.size === options.definitions.size;
  return isComplete ? blocks : readBlocks(source, contextAt(0, { latex: options.latex, definitions }));
}

/** More than any real text nests; it limits the time and stack that malicious text can use. */
export const MAX_DEPTH = 12;

function contextAt(depth: number, options: ParseOptions): ParseContext {
  const context: ParseContext = {
    ...options,
    blocks: (source) =>
      depth < MAX_DEPTH ? readBlocks(source, contextAt(depth + 1, options)) : [paragraph(source, context)],
    inline: (text) => parseInline(text, options),
  };
  return context;
}

type Parser = (source: string, start: number, context: ParseContext) => BlockToken | undefined;

const PARSERS: readonly Parser[] = [
  parseSpace,
  parseIndentedCode,
  parseHeading,
  parseFencedCode,
  parseQuote,
  parseRule,
  parseList,
  parseHtml,
  parseDefinition,
  parseTable,
];
/** The parsers to try for a line that starts with text. Most lines do, so the other parsers are skipped for speed. */
const TEXT_PARSERS: readonly Parser[] = [parseTable];

function readBlocks(source: string, context: ParseContext): BlockToken[] {
  const blocks: BlockToken[] = [];
  for (let at = 0; at < source.length; ) {
    const block = readBlock(source, at, context);
    blocks.push(block);
    at += block.raw.length;
  }
  return blocks;
}

function readBlock(source: string, start: number, context: ParseContext): BlockToken {
  const isText = startsWithLetter(lineAt(source, start).text);
  for (const parse of isText ? TEXT_PARSERS : PARSERS) {
    const block = parse(source, start, context);
    if (block) return block;
  }
  return readParagraph(source, start, context);
}

function parseSpace(source: string, start: number): BlockToken | undefined {
  let end = start;
  while (end < source.length) {
    const line = lineAt(source, end);
    if (!isBlank(line.text)) break;
    end = line.end;
  }
  return end > start ? { type: "space", raw: source.slice(start, end) } : undefined;
}

function parseIndentedCode(source: string, start: number): BlockToken | undefined {
  const lines: string[] = [];
  let end = start;
  let count = 0;
  for (let at = start; at < source.length; ) {
    const line = lineAt(source, at);
    const blank = isBlank(line.text);
    if (!blank && indentOf(line.text) < CODE_INDENT) break;
    lines.push(withoutIndent(line.text, CODE_INDENT));
    at = line.end;
    if (blank) continue;
    end = at;
    count = lines.length;
  }
  if (count === 0) return undefined;
  return { type: "code", raw: source.slice(start, end), text: lines.slice(0, count).join("\n"), lang: "" };
}

function parseHeading(source: string, start: number, context: ParseContext): BlockToken | undefined {
  const { text, end } = lineAt(source, start);
  const heading = parseHeadingLine(text);
  if (!heading) return undefined;
  const { depth, content } = heading;
  return { type: "heading", raw: source.slice(start, end), depth, tokens: context.inline(content) };
}

function parseFencedCode(source: string, start: number): BlockToken | undefined {
  const first = lineAt(source, start);
  const fence = parseFenceOpening(first.text);
  if (!fence) return undefined;
  const lines: string[] = [];
  let { end } = first;
  while (end < source.length) {
    const line = lineAt(source, end);
    end = line.end;
    if (fence.isClosing(line.text)) break;
    lines.push(withoutIndent(line.text, fence.indent));
  }
  return { type: "code", raw: source.slice(start, end), text: lines.join("\n"), lang: fence.lang };
}

function parseRule(source: string, start: number): BlockToken | undefined {
  const { text, end } = lineAt(source, start);
  return isRule(text) ? { type: "hr", raw: source.slice(start, end) } : undefined;
}

function parseHtml(source: string, start: number): BlockToken | undefined {
  const first = lineAt(source, start);
  const until = htmlBlockEnd(first.text, "blocks");
  if (!until) return undefined;
  let end = start;
  while (end < source.length) {
    const line = lineAt(source, end);
    const isEnd = until.test(line.text);
    // The blank line that ends a block is not part of it.
    if (isEnd && isBlank(line.text)) break;
    end = line.end;
    if (isEnd) break;
  }
  return { type: "html", raw: source.slice(start, end) };
}

/** Reads a paragraph, or a heading if the line below underlines it. */
function readParagraph(source: string, start: number, context: ParseContext): BlockToken {
  let { end } = lineAt(source, start);
  while (end < source.length) {
    const line = lineAt(source, end);
    if (isUnderline(line.text)) {
      const tokens = context.inline(joinLines(source.slice(start, end)));
      return { type: "heading", raw: source.slice(start, line.end), depth: line.text.includes("=") ? 1 : 2, tokens };
    }
    if (interruptsParagraph(line.text) || startsTable(source, end)) break;
    end = line.end;
  }
  return paragraph(source.slice(start, end), context);
}

function paragraph(raw: string, context: ParseContext): BlockToken {
  return { type: "paragraph", raw, tokens: context.inline(joinLines(raw)) };
}

function joinLines(raw: string): string {
  return withoutLineIndent(raw, "line start").trimEnd();
}
