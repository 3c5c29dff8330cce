import { latePattern } from "../../text/late-pattern.ts";
import type { InlineToken } from "./tokens.ts";

/** A run of `*`, `_` or `~` that may begin or end emphasis. */
export interface DelimiterRun {
  type: "delimiter";
  readonly character: string;
  /** The number of characters that are not used yet. */
  count: number;
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
}

export type InlineNode = InlineToken | DelimiterRun;

/** Pairs the delimiters of a text, innermost first; delimiters without a partner become text. */
export function resolveEmphasis(nodes: readonly InlineNode[]): InlineToken[] {
  return toTokens(pairDelimiters(nodes));
}

/** Returns whether a delimiter could still get a partner from the following text. */
export function hasOpenEmphasis(nodes: readonly InlineNode[]): boolean {
  const copies = nodes.map((node) => (node.type === "delimiter" ? { ...node } : node));
  return pairDelimiters(copies).some((node) => node.type === "delimiter" && node.canOpen);
}

function pairDelimiters(nodes: readonly InlineNode[]): InlineNode[] {
  const resolved: InlineNode[] = [];
  /** Per kind of closer: the index below which no opener is left. It ensures that each part is searched only once. */
  const bottoms = new Map<string, number>();
  for (const node of nodes) {
    if (node.type === "delimiter" && node.canClose) close(node, resolved, bottoms);
    if (node.type !== "delimiter" || node.count > 0) resolved.push(node);
  }
  return resolved;
}

function close(closer: DelimiterRun, resolved: InlineNode[], bottoms: Map<string, number>): void {
  const key = `${closer.character}${closer.canOpen}${closer.length % 3}`;
  while (closer.count > 0) {
    const index = findOpener(closer, resolved, bottoms.get(key) ?? 0);
    const opener = resolved[index];
    if (opener?.type !== "delimiter") {
      bottoms.set(key, resolved.length);
      return;
    }
    const tokens = toTokens(resolved.splice(index + 1));
    const used = opener.count >= 2 && closer.count >= 2 ? 2 : 1;
    opener.count -= used;
    closer.count -= used;
    if (opener.count === 0) resolved.pop();
    resolved.push({ type: typeOf(closer.character, used), tokens });
    for (const [other, bottom] of bottoms) if (bottom > resolved.length) bottoms.set(other, resolved.length);
  }
}

function findOpener(closer: DelimiterRun, resolved: readonly InlineNode[], bottom: number): number {
  for (let index = resolved.length - 1; index >= bottom; index--) {
    const node = resolved[index];
    if (node?.type === "delimiter" && node.character === closer.character && node.canOpen && matches(node, closer)) {
      return index;
    }
  }
  return -1;
}

/** Returns whether two runs pair. If one could both open and close, CommonMark's "multiple of 3" rule decides; tildes need equal length. */
function matches(opener: DelimiterRun, closer: DelimiterRun): boolean {
  if (closer.character === "~") return opener.count === closer.count;
  const isAmbiguous = opener.canClose || closer.canOpen;
  const isMultiple = opener.length % 3 === 0 && closer.length % 3 === 0;
  return !isAmbiguous || isMultiple || (opener.length + closer.length) % 3 !== 0;
}

function typeOf(character: string, used: number): "strong" | "em" | "del" {
  if (character === "~") return "del";
  return used === 2 ? "strong" : "em";
}

function toTokens(nodes: readonly InlineNode[]): InlineToken[] {
  return nodes.map((node) =>
    node.type === "delimiter" ? { type: "text", text: node.character.repeat(node.count) } : node,
  );
}

/** Reads the run at `start` and decides by the characters around it whether it can open or close. */
export function readDelimiterRun(text: string, start: number): DelimiterRun {
  const character = text.charAt(start);
  let end = start;
  while (text.charAt(end) === character) end++;
  const before = classify(start === 0 ? "\n" : characterBefore(text, start));
  const after = classify(end === text.length ? "\n" : String.fromCodePoint(text.codePointAt(end) ?? 0x20));
  const opens = after !== "space" && (after !== "mark" || before !== "letter");
  const closes = before !== "space" && (before !== "mark" || after !== "letter");
  const length = end - start;
  // An underscore within a word is part of the word.
  const isWordly = character === "_";
  return {
    type: "delimiter",
    character,
    count: length,
    length,
    canOpen: opens && (!isWordly || !closes || before === "mark"),
    canClose: closes && (!isWordly || !opens || after === "mark"),
  };
}

function characterBefore(text: string, index: number): string {
  const low = text.charCodeAt(index - 1);
  const isPair = low >= 0xdc00 && low <= 0xdfff;
  return text.slice(index - (isPair ? 2 : 1), index);
}

const punctuation = latePattern(String.raw`[\p{P}\p{S}]`);

function classify(character: string): "space" | "mark" | "letter" {
  const code = character.charCodeAt(0);
  if (code < 0x80) {
    if (code <= 0x20) return "space";
    return /[\w]/.test(character) && character !== "_" ? "letter" : "mark";
  }
  if (/\s/.test(character)) return "space";
  return punctuation().test(character) ? "mark" : "letter";
}
