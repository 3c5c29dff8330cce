import { expect, test } from "vitest";
import {
  Box,
  MouseRegion,
  Spacer,
  Text,
  TruncatedText,
  type TuiMouseEvent,
  type TuiMouseEventResult,
  visibleWidth,
} from "../../src/index.ts";

const blue = (text: string) => `\x1b[44m${text}\x1b[49m`;

test("text wraps inside its padding", () => {
  expect(new Text("hello world", 1, 1).render(9)).toEqual(["         ", " hello   ", " world   ", "         "]);
  expect(new Text("  \n ", 1, 1).render(9)).toEqual([]);
});

test("a background reaches both edges of every line", () => {
  const lines = new Text("hi", 1, 1, blue).render(6);
  expect(lines).toEqual([blue("      "), blue(" hi   "), blue("      ")]);
});

test("text keeps its own styles and loses everything hostile", () => {
  expect(new Text("\x1b[31ma\x1b[0m\x1b[2J\x1b]0;t\x07\tb", 0, 0).render(20)).toEqual([
    "\x1b[31ma\x1b[0m   b".padEnd(29),
  ]);
});

test("unchanged components return the same array, changed ones another", () => {
  const text = new Text("a", 0, 0);
  const box = new Box(1, 0);
  box.addChild(text);
  box.addChild(new Spacer(2));
  const first = box.render(10);
  expect(box.render(10)).toBe(first);
  expect(first).toEqual([" a", "", ""].map((row) => row.padEnd(10)));
  text.setText("b");
  expect(box.render(10)).toEqual([" b", "", ""].map((row) => row.padEnd(10)));
  text.invalidate();
  const second = text.render(10);
  text.setText("b");
  expect(text.render(10)).toBe(second);
});

test("a box lays its background behind children, an empty one takes no line", () => {
  const box = new Box(1, 1, blue);
  expect(box.render(5)).toEqual([]);
  box.addChild(new Text("x", 0, 0));
  expect(box.render(5)).toEqual([blue("     "), blue(" x   "), blue("     ")]);
  box.clear();
  expect(box.render(5)).toEqual([]);
});

test("an answer that neither handles the event nor asks for anything is none, so the region around is asked", () => {
  const answers: TuiMouseEventResult[] = [{ render: true }, { handled: false }, { capture: true }, { focus: true }];
  const event: TuiMouseEvent = {
    ...{ type: "click", button: "left", x: 0, y: 0, screenX: 4, screenY: 2, width: 9, height: 1 },
    ...{ shift: false, alt: false, ctrl: false },
  };
  const asked = answers.map((answer) => {
    const child = Object.assign(new Text("x", 0, 0), { handleMouse: () => answer });
    return new MouseRegion(child, () => ({ handled: true })).handleMouse(event);
  });
  const target = { component: expect.any(Text), originX: 4, originY: 2, width: 9, height: 1 };
  expect(asked).toEqual([
    { handled: true },
    { handled: true },
    { handled: true, capture: true, target },
    { handled: true, focus: true, focusTarget: expect.any(Text), target },
  ]);
});

test("the pointer reaches the child under it, in its own coordinates", () => {
  const seen: unknown[] = [];
  const child = Object.assign(new Text("x\ny", 0, 0), {
    handleMouse: ({ x, y, width, height }: TuiMouseEvent) => {
      seen.push({ x, y, width, height });
      return { handled: true };
    },
  });
  const box = new Box(2, 1);
  box.addChild(new Text("first", 0, 0));
  box.addChild(child);
  box.render(20);
  const at = (x: number, y: number): TuiMouseEvent => ({
    type: "click",
    button: "left",
    x,
    y,
    screenX: x,
    screenY: y,
    width: 20,
    height: 5,
    shift: false,
    alt: false,
    ctrl: false,
  });
  expect([box.handleMouse(at(3, 3)), box.handleMouse(at(3, 1)), box.handleMouse(at(3, 0))]).toEqual([
    { handled: true, target: { component: child, originX: 2, originY: 2, width: 16, height: 2 } },
    undefined,
    undefined,
  ]);
  expect([box.handleMouse(at(1, 3)), box.handleMouse(at(18, 3))]).toEqual([undefined, undefined]);
  expect(seen).toEqual([{ x: 1, y: 1, width: 16, height: 2 }]);
});

test("truncated text is the first line, cut", () => {
  expect(new TruncatedText("a long line\nsecond").render(8)).toEqual(["a lon..."]);
  expect(new TruncatedText("x", 1, 1).render(8)).toEqual(["", " x", ""].map((row) => row.padEnd(8)));
});

test("nothing overflows a terminal one cell wide", () => {
  const box = new Box(2, 0, blue);
  box.addChild(new Text("日本 abc", 3, 0));
  box.addChild(new TruncatedText("日本", 2));
  expect(box.render(1).filter((line) => visibleWidth(line) > 1)).toEqual([]);
});
