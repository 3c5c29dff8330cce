import { describe, expect, test } from "vitest";
import { CURSOR_MARKER, Editor, stripTerminalSequences } from "../../../src/index.ts";
import { StillScreen } from "../../still-screen.ts";
import { editorTheme } from "../../themes.ts";

const LEFT = "\x1b[D";
const RIGHT = "\x1b[C";
const UP = "\x1b[A";
const DOWN = "\x1b[B";
const ENTER = "\r";
const BACKSPACE = "\x7f";

function editorWith(text = "", screen = new StillScreen()): Editor {
  const editor = new Editor(screen.tui, editorTheme);
  if (text) editor.setText(text);
  return editor;
}

function press(editor: Editor, ...keys: string[]): Editor {
  for (const key of keys) editor.handleInput(key);
  return editor;
}

function paste(text: string): string {
  return `\x1b[200~${text}\x1b[201~`;
}

function rows(editor: Editor, width = 20): string[] {
  return editor.render(width).map(stripTerminalSequences);
}

describe("typing", () => {
  test("characters, new lines and the cursor", () => {
    const editor = press(editorWith(), "h", "é", "日", "\n", "x");
    expect(editor.getText()).toBe("hé日\nx");
    expect(editor.getCursor()).toEqual({ line: 1, col: 1 });
    expect(press(editor, LEFT, LEFT, LEFT).getCursor()).toEqual({ line: 0, col: 2 });
  });

  test("a joined emoji is one step and one deletion", () => {
    const editor = editorWith("a👨‍👩‍👧b");
    press(editor, LEFT, BACKSPACE);
    expect(editor.getText()).toBe("ab");
  });

  test("keys of the extended protocols type what they say", () => {
    expect(press(editorWith(), "\x1b[97u", "\x1b[98:66;2u", "\x1b[27;2;67~").getText()).toBe("aBC");
  });

  test("control input that is no key is not typed", () => {
    expect(press(editorWith(), "\x1b[99~", "\x1b[<0;1;1M", "\x1b]11;rgb:0/0/0\x07").getText()).toBe("");
  });

  test("onChange hears every change and nothing else", () => {
    const editor = editorWith();
    const heard: string[] = [];
    editor.onChange = (text) => heard.push(text);
    press(editor, "a", LEFT, "b", RIGHT, BACKSPACE);
    expect(heard).toEqual(["a", "ba", "b"]);
  });

  test("onChange hears every setText, even of the same text", () => {
    const editor = editorWith("same");
    const heard: string[] = [];
    editor.onChange = (text) => heard.push(text);
    editor.setText("same");
    editor.setText("other");
    expect(heard).toEqual(["same", "other"]);
  });
});

describe("submitting", () => {
  test("delivers the trimmed text and starts anew", () => {
    const editor = editorWith();
    const submitted: string[] = [];
    editor.onSubmit = (text) => submitted.push(text);
    press(editor, "h", "i", " ", ENTER);
    expect(submitted).toEqual(["hi"]);
    expect(editor.getText()).toBe("");
  });

  test("a backslash before Enter makes a new line instead", () => {
    const editor = press(editorWith(), "a", "\\", ENTER, "b");
    expect(editor.getText()).toBe("a\nb");
  });

  test("shift+enter and ctrl+j make a new line, disableSubmit keeps the text", () => {
    const editor = press(editorWith(), "a", "\x1b[13;2u", "b", "\n", "c");
    editor.disableSubmit = true;
    expect(press(editor, ENTER).getText()).toBe("a\nb\nc");
  });

  test("the callback may set the next text", () => {
    const editor = editorWith();
    editor.onSubmit = () => editor.setText("next");
    expect(press(editor, "x", ENTER).getText()).toBe("next");
  });
});

describe("large pastes", () => {
  const lines = Array.from({ length: 50 }, (_, index) => `line ${index}`).join("\n");

  test("are shown as a marker, submitted whole", () => {
    const editor = editorWith();
    let submitted = "";
    editor.onSubmit = (text) => {
      submitted = text;
    };
    press(editor, "see ", paste(lines));
    expect(editor.getText()).toBe("see [paste #1 +50 lines]");
    expect(editor.getExpandedText()).toBe(`see ${lines}`);
    press(editor, ENTER);
    expect(submitted).toBe(`see ${lines}`);
  });

  test("a marker is one character to the cursor and to deletion", () => {
    const editor = press(editorWith(), "a", paste("x".repeat(1200)), "b");
    expect(editor.getText()).toBe("a[paste #1 1200 chars]b");
    press(editor, LEFT, LEFT);
    expect(editor.getCursor()).toEqual({ line: 0, col: 1 });
    press(editor, RIGHT, BACKSPACE);
    expect(editor.getText()).toBe("ab");
  });

  test("what was cut to send something else first comes back with its paste", () => {
    const editor = press(editorWith(), "see ", paste(lines), "\x15", "wait", ENTER, paste("y".repeat(1200)));
    expect(editor.getText()).toBe("[paste #2 1200 chars]");
    press(editor, "\x15", "\x19", "\x1by");
    expect([editor.getText(), editor.getExpandedText()]).toEqual(["see [paste #1 +50 lines]", `see ${lines}`]);
  });

  test("a marker that was only typed is plain text", () => {
    const editor = press(editorWith(), ..."[paste #7 +9 lines]");
    press(editor, BACKSPACE);
    expect(editor.getText()).toBe("[paste #7 +9 lines");
  });

  test("small pastes go in as they are, cleaned of controls, tabs expanded", () => {
    expect(press(editorWith(), paste("a\tb\r\nc\x1b[2J\x07")).getText()).toBe("a    b\nc");
    expect(press(editorWith(), "\x1b[200~ab", "c\x1b[201~d").getText()).toBe("abcd");
  });

  test("a path pasted after a word is set apart", () => {
    expect(press(editorWith("see"), paste("/tmp/a.png")).getText()).toBe("see /tmp/a.png");
  });
});

describe("words, cutting and yanking", () => {
  test("motion by words stops at words and rows of marks", () => {
    const editor = editorWith("one  two-three …");
    const stops = Array.from({ length: 6 }, () => press(editor, "\x1bb").getCursor().col);
    expect(stops).toEqual([15, 9, 8, 5, 0, 0]);
    expect(press(editor, "\x1bf", "\x1bf").getCursor().col).toBe(8);
  });

  test("motion by words stops at punctuation inside what Unicode calls a word", () => {
    const editor = editorWith("don't 3.14 a_b");
    const stops = Array.from({ length: 7 }, () => press(editor, "\x1bb").getCursor().col);
    expect(stops).toEqual([11, 8, 7, 6, 4, 3, 0]);
  });

  test("P-TUI-41: kills in a row are one entry, backward ones before, forward ones after", () => {
    const editor = press(editorWith("a bb ccc"), "\x17", "\x17");
    expect(editor.getText()).toBe("a ");
    expect(press(editor, "\x19").getText()).toBe("a bb ccc");
    press(editor, "\x01", "\x1bd", "\x1bd");
    expect(editor.getText()).toBe(" ccc");
    expect(press(editor, "\x19").getText()).toBe("a bb ccc");
  });

  test("P-TUI-42: after another action a new entry begins", () => {
    const editor = press(editorWith("one two"), "\x17", LEFT, "\x17");
    expect(editor.getText()).toBe(" ");
    expect(press(editor, "\x19").getText()).toBe("one ");
  });

  test("P-TUI-43: yank inserts the newest, yank-pop goes through the older ones", () => {
    const editor = press(editorWith("one two"), "\x17", LEFT, RIGHT, "\x15");
    expect(press(editor, "\x19").getText()).toBe("one ");
    expect(press(editor, "\x1by").getText()).toBe("two");
    expect(press(editor, "\x1by").getText()).toBe("one ");
  });

  test("cutting at the edge of a line joins it with its neighbour", () => {
    expect(press(editorWith("a\nb"), LEFT, "\x15").getText()).toBe("ab");
    expect(press(editorWith("a\nb"), UP, "\x05", "\x0b").getText()).toBe("ab");
  });
});

describe("undo", () => {
  test("takes back a word at a time", () => {
    const editor = press(editorWith(), ..."one two");
    expect(press(editor, "\x1f").getText()).toBe("one");
    expect(press(editor, "\x1f").getText()).toBe("");
    expect(press(editor, "\x1f").getText()).toBe("");
  });

  test.each([
    ["Page Down", "\x1b[6~"],
    ["Page Up", "\x1b[5~"],
  ])("begins a new step after %s, also where there is no other page", (_name, key) => {
    const editor = press(editorWith(), "a", key, "b");
    expect([0, 1].map(() => press(editor, "\x1f").getText())).toEqual(["a", ""]);
  });

  test("takes back a paste, a cut and an insertion as one step each", () => {
    const editor = editorWith("a b");
    press(editor, paste("xyz"), "\x15");
    editor.insertTextAtCursor("q\nr");
    expect([0, 1, 2].map(() => press(editor, "\x1f").getText())).toEqual(["", "a bxyz", "a b"]);
  });

  test("is taken back by redo, until something else is changed", () => {
    const [undo, redo] = ["\x1f", "\x1b-"];
    const editor = press(editorWith(), ..."one two three", undo, undo);
    expect(editor.getText()).toBe("one");
    expect([redo, redo, redo].map((key) => press(editor, key).getText())).toEqual([
      "one two",
      "one two three",
      "one two three",
    ]);
    press(editor, undo, undo, "!");
    expect(press(editor, redo).getText()).toBe("one!");
    expect(press(editor, undo).getText()).toBe("one");
  });
});

describe("history", () => {
  test("up and down walk through it and come back to the draft", () => {
    const editor = editorWith();
    editor.addToHistory("first");
    editor.addToHistory("second");
    press(editor, ..."draft");
    expect(press(editor, UP).getCursor()).toEqual({ line: 0, col: 0 });
    expect([UP, UP, UP].map((key) => press(editor, key).getText())).toEqual(["second", "first", "first"]);
    expect([DOWN, DOWN].map((key) => press(editor, key).getText())).toEqual(["second", "draft"]);
    expect(editor.getCursor()).toEqual({ line: 0, col: 0 });
  });

  test("an edited entry is a draft of its own", () => {
    const editor = editorWith();
    editor.addToHistory("first");
    press(editor, UP, "x");
    expect(press(editor, DOWN).getText()).toBe("xfirst");
  });
});

describe("rows", () => {
  test("long lines wrap at words and keep every character", () => {
    const editor = editorWith("hello wonderful world of text");
    expect(rows(editor, 12)).toEqual(["────────────", "hello ", "wonderful ", "world of ", "text ", "────────────"]);
  });

  test("up and down move by row and remember the column", () => {
    const editor = editorWith("aaaaaaaa\nbb\ncccccccc");
    editor.render(20);
    expect([UP, UP, DOWN, DOWN].map((key) => press(editor, key).getCursor())).toEqual([
      { line: 1, col: 2 },
      { line: 0, col: 8 },
      { line: 1, col: 2 },
      { line: 2, col: 8 },
    ]);
  });

  test("a long text scrolls with the cursor and says how much is hidden", () => {
    const editor = editorWith(Array.from({ length: 30 }, (_, index) => `${index}`).join("\n"));
    const shown = rows(editor);
    expect(shown[0]).toBe("─── ↑ 23 more ──────");
    expect(shown.slice(1, -1)).toEqual(["23", "24", "25", "26", "27", "28", "29 "]);
    press(editor, "\x1b[5~", "\x1b[5~");
    expect(rows(editor)[0]).toBe("─── ↑ 15 more ──────");
    expect(rows(editor).at(-1)).toBe("─── ↓ 8 more ───────");
  });

  test("the cursor marker is there only while focused, before the cell under the cursor", () => {
    const editor = editorWith("ab");
    press(editor, LEFT);
    expect(editor.render(20)[1]).toBe("a\x1b[7mb\x1b[27m");
    editor.focused = true;
    expect(editor.render(20)[1]).toBe(`a${CURSOR_MARKER}\x1b[7mb\x1b[27m`);
  });

  test("nothing changed: the same array", () => {
    const editor = editorWith("ab");
    const first = editor.render(20);
    expect(editor.render(20)).toBe(first);
    expect(press(editor, "c").render(20)).not.toBe(first);
  });
});

test("a jump back from the start of a line does not find the character under the cursor", () => {
  const editor = editorWith("xa\na");
  press(editor, "\x1b[H", "\x1b\x1d", "a");
  expect(editor.getCursor()).toEqual({ line: 0, col: 1 });
});

test("jumping to a character goes over lines and both ways", () => {
  const editor = editorWith("abc\nxbz");
  press(editor, "\x1b\x1d", "b");
  expect(editor.getCursor()).toEqual({ line: 1, col: 1 });
  press(editor, "\x1b\x1d", "b");
  expect(editor.getCursor()).toEqual({ line: 0, col: 1 });
  press(editor, "\x1d", "z");
  expect(editor.getCursor()).toEqual({ line: 1, col: 2 });
  press(editor, "\x1d", "\x1b", "q");
  expect(editor.getText()).toBe("abc\nxbqz");
});
