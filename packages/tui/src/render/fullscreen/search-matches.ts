import type { Component } from "../../component.ts";
import { stripTerminalSequences } from "../../text/neutralize.ts";
import { visibleWidth } from "../../text/visible-width.ts";
import { drawComponent } from "../draw-component.ts";
import { LeafCursor } from "./leaf-cursor.ts";

/** A match of the search, in columns of a line of a leaf. */
export interface SearchMatch {
  readonly leaf: Component;
  readonly parents: readonly Component[];
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

/** Returns every match in a document, ignoring case. It has to render the whole document. */
export function findMatches(content: Component, width: number, query: string): SearchMatch[] {
  const matches: SearchMatch[] = [];
  const cursor = query === "" ? undefined : LeafCursor.first(content);
  if (!cursor) return matches;
  do {
    const { leaf, parents } = cursor;
    for (const [line, text] of drawComponent(leaf, width).entries()) {
      for (const { from, to } of findInLine(text, query)) matches.push({ leaf, parents, line, from, to });
    }
  } while (cursor.next());
  return matches;
}

export function findInLine(line: string, query: string): { from: number; to: number }[] {
  const text = stripTerminalSequences(line);
  const found: { from: number; to: number }[] = [];
  const needle = query.toLowerCase();
  const haystack = text.toLowerCase();
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + needle.length)) {
    const from = visibleWidth(text.slice(0, at));
    found.push({ from, to: from + visibleWidth(text.slice(at, at + needle.length)) });
  }
  return found;
}
