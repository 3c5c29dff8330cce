import { expect, test } from "vitest";
import { stripTerminalSequences, VimEditor } from "../../../../src/index.ts";
import { StillScreen } from "../../../still-screen.ts";
import { editorTheme } from "../../../themes.ts";

const ESCAPE = "\x1b";
const CTRL_R = "\x12";

function open(text = ""): VimEditor {
  const editor = new VimEditor(new StillScreen().tui, editorTheme);
  editor.setText(text);
  return editor;
}

function press(editor: VimEditor, keys: string): void {
  for (const key of keys) editor.handleInput(key);
}

/** Runs normal-mode keys on a text with the cursor at its start and shows the outcome, the cursor as `|`. */
function after(text: string, keys: string): string {
  const editor = open(text);
  press(editor, `${ESCAPE}gg0${keys}`);
  const lines = editor.getLines();
  const { line, col } = editor.getCursor();
  lines[line] = `${lines[line]?.slice(0, col)}|${lines[line]?.slice(col)}`;
  const mode = editor.getMode();
  return `${lines.join("\n")}${mode === "normal" ? "" : ` (${mode})`}`;
}

test.each([
  ["one two three", "w", "one |two three"],
  ["one two three", "2w", "one two |three"],
  ["one.two", "w", "one|.two"],
  ["one.two three", "W", "one.two |three"],
  ["one\n\ntwo", "w", "one\n|\ntwo"],
  ["one\n  two", "w", "one\n  |two"],
  ["one", "w", "on|e"],
  ["one two three", "e", "on|e two three"],
  ["one two three", "2e", "one tw|o three"],
  ["one.x two", "E", "one.|x two"],
  ["one two three", "$b", "one two |three"],
  ["one two three", "$bb", "one |two three"],
  ["one.two x", "$B", "|one.two x"],
  ["one.two x", "$b", "one.|two x"],
  ["one\ntwo", "jb", "|one\ntwo"],
  ["one two", "$", "one tw|o"],
  ["one two", "$0", "|one two"],
  ["  one", "^", "  |one"],
  ["a\nb\nc", "j", "a\n|b\nc"],
  ["abc\na\nabc", "$jj", "abc\na\nab|c"],
  ["abc\nabc", "$0j", "abc\n|abc"],
  ["a\nb\nc", "2j", "a\nb\n|c"],
  ["a\nb\nc", "Gk", "a\n|b\nc"],
  ["a\nb\n c", "G", "a\nb\n |c"],
  ["a\nb\nc", "2G", "a\n|b\nc"],
  ["a\nb\nc", "Ggg", "|a\nb\nc"],
  ["a\nb\nc", "3gg", "a\nb\n|c"],
  ["ab\ncd", "9l", "a|b\ncd"],
  ["ab\ncd", "jh", "ab\n|cd"],
  ["one two", "fz", "|one two"],
  ["one two", "fw", "one t|wo"],
  ["a.b.c.d", "f.;", "a.b|.c.d"],
  ["a.b.c.d", "2f.", "a.b|.c.d"],
  ["a.b.c.d", "f.;,", "a|.b.c.d"],
  ["a.b.c.d", "t.;;", "a.b.|c.d"],
  ["a.b.c.d", "$F.", "a.b.c|.d"],
  ["a.b.c.d", "$T.", "a.b.c.|d"],
  ["a 日本", "f本", "a 日|本"],
])("motion: %j then %s gives %j", (text, keys, expected) => {
  expect(after(text, keys)).toBe(expected);
});

test.each([
  ["one two three", "dw", "|two three"],
  ["one two three", "2dw", "|three"],
  ["one two three", "d2w", "|three"],
  ["one two", "wdw", "one| "],
  ["one\ntwo", "dw", "|\ntwo"],
  ["one two", "de", "| two"],
  ["one two", "$db", "one |o"],
  ["one two", "wd0", "|two"],
  ["one two", "d$", "|"],
  ["one two", "wD", "one| "],
  ["a.b.c", "df.", "|b.c"],
  ["a.b.c", "dt.", "|.b.c"],
  ["a.b.c", "$dF.", "a.b|c"],
  ["a.b.c", "f.d;", "a|c"],
  ["a\nb\nc", "dd", "|b\nc"],
  ["a\nb\nc", "2dd", "|c"],
  ["a\nb\nc", "jjdd", "a\n|b"],
  ["a", "dd", "|"],
  ["a\nb\nc", "dj", "|c"],
  ["a\nb\nc", "jdk", "|c"],
  ["a\nb\nc", "jdG", "|a"],
  ["a\nb\nc", "jdgg", "|c"],
  ["one two", "cw", "| two (insert)"],
  ["a two", "cw", "| two (insert)"],
  ["one two six", "c2w", "| six (insert)"],
  ["one two", "cchi", "hi| (insert)"],
  ["a\nb\nc", "cjx", "x|\nc (insert)"],
  ["one two", "wC", "one | (insert)"],
  ["one two", "Sx", "x| (insert)"],
  ["abc", "sx", "x|bc (insert)"],
  ["abc", "2sx", "x|c (insert)"],
  ["one two", "yw$p", "one twoone| "],
  ["one two", "wywP", "one tw|otwo"],
  ["abc", "dz", "|abc"],
  ["abc", "dfz", "|abc"],
])("operator: %j then %s gives %j", (text, keys, expected) => {
  expect(after(text, keys)).toBe(expected);
});

test.each([
  ["one two three", "wdiw", "one | three"],
  ["one two three", "wdaw", "one |three"],
  ["one two", "wdaw", "on|e"],
  ["one.two x", "diW", "| x"],
  ["one  two", "lllciwx", "onex|two (insert)"],
  ['say "a b" now', 'ci"x', 'say "x|" now (insert)'],
  ['say "a b" now', 'da"', "say |now"],
  ["say 'a' and 'b'", "$di'", "say 'a' and '|'"],
  [String.raw`"a\"b" c`, 'di"', '"|" c'],
  ["f(a, g(b)) c", "fbdi(", "f(a, g(|)) c"],
  ["f(a, g(b)) c", "fbda)", "f(a, g|) c"],
  ["f(a, g(b)) c", "fadib", "f(|) c"],
  ["{\n  a\n}", "jdiB", "{|}"],
  ["[a] <b>", "di]", "[|] <b>"],
  ["[a] <b>", "$di<", "[a] <|>"],
  ["one two", 'di"', "|one two"],
  ["one two", "wyiw0P", "tw|oone two"],
])("text object: %j then %s gives %j", (text, keys, expected) => {
  expect(after(text, keys)).toBe(expected);
});

test.each([
  ["one", "Ax", "onex| (insert)"],
  ["  one", "Ix", "  x|one (insert)"],
  ["one", "ax", "ox|ne (insert)"],
  ["one", "ix", "x|one (insert)"],
  ["one", "ox", "one\nx| (insert)"],
  ["one", "Ox", "x|\none (insert)"],
  ["ab\ncd", "$ax", "abx|\ncd (insert)"],
  ["a", `3ixy${ESCAPE}`, "xyxyx|ya"],
  ["abc", "xx", "|c"],
  ["abcd", "3x", "|d"],
  ["abc", "9x", "|"],
  ["abc", "$x", "a|b"],
  ["abc", "$X", "a|c"],
  ["ab\ncd", "jX", "ab\n|cd"],
  ["abc", "rx", "|xbc"],
  ["abc", "2rx", "x|xc"],
  ["abc", "9rx", "|abc"],
  ["aBc", "~~", "Ab|c"],
  ["aBc", "3~", "Ab|C"],
  ["a\n  b", "J", "a| b"],
  ["a\nb\nc", "3J", "a b| c"],
  ["a\n\nc", "J", "|a\nc"],
  ["ab\ncd", "x$p", "b|a\ncd"],
  ["one two", "dwP", "one| two"],
  ["a\nb", "yyjP", "a\n|a\nb"],
  ["ab\ncd", "lyyp", "ab\n|ab\ncd"],
  ["ab\ncd", "Yjp", "ab\ncd\n|ab"],
  ["ab\ncd\nef", "Gddkp", "ab\n|ef\ncd"],
  ["ab", "yy2p", "ab\n|ab\nab"],
  ["ab", "yl3p", "aaa|ab"],
  ["👩‍👩‍👧b", "x", "|b"],
  ["👨‍👩‍👧b", "lrx", "👨‍👩‍👧|x"],
])("command: %j then %s gives %j", (text, keys, expected) => {
  expect(after(text, keys)).toBe(expected);
});

test.each([
  ["abc", "xu", "|abc"],
  ["one two three", `dwdwuu${CTRL_R}`, "|two three"],
  ["one", `Afoo bar${ESCAPE}u`, "on|e"],
  ["one two", `cwx y${ESCAPE}u`, "|one two"],
  ["one two", `cwx y${ESCAPE}u${CTRL_R}`, "x |y two"],
  ["a b c d", "dw..", "|d"],
  ["one two", `cwx${ESCAPE}w.`, "x |x"],
  ["a\nb\nc", "ddj.", "|b"],
  ["abc", "rxl.", "x|xc"],
  ["a", `Ab${ESCAPE}..`, "abb|b"],
  ["a", `ox${ESCAPE}.`, "a\nx\n|x"],
  ["a b", `2aX${ESCAPE}$.`, "aXX bX|X"],
  ["a b c", `dw.uu`, "|a b c"],
])("undo and repeat: %j then %s gives %j", (text, keys, expected) => {
  expect(after(text, keys)).toBe(expected);
});

test.each([
  ["one two", "ved", "| two"],
  ["one two", "vly$p", "one twoo|n"],
  ["one two", "wviwcx", "one x| (insert)"],
  ['a "b c"', 'fbvi"d', 'a "|"'],
  ["a\nb\nc", "Vjd", "|c"],
  ["a\nb\nc", "Vjcx", "x|\nc (insert)"],
  ["abc", "vl~", "|ABc"],
  ["abc", "v$U", "|ABC"],
  ["ABC", "vlu", "|abC"],
  ["a\nb\nc", "VjJ", "a| b\nc"],
  ["abcd", "lvlod", "a|d"],
  ["abcd", "vlrx", "|xxcd"],
  ["one two", "yewviwp", "one |one"],
  ["abc", `v${ESCAPE}x`, "|bc"],
  ["abc", "vvx", "|bc"],
  ["a\nb", "vVd", "|b"],
  ["abcdef", "vld.", "|ef"],
  ["a\nb\nc\nd\ne", "Vjd.", "|e"],
  ["abc", "v2l", "ab|c (visual)"],
  ["a b c", "vf.", "|a b c (visual)"],
])("selection: %j then %s gives %j", (text, keys, expected) => {
  expect(after(text, keys)).toBe(expected);
});

test("what is selected is drawn in reverse", () => {
  const editor = open("one two\nthree");
  press(editor, `${ESCAPE}gg0lvj`);
  const [, first = "", second = ""] = editor.render(20);
  expect(first).toContain("o\x1b[7mne two\x1b[27m");
  expect(stripTerminalSequences(second)).toContain("three");
  expect(second).toMatch(/^\x1b\[7mt\x1b\[27m/);
});

test("enter sends in normal mode too, and what is typed next is inserted", () => {
  const editor = open();
  const events: string[] = [];
  editor.onModeChange = (mode) => events.push(mode);
  editor.onSubmit = (text) => events.push(text);
  press(editor, `hi${ESCAPE}\rxi`);
  expect(events).toEqual(["normal", "hi", "insert"]);
  expect(editor.getText()).toBe("xi");
});

test("k and j at the edge of the text go through earlier prompts, and stay where there is none", () => {
  const editor = open();
  editor.addToHistory("first");
  editor.addToHistory("second");
  press(editor, `${ESCAPE}kk`);
  expect(editor.getText()).toBe("first");
  press(editor, "j");
  expect(editor.getText()).toBe("second");
  press(editor, `ccab${ESCAPE}k`);
  expect([editor.getText(), editor.getCursor()]).toEqual(["ab", { line: 0, col: 1 }]);
});

test("it claims the keys that it has a use for, and no others", () => {
  const editor = open("abc");
  const claimed = () => [ESCAPE, CTRL_R, "?", "\x0c"].map((key) => editor.claimsKey(key));
  expect([editor.modeLabel, ...claimed()]).toEqual(["INSERT", true, false, false, false]);
  press(editor, ESCAPE);
  expect([editor.modeLabel, ...claimed()]).toEqual(["NORMAL", false, true, false, false]);
  press(editor, "f");
  expect([editor.modeLabel, ...claimed()]).toEqual(["NORMAL", true, true, true, false]);
  press(editor, `${ESCAPE}v`);
  expect([editor.modeLabel, ...claimed()]).toEqual(["VISUAL", true, true, false, false]);
});

test("arrows and Backspace move in normal mode, Delete deletes, and Escape forgets half a command", () => {
  const editor = open("abc");
  press(editor, ESCAPE);
  for (const key of ["\x7f", "\x1b[D", "\x1b[3~", "d", ESCAPE, "w"]) editor.handleInput(key);
  expect([editor.getText(), editor.getCursor()]).toEqual(["bc", { line: 0, col: 1 }]);
});

test("x takes a whole paste marker, and p brings it back", () => {
  const editor = open();
  editor.handleInput(`\x1b[200~${"line\n".repeat(20)}\x1b[201~`);
  expect(editor.getText()).toBe("[paste #1 +21 lines]");
  press(editor, `${ESCAPE}0x`);
  expect(editor.getText()).toBe("");
  press(editor, "p");
  expect(editor.getExpandedText()).toBe("line\n".repeat(20));
});

test("keys of the extended protocol are commands as well", () => {
  const editor = open("one two");
  for (const key of ["\x1b[27u", "\x1b[48u", "\x1b[119u", "\x1b[68;2u"]) editor.handleInput(key);
  expect(editor.getText()).toBe("one ");
});
