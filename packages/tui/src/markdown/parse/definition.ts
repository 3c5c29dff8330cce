import { lineAt } from "./line.ts";
import { type BlockToken, normalizeLabel } from "./tokens.ts";

const DEFINITION =
  /^ {0,3}\[((?:[^[\]\\]|\\.){1,999})\]:[ \t]*(?:<([^<>]*)>|(\S+))(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*$/;

/** The target of a reference link, on a line of its own. */
export function parseDefinition(source: string, start: number): BlockToken | undefined {
  const { text, end } = lineAt(source, start);
  const [, label = "", bracketed, bare] = DEFINITION.exec(text) ?? [];
  const href = bracketed ?? bare;
  if (href === undefined || label.trim() === "") return undefined;
  return { type: "definition", raw: source.slice(start, end), label: normalizeLabel(label), href };
}
