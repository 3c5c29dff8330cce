import { parseFenceOpening } from "./fence.ts";
import { htmlBlockEnd } from "./html-block.ts";
import { CODE_INDENT, indentOf, isBlank, startsWithLetter } from "./line.ts";
import { parseListMarker } from "./list-marker.ts";

const HEADING = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const QUOTE = /^ {0,3}>/;

export function parseHeadingLine(text: string): { depth: number; content: string } | undefined {
  const match = HEADING.exec(text);
  if (!match) return undefined;
  return { depth: match[1]?.length ?? 1, content: withoutClosingMarks(text.slice(match[0].length).trim()) };
}

export function isRule(text: string): boolean {
  const first = firstInk(text);
  return (first === "*" || first === "-" || first === "_") && RULE.test(text);
}

export function isQuote(text: string): boolean {
  return QUOTE.test(text);
}

/** Returns whether a line ends the paragraph above it and begins another block. */
export function interruptsParagraph(text: string): boolean {
  if (startsWithLetter(text) || indentOf(text) >= CODE_INDENT) return false;
  if (isBlank(text) || isQuote(text) || isRule(text)) return true;
  if (parseHeadingLine(text) || parseFenceOpening(text) || htmlBlockEnd(text, "paragraph")) return true;
  const marker = parseListMarker(text);
  return marker !== undefined && !isBlank(text.slice(marker.length)) && (!marker.ordered || marker.number === 1);
}

/** Removes the closing marks of `## Title ##`. */
function withoutClosingMarks(content: string): string {
  let end = content.length;
  while (content.charAt(end - 1) === "#") end--;
  return end === 0 || /[ \t]/.test(content.charAt(end - 1)) ? content.slice(0, end).trimEnd() : content;
}

function firstInk(text: string): string | undefined {
  return /[^ ]/.exec(text.slice(0, CODE_INDENT))?.[0];
}
