import { expect, test } from "vitest";
import { CURSOR_MARKER, Input, KillRing, stripTerminalSequences, UndoStack, visibleWidth } from "../../src/index.ts";

function press(input: Input, ...keys: string[]): Input {
  for (const key of keys) input.handleInput(key);
  return input;
}

test("types, moves, cuts, yanks and undoes on one line", () => {
  const input = press(new Input(), ..."hello world");
  expect(press(input, "\x17").getValue()).toBe("hello ");
  expect(press(input, "\x01", "\x19").getValue()).toBe("worldhello ");
  expect(press(input, "\x1f", "\x1f").getValue()).toBe("hello world");
  expect(press(input, "\x1b[200~a\nb\x1b[201~").getValue()).toBe("hello worldab");
});

test("a cursor key begins a new undo step, at the end of the text too", () => {
  const input = press(new Input(), "a", "\x1b[C", "b");
  expect(press(input, "\x1f").getValue()).toBe("a");
  const start = press(new Input(), "\x1b[D", "a", "\x01", "\x1b[D", "b");
  expect(press(start, "\x1f").getValue()).toBe("a");
});

test("enter submits, escape leaves", () => {
  const input = press(new Input(), "x");
  const events: string[] = [];
  input.onSubmit = (value) => events.push(value);
  input.onEscape = () => events.push("escape");
  press(input, "\r", "\x1b");
  expect(events).toEqual(["x", "escape"]);
});

test("scrolls sideways so that the cursor stays visible", () => {
  const input = press(new Input(), ..."0123456789");
  expect(input.render(8).map(stripTerminalSequences)).toEqual(["> 56789 "]);
  press(input, ...Array.from({ length: 10 }, () => "\x1b[D"));
  expect(input.render(8).map(stripTerminalSequences)).toEqual(["> 012345"]);
});

test("shows the beginning again once the text fits: after a deletion, and in a wider field", () => {
  const input = press(new Input(), ..."one two three");
  expect(input.render(12).map(stripTerminalSequences)).toEqual(["> two three "]);
  press(input, "\x01", "\x1b[1;5C", "\x1b[1;5C", "\x05", "\x17");
  expect(input.render(12).map(stripTerminalSequences)).toEqual(["> one two   "]);
  press(input, ..."three");
  expect(input.render(12).map(stripTerminalSequences)).toEqual(["> two three "]);
  expect(input.render(20).map(stripTerminalSequences)).toEqual(["> one two three     "]);
});

test("never wider than its room, whatever it holds", () => {
  for (const value of ["", "日本語日本語", "👨‍👩‍👧👨‍👩‍👧", "abc"]) {
    const input = new Input({ placeholder: "type here" });
    input.setValue(value);
    for (const width of [1, 2, 3, 4, 5, 9]) {
      for (const key of ["\x05", "\x1b[D", "\x1b[D", "\x01"]) {
        expect(
          press(input, key)
            .render(width)
            .filter((line) => visibleWidth(line) > width),
        ).toEqual([]);
      }
    }
  }
});

test("shows the placeholder while empty and the marker while focused", () => {
  const input = new Input({ prompt: "? ", placeholder: "name" });
  expect(input.render(20).map(stripTerminalSequences)).toEqual(["? name".padEnd(20)]);
  input.focused = true;
  expect(input.render(20)[0]).toBe(`? ${CURSOR_MARKER}\x1b[7mn\x1b[27m\x1b[2mame\x1b[22m${" ".repeat(14)}`);
  const first = input.render(20);
  expect(input.render(20)).toBe(first);
});

test("P-TUI-40: an undo stack returns what was pushed, unaffected by later changes", () => {
  const stack = new UndoStack<{ lines: string[] }>();
  const state = { lines: ["a"] };
  stack.push(state);
  state.lines.push("b");
  expect([stack.length, stack.pop(), stack.pop()]).toEqual([1, { lines: ["a"] }, undefined]);
});

test("P-TUI-41, P-TUI-43: a kill ring accumulates both ways and rotates", () => {
  const ring = new KillRing();
  ring.push("b", { prepend: false });
  ring.push("a", { prepend: true, accumulate: true });
  ring.push("c", { prepend: false, accumulate: true });
  ring.push("new", { prepend: false });
  expect([ring.length, ring.peek()]).toEqual([2, "new"]);
  ring.rotate();
  expect(ring.peek()).toBe("abc");
});
