import fc from "fast-check";
import { expect, test } from "vitest";
import { CURSOR_MARKER, Editor, graphemes, VimEditor, visibleWidth, wordWrapLine } from "../../../src/index.ts";
import { StillScreen } from "../../still-screen.ts";
import { corpus } from "../../text/corpus.ts";
import { editorTheme } from "../../themes.ts";

const KEYS = [
  ..."abz 日é-./@",
  "👨‍👩‍👧",
  "\x1b[A",
  "\x1b[B",
  "\x1b[C",
  "\x1b[D",
  "\x1b[5~",
  "\x1b[6~",
  "\x1bb",
  "\x1bf",
  "\x01",
  "\x05",
  "\x0b",
  "\x15",
  "\x17",
  "\x1bd",
  "\x19",
  "\x1by",
  "\x1f",
  "\x7f",
  "\x1b[3~",
  "\n",
  "\x1d",
  "\x1b\x1d",
  "\x1b",
  `\x1b[200~${"pasted line\n".repeat(15)}\x1b[201~`,
  "\x1b[200~two\nlines\x1b[201~",
];

const keys = fc.array(fc.constantFrom(...KEYS), { maxLength: 40 });
const width = fc.integer({ min: 1, max: 30 });

test("whatever is pressed, rows fit, the cursor stands between graphemes, and there is one of it", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("plain", "vim"),
      fc.constantFrom("", ...corpus),
      keys,
      width,
      (kind, text, pressed, columns) => {
        const editor = new (kind === "vim" ? VimEditor : Editor)(new StillScreen(10).tui, editorTheme);
        editor.focused = true;
        editor.setText(text);
        for (const key of pressed) {
          editor.handleInput(key);
          const lines = editor.render(columns);
          expect(lines.filter((line) => visibleWidth(line) > columns)).toEqual([]);
          expect(lines.join("").split(CURSOR_MARKER)).toHaveLength(2);
        }
        const { line, col } = editor.getCursor();
        const before = editor.getLines()[line]?.slice(0, col) ?? "";
        expect(
          graphemes(editor.getLines()[line] ?? "")
            .slice(0, graphemes(before).length)
            .join(""),
        ).toBe(before);
      },
    ),
    { numRuns: 150 },
  );
});

test("undo leads back to the start, however far one went", () => {
  fc.assert(
    fc.property(keys, (pressed) => {
      const editor = new Editor(new StillScreen().tui, editorTheme);
      editor.setText("start");
      editor.render(20);
      for (const key of pressed) editor.handleInput(key);
      editor.handleInput("\x1b");
      for (let step = 0; step < pressed.length + 1; step++) editor.handleInput("\x1f");
      expect(editor.getText()).toBe("");
    }),
    { numRuns: 100 },
  );
});

test("the rows of a line are the line, and none is too wide but for one blank that hangs over", () => {
  fc.assert(
    fc.property(fc.constantFrom(...corpus), fc.integer({ min: 2, max: 30 }), (line, columns) => {
      const rows = wordWrapLine(line, columns);
      expect(rows.map((row) => row.text).join("")).toBe(line);
      expect(rows.filter((row) => visibleWidth(row.text.replace(/ $/, "")) > columns)).toEqual([]);
      expect(rows.map((row) => line.slice(row.startIndex, row.endIndex))).toEqual(rows.map((row) => row.text));
    }),
  );
});
