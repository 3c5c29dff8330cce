import { expect, test } from "vitest";
import { EditorLayout } from "../../../src/components/editor/layout.ts";
import { wordWrapLine } from "../../../src/index.ts";

function layoutOf(width: number, ...lines: string[]): EditorLayout {
  const layout = new EditorLayout();
  layout.update(lines, width, () => []);
  return layout;
}

test("a place behind the end of a row that goes on is still on that row", () => {
  const layout = layoutOf(5, "aaaa bbbb cccc", "dd");
  expect([0, 1, 2, 3].map((row) => layout.positionAt(row, 99))).toEqual([
    { line: 0, col: 4 },
    { line: 0, col: 9 },
    { line: 0, col: 14 },
    { line: 1, col: 2 },
  ]);
});

test("where a character is shown is where its place is found", () => {
  const layout = layoutOf(5, "aaaa bbbb cccc", "日本語", "");
  for (const [line, length] of [14, 3, 0].entries()) {
    for (let col = 0; col <= length; col++) {
      const { row, column } = layout.visualOf({ line, col });
      expect(layout.positionAt(row, column)).toEqual({ line, col });
    }
  }
});

test("rows beyond the text are its first and its last", () => {
  const layout = layoutOf(5, "ab", "cd");
  expect([layout.positionAt(-3, 1), layout.positionAt(9, 1)]).toEqual([
    { line: 0, col: 1 },
    { line: 1, col: 1 },
  ]);
});

test("a wide character behind a word that fills its row begins the next one", () => {
  expect(wordWrapLine(" bbb日", 4).map(({ text }) => text)).toEqual([" ", "bbb", "日"]);
});
