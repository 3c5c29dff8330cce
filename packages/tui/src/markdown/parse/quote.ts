import { isQuote } from "./block-start.ts";
import { lineAt } from "./line.ts";
import { OpenParagraph } from "./open-paragraph.ts";
import type { BlockToken, ParseContext } from "./tokens.ts";

export function parseQuote(source: string, start: number, context: ParseContext): BlockToken | undefined {
  const first = lineAt(source, start);
  if (!isQuote(first.text)) return undefined;
  const lines = [unquoted(first.text)];
  const open = new OpenParagraph(lines[0] ?? "");
  let { end } = first;
  while (end < source.length) {
    const line = lineAt(source, end);
    if (isQuote(line.text)) {
      const text = unquoted(line.text);
      lines.push(text);
      open.push(text);
    } else if (open.takesLazily(line.text)) lines.push(line.text.trimStart());
    else break;
    end = line.end;
  }
  return { type: "blockquote", raw: source.slice(start, end), tokens: context.blocks(lines.join("\n")) };
}

export function unquoted(text: string): string {
  return text.replace(/^ {0,3}>[ \t]?/, "");
}
