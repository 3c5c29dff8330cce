import { expect, test } from "vitest";
import { VimEditor } from "../../../src/index.ts";
import { StillScreen } from "../../still-screen.ts";
import { editorTheme } from "../../themes.ts";

/** Runs normal-mode keys on a text with the cursor at its start and shows the outcome, the cursor as `|`. */
function after(text: string, keys: string): string {
  const editor = new VimEditor(new StillScreen().tui, editorTheme);
  editor.setText(text);
  for (const key of ["\x1b", "g", "g", "0", ...keys]) editor.handleInput(key);
  const lines = editor.getLines();
  const { line, col } = editor.getCursor();
  lines[line] = `${lines[line]?.slice(0, col)}|${lines[line]?.slice(col)}`;
  return `${lines.join("\n")}${editor.getMode() === "insert" ? " (insert)" : ""}`;
}

test.each([
  ["one two three", "w", "one |two three"],
  ["one two three", "2w", "one two |three"],
  ["one two three", "e", "one| two three"],
  ["one two", "$", "one two|"],
  ["  one", "^", "  |one"],
  ["a\nb\nc", "j", "a\n|b\nc"],
  ["a\nb\nc", "G", "a\nb\nc|"],
  ["one two three", "dw", "|two three"],
  ["one two three", "2dw", "|three"],
  ["one two three", "d2w", "|three"],
  ["one two three", "dwdwuuU", "|two three"],
  ["one two", "wD", "one |"],
  ["a\nb\nc", "dd", "|b\nc"],
  ["a\nb\nc", "2dd", "|c"],
  ["a\nb\nc", "jjdd", "a\nb|"],
  ["a\nb\nc", "dj", "|c"],
  ["one two", "cw", "|two (insert)"],
  ["one two", "cchi", "hi| (insert)"],
  ["one", "Ax", "onex| (insert)"],
  ["one", "Ix", "x|one (insert)"],
  ["one", "ox", "one\nx| (insert)"],
  ["one", "Ox", "x|\none (insert)"],
  ["ab\ncd", "$ax", "abx|\ncd (insert)"],
  ["ab\ncd", "9l", "ab|\ncd"],
  ["ab\ncd", "$dl", "ab|\ncd"],
  ["ab\ncd", "jh", "ab\n|cd"],
  ["ab\ncd", "jX", "ab\n|cd"],
  ["ab\ncd", "x$p", "ba|\ncd"],
  ["👩‍👩‍👧b", "x", "|b"],
  ["abc", "xx", "|c"],
  ["abc", "xu", "|abc"],
  ["one two", "dwP", "one |two"],
  ["a\nb", "yyjP", "a\na\n|b"],
  ["ab\ncd", "lyyp", "ab\nab\n|cd"],
  ["ab\ncd", "yyjlp", "ab\ncd\nab|"],
  ["ab\ncd\nef", "Gddkp", "ab\nef|\ncd"],
  ["a\nb", "J", "a| b"],
  ["👨‍👩‍👧b", "x", "|b"],
  ["abc", "dz", "|abc"],
])("%j then %s gives %j", (text, keys, expected) => {
  expect(after(text, keys)).toBe(expected);
});

test("enter submits in normal mode too, and the mode is announced", () => {
  const editor = new VimEditor(new StillScreen().tui, editorTheme);
  const events: string[] = [];
  editor.onModeChange = (mode) => events.push(mode);
  editor.onSubmit = (text) => events.push(text);
  for (const key of ["h", "i", "\x1b", "\r"]) editor.handleInput(key);
  expect(events).toEqual(["normal", "hi"]);
});

test("x takes a whole paste marker", () => {
  const editor = new VimEditor(new StillScreen().tui, editorTheme);
  editor.handleInput(`\x1b[200~${"line\n".repeat(20)}\x1b[201~`);
  expect(editor.getText()).toBe("[paste #1 +21 lines]");
  for (const key of ["\x1b", "0", "x"]) editor.handleInput(key);
  expect(editor.getText()).toBe("");
});
