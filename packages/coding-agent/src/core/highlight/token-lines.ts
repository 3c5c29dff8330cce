/** A piece of a line with its scope in the language, such as `keyword` or `title.function`; `undefined` for plain text. */
export interface Token {
  readonly text: string;
  readonly scope: string | undefined;
}

const PIECE = /<span class="([^"]*)">|(<\/span>)|&(amp|lt|gt|quot|#x27);|([^<&]+)|([<&])/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

/** Returns the tokens of each line of marked-up code. A token that spans several lines is repeated on each of them. */
export function tokenLines(markup: string): Token[][] {
  const lines: Token[][] = [[]];
  const scopes: (string | undefined)[] = [undefined];
  for (const [, classes, closing, entity, text, stray] of markup.matchAll(PIECE)) {
    if (classes !== undefined) scopes.push(scopeOf(classes) ?? scopes.at(-1));
    else if (closing) scopes.pop();
    else append(lines, (entity && ENTITIES[entity]) ?? text ?? stray ?? "", scopes.at(-1));
  }
  return lines;
}

/** Converts class names to a scope: `hljs-title function_` becomes `title.function`. */
function scopeOf(classes: string): string | undefined {
  const [first = "", ...rest] = classes.split(" ");
  if (!first.startsWith("hljs-")) return undefined;
  return [first.slice("hljs-".length), ...rest.map((name) => name.replace(/_+$/, ""))].join(".");
}

function append(lines: Token[][], text: string, scope: string | undefined): void {
  for (const [index, part] of text.split("\n").entries()) {
    if (index > 0) lines.push([]);
    const line = lines.at(-1);
    const last = line?.at(-1);
    if (part === "" || !line) continue;
    if (last && last.scope === scope) line[line.length - 1] = { text: last.text + part, scope };
    else line.push({ text: part, scope });
  }
}
