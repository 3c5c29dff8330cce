import type { Node, Parser, Tree } from "@vscode/tree-sitter-wasm";
import { loadParser } from "./grammar.ts";
import { type OutlineLanguage, outlineLanguage } from "./languages.ts";
import { type LineRange, type Skeleton, type SkeletonOptions, skeletonOf } from "./skeleton.ts";

/** A definition in a file. Lines are counted from 1. */
export interface OutlineItem {
  /** Absent if the definition has no plain name. */
  readonly name?: string;
  readonly firstLine: number;
  readonly lastLine: number;
  /** The last line of the signature: that on which the body begins. */
  readonly signatureEnd: number;
  /** 0 for a definition at the top of the file, 1 for a member of it, and so on. */
  readonly depth: number;
}

/** Members of members of members tell little about a file. */
const MOST_DEPTH = 3;
/** With more syntax errors than this, the whole text is parsed. */
const MOST_DOUBTFUL = 20;

/** Resolves to the definitions in a source text, in its order, or to `undefined` if the syntax of such files is not known. */
export async function outline(path: string, text: string): Promise<readonly OutlineItem[] | undefined> {
  const language = outlineLanguage(path);
  if (!language) return undefined;
  // The grammar is compiled on another thread meanwhile.
  const loading = loadParser(language.grammar);
  const skeleton = skeletonOf(text, language.bodies);
  const parser = await loading;
  return skeleton ? outlineSkeleton(parser, language, { text, skeleton }) : outlineText(parser, language, text);
}

/**
 * Resolves to the first definitions at the top of a source text, without their members: so many that their signatures have about `enough`
 * characters. Resolves to `undefined` if the text has fewer.
 */
export async function outlineBeginning(
  path: string,
  text: string,
  enough: number,
): Promise<readonly OutlineItem[] | undefined> {
  const language = outlineLanguage(path);
  if (!language || text.length < enough) return undefined;
  const loading = loadParser(language.grammar);
  const options = { members: false, enough };
  const skeleton = skeletonOf(text, language.bodies, options);
  const parser = await loading;
  if (!skeleton || skeleton.text.length < enough) return undefined;
  return outlineSkeleton(parser, language, { text, skeleton, options })?.filter(({ depth }) => depth === 0);
}

interface Shortened {
  readonly text: string;
  readonly skeleton: Skeleton;
  readonly options?: SkeletonOptions;
}

/** Bodies in and before a syntax error are looked at again, together with what is in them. */
function outlineSkeleton(
  parser: Parser,
  language: OutlineLanguage,
  { text, skeleton, options }: Shortened,
): readonly OutlineItem[] | undefined {
  const tree = parser.parse(skeleton.text);
  if (!tree) return undefined;
  try {
    const whole = doubtfulRanges(tree.rootNode, skeleton);
    if (whole.length === 0) return itemsOf(tree, language).map((item) => atLines(item, skeleton.lines));
    const longer = whole.length > MOST_DOUBTFUL ? undefined : skeletonOf(text, language.bodies, { ...options, whole });
    if (!longer) return outlineText(parser, language, text);
    const known = insertLines(tree, skeleton, longer) ? tree : undefined;
    return outlineText(parser, language, longer.text, known)?.map((item) => atLines(item, longer.lines));
  } finally {
    tree.delete();
  }
}

/** Tells a tree which lines another skeleton has in addition, so that only these are parsed. Returns false if it lacks lines, too. */
function insertLines(tree: Tree, { lines }: Skeleton, { text, lines: all }: Skeleton): boolean {
  let known = 0;
  let index = 0;
  for (let row = 0; row < all.length; row++) {
    const startIndex = index;
    const startPosition = { row, column: 0 };
    for (; row < all.length && all[row] !== lines[known]; row++) index = afterLine(text, index);
    if (index > startIndex)
      tree.edit({
        startIndex,
        startPosition,
        oldEndIndex: startIndex,
        oldEndPosition: startPosition,
        newEndIndex: index,
        newEndPosition: { row, column: 0 },
      });
    index = afterLine(text, index);
    known++;
  }
  return known >= lines.length;
}

function afterLine(text: string, index: number): number {
  const end = text.indexOf("\n", index);
  return end < 0 ? text.length : end + 1;
}

/** `known` is the tree of a similar text, which was told the differences. */
function outlineText(
  parser: Parser,
  language: OutlineLanguage,
  text: string,
  known?: Tree,
): readonly OutlineItem[] | undefined {
  const tree = parser.parse(text, known);
  if (!tree) return undefined;
  try {
    return itemsOf(tree, language);
  } finally {
    tree.delete();
  }
}

/** Returns the lines of syntax errors that a body which was cut in the wrong place can have caused. */
function doubtfulRanges(root: Node, { lines, bodies }: Skeleton): LineRange[] {
  if (!root.hasError) return [];
  const ranges: LineRange[] = [];
  let before = 0;
  for (const child of root.children) {
    if (!child) continue;
    const { row } = child.startPosition;
    const endRow = child.endPosition.row;
    if (child.hasError || child.isError || child.isMissing) {
      const range = { first: lines[endRow > row ? before : row] ?? 1, last: lines[endRow] ?? lines.at(-1) ?? 1 };
      if (bodies.some(({ first, last }) => first <= range.last && last >= range.first)) ranges.push(range);
    }
    before = row;
  }
  return ranges;
}

function atLines(item: OutlineItem, lines: readonly number[]): OutlineItem {
  const at = (line: number) => lines[line - 1] ?? line;
  return {
    ...item,
    firstLine: at(item.firstLine),
    lastLine: at(item.lastLine),
    signatureEnd: at(item.signatureEnd),
  };
}

function itemsOf(tree: Tree, language: OutlineLanguage): readonly OutlineItem[] {
  const items: OutlineItem[] = [];
  collect(tree.rootNode, language, 0, items);
  return items;
}

function collect(node: Node, language: OutlineLanguage, depth: number, items: OutlineItem[]): void {
  for (const child of node.namedChildren) {
    if (!child) continue;
    const isContainer = language.containers.has(child.type);
    if (isContainer || language.definitions.has(child.type)) items.push(itemOf(child, depth));
    if (isContainer && depth < MOST_DEPTH) collectMembers(child, language, depth + 1, items);
    else if (language.wrappers.has(child.type) || child.type === "ERROR") collect(child, language, depth, items);
  }
}

function collectMembers(container: Node, language: OutlineLanguage, depth: number, items: OutlineItem[]): void {
  for (const child of container.namedChildren)
    if (child && language.wrappers.has(child.type)) collect(child, language, depth, items);
}

function itemOf(node: Node, depth: number): OutlineItem {
  const firstLine = node.startPosition.row + 1;
  // A node that ends with a line break ends before the first column of the next line.
  const { row, column } = node.endPosition;
  const lastLine = Math.max(firstLine, column === 0 ? row : row + 1);
  const body = node.childForFieldName("body");
  // A body on lines of its own, as in Python, does not belong to the signature.
  const signatureRow = (body && childBefore(node, body)?.endPosition.row) ?? node.startPosition.row;
  const signatureEnd = Math.min(lastLine, signatureRow + 1);
  const name = nameOf(node);
  return { ...(name === undefined ? {} : { name }), firstLine, lastLine, signatureEnd, depth };
}

/**
 * Returns the last child before another one, other than comments. The library's own way to it walks there from the root of the tree, and
 * is therefore not used.
 */
function childBefore({ children }: Node, { id }: Node): Node | null | undefined {
  const end = children.findIndex((child) => child?.id === id);
  return children.slice(0, end).findLast((child) => child?.type.includes("comment") === false);
}

/** Returns the name of a definition, which the grammars keep in different places. */
function nameOf(node: Node): string | undefined {
  let at: Node | null = node;
  for (let step = 0; at && step < 5; step++) {
    const named: Node | null = at.childForFieldName("name");
    if (named) return plainName(named.text);
    const inner: Node | null = at.childForFieldName("declarator") ?? at.childForFieldName("type");
    if (!inner) break;
    if (/identifier$/.test(inner.type)) return plainName(inner.text);
    at = inner;
  }
  const part = node.namedChildren.find((child) => child?.childForFieldName("name") || /_name$/.test(child?.type ?? ""));
  return part ? plainName((part.childForFieldName("name") ?? part).text) : undefined;
}

function plainName(text: string): string | undefined {
  return /^[\p{L}_$#][\p{L}\p{N}_$:.-]*[?!]?$/u.test(text) ? text : undefined;
}
