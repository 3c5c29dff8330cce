/**
 * What components cost per step: streaming Markdown at the start and at the end of a long answer, pasting into the editor,
 * filtering a long list. Run: node --conditions=@tau/source packages/tui/bench/components.ts
 */
import {
  Editor,
  type EditorTheme,
  Markdown,
  type MarkdownTheme,
  SelectList,
  type SelectListTheme,
  type TUI,
  wrapTextWithAnsi,
} from "../src/index.ts";

const DELTAS = 20_000;
const DELTA_LENGTH = 6;
const WIDTH = 100;

const dim = (text: string) => `\x1b[2m${text}\x1b[22m`;
const markdownTheme: MarkdownTheme = {
  heading: dim,
  link: dim,
  linkUrl: dim,
  code: dim,
  codeBlock: dim,
  codeBlockBorder: dim,
  quote: dim,
  quoteBorder: dim,
  hr: dim,
  listBullet: dim,
  bold: dim,
  italic: dim,
  strikethrough: dim,
  underline: dim,
};
const listTheme: SelectListTheme = {
  selectedPrefix: dim,
  selectedText: dim,
  description: dim,
  scrollInfo: dim,
  noMatch: dim,
};
const editorTheme: EditorTheme = { borderColor: dim, selectList: listTheme };
const tui = { terminal: { rows: 40, columns: WIDTH }, requestRender: () => undefined } as unknown as TUI;

/** As a model writes: headings, prose, lists, code, tables. */
function section(index: number): string {
  const code = Array.from({ length: 12 }, (_, line) => `  const value${line} = compute(${index}, ${line});`).join("\n");
  return [
    `## Section ${index}`,
    "",
    "Some prose with **bold** words, `code`, a [link](https://example.org) and enough text to wrap over several lines of the screen.",
    "",
    "- first item of the list",
    "- second item with *emphasis*",
    "  - nested item",
    "",
    "```ts",
    code,
    "```",
    "",
    "| name | value |",
    "|------|------:|",
    `| a | ${index} |`,
    "| b | 2 |",
    "",
    "",
  ].join("\n");
}

function answer(length: number): string {
  const parts: string[] = [];
  let size = 0;
  for (let index = 0; size < length; index++) {
    const part = section(index);
    parts.push(part);
    size += part.length;
  }
  return parts.join("").slice(0, length);
}

function microseconds(action: () => void): number {
  const start = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

function stream(feed: (markdown: Markdown, end: number) => void): number[] {
  const markdown = new Markdown("", 1, 0, markdownTheme);
  const tenth = DELTAS / 10;
  return Array.from({ length: 10 }, (_, part) => {
    const spent = microseconds(() => {
      for (let delta = part * tenth; delta < (part + 1) * tenth; delta++) {
        feed(markdown, (delta + 1) * DELTA_LENGTH);
        markdown.render(WIDTH);
      }
    });
    return spent / tenth;
  });
}

function reportStream(name: string, text: string, feed: (markdown: Markdown, end: number) => void): void {
  stream(feed);
  const runs = Array.from({ length: 4 }, () => stream(feed));
  const tenths = Array.from({ length: 10 }, (_, part) => Math.min(...runs.map((run) => run[part] ?? 0)));
  const first = tenths[1] ?? 0;
  const last = tenths.at(-1) ?? 0;
  console.log(
    `markdown ${name}: ${first.toFixed(1)} us/delta early, ${last.toFixed(1)} us/delta at ${text.length / 1000} kB (${(last / first).toFixed(2)}x)`,
  );
}

function report(name: string, action: () => void): void {
  action();
  const best = Math.min(...Array.from({ length: 5 }, () => microseconds(action)));
  console.log(`${name}: ${(best / 1000).toFixed(2)} ms CPU`);
}

const mixed = answer(DELTAS * DELTA_LENGTH);
const code = `\`\`\`ts\n${"const value = compute(1, 2, 3); // and a comment\n".repeat(3000)}`.slice(
  0,
  DELTAS * DELTA_LENGTH,
);
const list = "- an item of a very long list with `code`\n".repeat(3000).slice(0, DELTAS * DELTA_LENGTH);
for (const [name, text] of [
  ["mixed", mixed],
  ["one code block", code],
  ["one list", list],
] as const) {
  reportStream(`${name}, setText`, text, (markdown, end) => markdown.setText(text.slice(0, end)));
  reportStream(`${name}, appendText`, text, (markdown, end) =>
    markdown.appendText(text.slice(end - DELTA_LENGTH, end)),
  );
}

for (const rows of [10, 500]) {
  const cells = (index: number) => `| cell ${index} with \`code\` | another one | ${index} |\n`;
  const table = new Markdown(
    `| name | what | n |\n|---|---|--:|\n${Array.from({ length: rows }, (_, index) => cells(index)).join("")}`,
    1,
    0,
    markdownTheme,
  );
  report(`markdown: one more row in a table of ${rows}`, () => {
    table.appendText(cells(rows));
    table.render(WIDTH);
  });
}

const lines = Array.from({ length: 5000 }, (_, index) => `line ${index} of a pasted file with some words in it`).join(
  "\n",
);
report("editor: paste of 5000 lines (marker)", () => {
  const editor = new Editor(tui, editorTheme);
  editor.handleInput(`\x1b[200~${lines}\x1b[201~`);
  editor.render(WIDTH);
});
report("editor: insert 5000 lines", () => {
  const editor = new Editor(tui, editorTheme);
  editor.insertTextAtCursor(lines);
  editor.render(WIDTH);
});
const editor = new Editor(tui, editorTheme);
editor.setText(lines);
editor.render(WIDTH);
for (const [name, key] of [
  ["key", "x"],
  ["cursor up", "\x1b[A"],
  ["word left", "\x1bb"],
  ["undo", "\x1f"],
] as const) {
  report(`editor: ${name} in 5000 lines`, () => {
    editor.handleInput(key);
    editor.render(WIDTH);
  });
}

const items = Array.from({ length: 10_000 }, (_, index) => ({
  value: `packages/tui/src/components/file-${index}.ts`,
  label: `file-${index}.ts`,
  description: `packages/tui/src/components/number ${index}`,
}));
report("list: open 10000 items", () => {
  new SelectList(items, 10, listTheme).render(WIDTH);
});
const select = new SelectList(items, 10, listTheme);
for (const query of ["f", "fi", "file9", "pkgs comp 42", "zzzz"]) {
  report(`list: filter 10000 items by ${JSON.stringify(query)}`, () => {
    select.setFilter(query);
    select.render(WIDTH);
  });
}

const prose = "The quick brown fox jumps over the lazy dog and runs on. ".repeat(2000);
const wide = "日本語のテキストと👨‍👩‍👧絵文字 mixed with ASCII. ".repeat(2000);
report(`wrap ${prose.length} ASCII characters`, () => wrapTextWithAnsi(prose, WIDTH));
report(`wrap ${wide.length} wide characters`, () => wrapTextWithAnsi(wide, WIDTH));
