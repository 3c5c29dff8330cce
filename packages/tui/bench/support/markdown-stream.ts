import type { MarkdownTheme } from "../../src/index.ts";

const style = (on: number, off: number) => (text: string) => `\x1b[${on}m${text}\x1b[${off}m`;
export const theme: MarkdownTheme = {
  heading: style(33, 39),
  link: style(34, 39),
  linkUrl: style(90, 39),
  code: style(36, 39),
  codeBlock: style(32, 39),
  codeBlockBorder: style(90, 39),
  quote: style(35, 39),
  quoteBorder: style(90, 39),
  hr: style(90, 39),
  listBullet: style(36, 39),
  bold: style(1, 22),
  italic: style(3, 23),
  strikethrough: style(9, 29),
  underline: style(4, 24),
};

/** Two deltas a line or so: headings, lists, code, a table and prose. */
const DOCUMENT = `## A heading

Some prose with **bold** words, \`code\` and a [link](https://example.org) that goes on for a while until it wraps.

- first item of a list
- second item, a little longer than the first one

\`\`\`ts
export function add(a: number, b: number): number {
  return a + b;
}
\`\`\`

| name | value |
| ---- | ----- |
| one  | 1     |
| two  | 2     |

`;
const DELTA = 5;

/** What a model sends, for ever. */
export function* deltas(): Generator<string> {
  for (let at = 0; ; at = (at + DELTA) % DOCUMENT.length) yield DOCUMENT.slice(at, at + DELTA);
}
