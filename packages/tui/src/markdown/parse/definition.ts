import { lineAt } from "./line.ts";
import { type BlockToken, normalizeLabel } from "./tokens.ts";

const DEFINITION =
  /^ {0,3}\[((?:[^[\]\\]|\\.){1,999})\]:[ \t]*(?:<([^<>]*)>|(\S+))(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*$/;

/** Parses the definition of a reference link, which takes a whole line. */
export function parseDefinition(source: string, start: number): BlockToken | undefined {
  const { text, end } = lineAt(source, start);
  const [, label = "", bracketed, bare] = DEFINITION.exec(text) ?? [];
  const href = bracketed ?? bare;
  if (href === undefined || label.trim() === "") return undefined;
  return { type: "definition", raw: source.slice(start, end), label: normalizeLabel(label), href };
}
