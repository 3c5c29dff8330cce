import { expect, test } from "vitest";
import { Container, Editor, Markdown, Text, TuiMainScreen } from "../../src/index.ts";
import { VirtualTerminal } from "../support/virtual-terminal.ts";
import { editorTheme, plainMarkdownTheme } from "../themes.ts";

function open(columns: number, rows: number) {
  const terminal = new VirtualTerminal(columns, rows);
  const tui = new TuiMainScreen(terminal);
  const chat = new Container();
  const editor = new Editor(tui, editorTheme);
  tui.addChild(chat);
  tui.addChild(editor);
  tui.setFocus(editor);
  tui.start();
  const frame = async () => {
    tui.renderNow();
    await terminal.flush();
  };
  return { terminal, tui, chat, editor, frame };
}

test("what is typed and pasted appears, with the cursor behind it", async () => {
  const { terminal, tui, frame } = open(20, 8);
  terminal.send("日本 ");
  terminal.send(`\x1b[200~${"line\n".repeat(20)}\x1b[201~`);
  await frame();
  expect(terminal.screen.slice(0, 4).map((line) => line.trimEnd())).toEqual([
    "─".repeat(20),
    "日本 [paste #1 +21",
    "lines]",
    "─".repeat(20),
  ]);
  expect(terminal.cursor).toMatchObject({ row: 2, column: 6 });
  tui.stop();
});

test("a streamed answer ends up in the scrollback as if it had been drawn once", async () => {
  const source = Array.from(
    { length: 30 },
    (_, index) => `## Part ${index}\n\nSome words.\n\n- a\n- b\n\n\`\`\`ts\nlet x = ${index};\nlet y;\n\`\`\`\n\n`,
  ).join("");
  const { terminal, tui, chat, frame } = open(40, 10);
  const message = new Markdown("", 0, 0, plainMarkdownTheme);
  chat.addChild(new Text("before", 0, 0));
  chat.addChild(message);
  for (let index = 0; index < source.length; index += 7) {
    message.appendText(source.slice(index, index + 7));
    await frame();
  }
  await frame();
  const expected = ["before", ...message.render(40)];
  const scrollback = terminal.scrollback.map((line) => line.trimEnd());
  const screen = terminal.screen.map((line) => line.trimEnd());
  expect(scrollback).toEqual(expected.slice(0, scrollback.length));
  expect(screen.slice(0, -3)).toEqual(expected.slice(3 - screen.length));
  tui.stop();
});
