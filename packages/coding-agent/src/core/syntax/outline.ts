import type { Node } from "@vscode/tree-sitter-wasm";
import { loadParser } from "./grammar.ts";
import { type OutlineLanguage, outlineLanguage } from "./languages.ts";

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

/** Resolves to the definitions in a source text, in its order, or to `undefined` if the syntax of such files is not known. */
export async function outline(path: string, text: string): Promise<readonly OutlineItem[] | undefined> {
  const language = outlineLanguage(path);
  if (!language) return undefined;
  const parser = await loadParser(language.grammar);
  const tree = parser.parse(text);
  if (!tree) return undefined;
  try {
    const items: OutlineItem[] = [];
    collect(tree.rootNode, language, 0, items);
    return items;
  } finally {
    tree.delete();
  }
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
  const signatureRow = body?.previousSibling?.endPosition.row ?? node.startPosition.row;
  const signatureEnd = Math.min(lastLine, signatureRow + 1);
  const name = nameOf(node);
  return { ...(name === undefined ? {} : { name }), firstLine, lastLine, signatureEnd, depth };
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
