import * as fc from "fast-check";
import { subject } from "../../subject.ts";
import { plain } from "../cells.ts";
import { HeadlessTerminal } from "./headless-terminal.ts";
import { editorTheme } from "./theme.ts";

const editingKeys = fc.constantFrom(
  "a",
  "b",
  "word ",
  "two words",
  "é",
  "漢",
  "😀",
  "  ",
  "-",
  "/",
  "@",
  ".",
  "\x1b[A",
  "\x1b[B",
  "\x1b[C",
  "\x1b[D",
  "\x1b[1;5C",
  "\x1b[1;5D",
  "\x1bb",
  "\x1bf",
  "\x1b[H",
  "\x1b[F",
  "\x01",
  "\x05",
  "\x02",
  "\x06",
  "\x7f",
  "\x1b[3~",
  "\x17",
  "\x1bd",
  "\x15",
  "\x0b",
  "\x19",
  "\x1by",
  "\x1f",
  "\x1b\x7f",
  "\x04",
  "\x08",
  "\x1b[5~",
  "\x1b[6~",
  "\x1b[200~pasted text\x1b[201~",
  "\x1b[200~one\ntwo\x1b[201~",
  "\x1b[1;2D",
  "\x1b[13;2u",
  "\x1b\r",
  "\n",
);

export const editingSubjects = [
  subject({
    name: "tui/input",
    inputs: fc.record({
      value: fc.option(fc.constantFrom("start", "one two three", "漢字 é", ""), { nil: undefined }),
      keys: fc.array(
        fc.oneof(
          { weight: 12, arbitrary: editingKeys },
          { weight: 1, arbitrary: fc.constantFrom("\r", "\x1b", "\x03") },
        ),
        { maxLength: 12 },
      ),
      width: fc.integer({ min: 4, max: 60 }),
      placeholder: fc.option(fc.constant("type here"), { nil: undefined }),
    }),
    runs: 600,
    run: ({ tui }, { value, keys, width, placeholder }) => {
      const events: unknown[] = [];
      const input = new tui.Input(placeholder === undefined ? {} : { placeholder });
      input.focused = true;
      input.onSubmit = (text) => events.push(["submit", text]);
      input.onEscape = () => events.push(["escape"]);
      if (value !== undefined) input.setValue(value);
      const states = keys.map((key) => {
        input.handleInput(key);
        const value = input.getValue();
        const row = rowAndCursor(input.render(width), tui.CURSOR_MARKER);
        // How a text scrolls that is longer than the field is a matter of looks.
        return { value, row: tui.visibleWidth(value) + 4 <= width ? row : undefined };
      });
      return { events, states };
    },
  }),
  subject({
    name: "tui/editor",
    inputs: fc.record({
      text: fc.option(
        fc.constantFrom(
          "start",
          "one two three",
          "a\nbb\n\nccc",
          "漢字 é",
          "a much longer line that has to wrap somewhere",
        ),
        { nil: undefined },
      ),
      history: fc.array(fc.constantFrom("first", "second\nline", "third"), { maxLength: 3 }),
      keys: fc.array(
        fc.oneof(
          { weight: 12, arbitrary: editingKeys },
          { weight: 1, arbitrary: fc.constantFrom("\r", "\x1b", "\\\r") },
        ),
        { maxLength: 14 },
      ),
      width: fc.oneof(fc.integer({ min: 8, max: 60 }), fc.constant(160)),
    }),
    runs: 600,
    run: ({ tui }, { text, history, keys, width }) => {
      const events: unknown[] = [];
      const editor = new tui.Editor(new tui.TuiMainScreen(new HeadlessTerminal(80, 24)), editorTheme);
      editor.focused = true;
      editor.onSubmit = (value) => events.push(["submit", value]);
      for (const entry of history) editor.addToHistory(entry);
      if (text !== undefined) editor.setText(text);
      const states = keys.map((key) => {
        for (const part of key === "\\\r" ? ["\\", "\r"] : [key]) editor.handleInput(part);
        return {
          text: editor.getText(),
          cursor: editor.getCursor(),
          rows: rowAndCursor(editor.render(width), tui.CURSOR_MARKER),
        };
      });
      return { events, states, expanded: editor.getExpandedText(), lines: editor.getLines() };
    },
  }),
  subject({
    name: "tui/editor-calls",
    inputs: fc.array(
      fc.constantFrom(
        "insert",
        "insert-lines",
        "paste-long",
        "paste-many",
        "set",
        "set-cr",
        "change",
        "padding",
        "disable",
        "enter",
      ),
      { maxLength: 6 },
    ),
    run: ({ tui }, steps) => {
      const events: unknown[] = [];
      const editor = new tui.Editor(new tui.TuiMainScreen(new HeadlessTerminal(80, 24)), editorTheme, { paddingX: 1 });
      editor.onSubmit = (value) => events.push(["submit", value]);
      editor.onChange = (value) => events.push(["change", value]);
      const actions: Record<string, () => void> = {
        insert: () => editor.insertTextAtCursor("in"),
        "insert-lines": () => editor.insertTextAtCursor("a\nb"),
        "paste-long": () => editor.handleInput(`\x1b[200~${"x".repeat(1200)}\x1b[201~`),
        "paste-many": () => editor.handleInput(`\x1b[200~${"l\n".repeat(12)}\x1b[201~`),
        set: () => editor.setText("set"),
        "set-cr": () => editor.setText("a\r\nb\tc\rd"),
        change: () => editor.handleInput("x"),
        padding: () => editor.setPaddingX(3),
        disable: () => {
          editor.disableSubmit = !editor.disableSubmit;
        },
        enter: () => editor.handleInput("\r"),
      };
      for (const step of steps) actions[step]?.();
      return {
        events,
        text: editor.getText(),
        expanded: editor.getExpandedText(),
        cursor: editor.getCursor(),
        padding: editor.getPaddingX(),
        max: editor.getAutocompleteMaxVisible(),
        open: editor.isShowingAutocomplete(),
      };
    },
  }),
];

/** Rows as text, with the place of the cursor marker. */
function rowAndCursor(rows: readonly string[], marker: string): { rows: string[]; cursor: (number | undefined)[] } {
  const row = rows.findIndex((line) => line.includes(marker));
  const before = row === -1 ? undefined : plain((rows[row] ?? "").split(marker)[0] ?? "").length;
  return { rows: rows.map((line) => plain(line.replace(marker, "")).trimEnd()), cursor: [row, before] };
}
