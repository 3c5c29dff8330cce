import fc from "fast-check";
import {
  diffTheme,
  progressBarTheme,
  settingsListTheme,
  tableTheme,
  tabsTheme,
  treeTheme,
  viewportTheme,
} from "../../gallery/theme.ts";
import {
  Box,
  CancellableLoader,
  type Component,
  Container,
  Diff,
  Editor,
  Image,
  Input,
  Loader,
  Markdown,
  ProgressBar,
  SelectList,
  SettingsList,
  Spacer,
  Table,
  Tabs,
  Text,
  Tree,
  TruncatedText,
  type TUI,
  Viewport,
} from "../../src/index.ts";
import { editorTheme, markdownTheme, selectListTheme } from "../themes.ts";

const STILL = { frames: ["⠋"] };
const plain = (text: string) => text;

/** What anything that is shown may hold: words, all sorts of width, styles, and attempts on the terminal. */
export const content: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom("word ", "a", "日本語", "👨‍👩‍👧", "é", "\t", "\n", "x".repeat(50), "مرحبا "),
      },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          "\x1b[31m",
          "\x1b[0m",
          "\x1b[4;44m",
          "\x1b]8;;http://ok\x07",
          "**b** ",
          "- i\n",
          "```\n",
          "| a | b |\n|-|-|\n",
        ),
      },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          ...[
            "\x1b[2J",
            "\x1b[H",
            "\x1b[9A",
            "\x1b[?1049h",
            "\x1b[?25h",
            "\x1bc",
            "\x1bM",
            "\x1b]0;owned\x07",
            "\x1b]2;owned\x1b\\",
          ],
          ...[
            "\x1b]52;c;b3duZWQ=\x07",
            "\x1b_Ga=T,f=24;AAAA\x1b\\",
            "\x1b_pi:c\x07",
            "\x1bP1$r0m\x1b\\",
            "\x9b2J",
            "\x9d0;owned\x9c",
          ],
          ...[
            "\r",
            "\b\b",
            "\x07",
            "\x1b",
            "\x1b[",
            "\x1b]0;open",
            "\x1b[6n",
            "\x1b[c",
            "\u202e",
            "\u2028",
            "\x1b[?7h",
            "\x1b(0",
            "\x7f",
          ],
        ),
      },
      { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 6 }) },
      { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) },
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(""));

type Maker = (tui: TUI, text: (index: number) => string) => Component;

/** Every component, with foreign text in every place that takes any. */
export const makers: Readonly<Record<string, Maker>> = {
  Text: (_, text) => new Text(text(0), 1, 1),
  TruncatedText: (_, text) => new TruncatedText(text(0), 1),
  Markdown: (_, text) => new Markdown(text(0) + text(1), 1, 0, markdownTheme),
  MarkdownLink: (_, text) =>
    new Markdown(`[${text(0)}](${text(1)}) ![${text(2)}](x) \`\`\`${text(0)}`, 0, 0, markdownTheme),
  Mermaid: (_, text) =>
    new Markdown(`\`\`\`mermaid\ngraph LR\nA[${text(0)}] -->|${text(1)}| B\n\`\`\``, 0, 0, markdownTheme),
  Spacer: () => new Spacer(1),
  Input: (_, text) => {
    const input = new Input({ prompt: text(0), placeholder: text(1) });
    input.setValue(text(2));
    return input;
  },
  Editor: (tui, text) => {
    const editor = new Editor(tui, editorTheme);
    editor.setText(text(0));
    editor.insertTextAtCursor(text(1));
    return editor;
  },
  SelectList: (_, text) =>
    new SelectList(
      [0, 1, 2].map((index) => ({ value: text(index), label: text(index), description: text(index + 1) })),
      2,
      selectListTheme,
    ),
  SettingsList: (_, text) => {
    const items = [0, 1].map((index) => ({
      id: `${index}`,
      label: text(index),
      description: text(index + 1),
      currentValue: text(index + 2),
      values: [text(index + 2), "other"],
    }));
    return new SettingsList(items, 4, settingsListTheme, plain, () => undefined, { enableSearch: true });
  },
  Loader: (tui, text) => new Loader(tui, plain, plain, text(0), STILL),
  CancellableLoader: (tui, text) => new CancellableLoader(tui, plain, plain, text(0), { frames: [text(1)] }),
  Image: (_, text) =>
    new Image("AAAA", text(1), { fallbackColor: plain }, { filename: text(0) }, { widthPx: 9, heightPx: 9 }),
  Diff: (_, text) =>
    new Diff(
      [
        { kind: "removed", text: text(0) },
        { kind: "added", text: text(1) },
        { kind: "same", text: text(2) },
      ],
      diffTheme,
    ),
  Tree: (_, text) => new Tree([{ id: "a", label: text(0), children: [{ id: "b", label: text(1) }] }], 4, treeTheme),
  Tabs: (_, text) =>
    new Tabs(
      [
        { id: "a", label: text(0) },
        { id: "b", label: text(1) },
      ],
      tabsTheme,
    ),
  Table: (_, text) => new Table([{ title: text(0) }, { title: text(1) }], [[text(2), text(0)]], tableTheme),
  ProgressBar: (_, text) => new ProgressBar(progressBarTheme, text(0)),
  Viewport: (_, text) => new Viewport(new Text(text(0) + text(1) + text(2), 0, 0), 2, viewportTheme),
};

/** How to make a component or a box of some, once there is a screen for it. */
export type Growth = { readonly name: string; create(tui: TUI): Component };

const leaf: fc.Arbitrary<Growth> = fc
  .record({ name: fc.constantFrom(...Object.keys(makers)), texts: fc.array(content, { minLength: 1, maxLength: 4 }) })
  .map(({ name, texts }) => ({
    name: `${name} ${JSON.stringify(texts)}`,
    create: (tui) => makers[name]?.(tui, (index) => texts[index % texts.length] ?? "") ?? new Spacer(1),
  }));

export const growth: fc.Arbitrary<Growth> = fc.oneof(
  { weight: 4, arbitrary: leaf },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.boolean(), fc.array(leaf, { maxLength: 3 })).map(([boxed, children]) => ({
      name: `${boxed ? "Box" : "Container"} of ${children.map(({ name }) => name).join(", ")}`,
      create: (tui: TUI) => {
        const parent = boxed ? new Box(1, 1, (text) => `\x1b[44m${text}\x1b[49m`) : new Container();
        for (const child of children) parent.addChild(child.create(tui));
        return parent;
      },
    })),
  },
);
