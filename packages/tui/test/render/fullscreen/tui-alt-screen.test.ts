import { afterEach, expect, test } from "vitest";
import {
  Box,
  type Component,
  Container,
  HStack,
  Input,
  isViewportTUI,
  MouseRegion,
  ScrollView,
  SelectList,
  TuiAltScreen,
  type TuiAltScreenOptions,
  TuiMainScreen,
  VStack,
} from "../../../src/index.ts";
import { Lines, numbered } from "../../support/lines.ts";
import { VirtualTerminal } from "../../support/virtual-terminal.ts";

const running: TuiAltScreen[] = [];
afterEach(() => {
  for (const tui of running.splice(0)) tui.stop();
});

async function screenOf(columns: number, rows: number, children: Component[], options: TuiAltScreenOptions = {}) {
  const terminal = new VirtualTerminal(columns, rows);
  const tui = new TuiAltScreen(terminal, false, undefined, options);
  for (const child of children) tui.addChild(child);
  tui.start();
  running.push(tui);
  const frame = async () => {
    tui.renderNow();
    await terminal.flush();
    return terminal.screen;
  };
  const screen = await frame();
  terminal.takeWrites();
  return { terminal, tui, frame, screen };
}

const press = (column: number, row: number, button = 0) => `\x1b[<${button};${column + 1};${row + 1}M`;
const drag = (column: number, row: number) => `\x1b[<32;${column + 1};${row + 1}M`;
const release = (column: number, row: number) => `\x1b[<0;${column + 1};${row + 1}m`;
const WHEEL_UP = "\x1b[<64;1;1M";
const WHEEL_DOWN = "\x1b[<65;1;1M";

function clipboard(bytes: string): string[] {
  return [...bytes.matchAll(/\x1b\]52;c;([^\x07]*)\x07/g)].map(([, data]) =>
    Buffer.from(data ?? "", "base64").toString(),
  );
}

test("it takes the alternate screen and gives the terminal back with the document in it", async () => {
  const terminal = new VirtualTerminal(20, 4);
  terminal.write("$ tau\r\n");
  const tui = new TuiAltScreen(terminal);
  tui.addChild(new Lines(...numbered("line ", 0, 8)));
  tui.start();
  tui.renderNow();
  await terminal.flush();
  expect(terminal.emulator.isAlternateScreen).toBe(true);
  expect(terminal.screen).toEqual(numbered("line ", 4, 8));
  tui.stop();
  await terminal.flush();
  expect(terminal.emulator.isAlternateScreen).toBe(false);
  expect([...terminal.scrollback, ...terminal.screen].filter(Boolean)).toEqual(["$ tau", ...numbered("line ", 0, 8)]);
});

test("without abilities the terminal gets the document at the end, and no sequence", () => {
  const terminal = Object.assign(new VirtualTerminal(20, 4), { isDumb: true });
  const tui = new TuiAltScreen(terminal);
  tui.addChild(new Lines("\x1b[1mone\x1b[22m", "two"));
  tui.start();
  tui.renderNow();
  tui.stop();
  expect(terminal.takeWrites()).toBe("one\ntwo\n");
});

test("it follows the end until the wheel leaves it, and again when back there", async () => {
  const body = new Lines(...numbered("line ", 0, 20));
  const { terminal, tui, frame, screen } = await screenOf(20, 5, [body]);
  expect(screen).toEqual(numbered("line ", 15, 20));
  terminal.send(WHEEL_UP);
  expect((await frame()).map((line) => line.trimEnd())).toEqual(numbered("line ", 12, 17));
  body.lines = numbered("line ", 0, 30);
  expect((await frame()).map((line) => line.trimEnd())).toEqual(numbered("line ", 12, 17));
  expect(tui.isFollowingOutput).toBe(false);
  for (let step = 0; step < 10; step++) terminal.send(WHEEL_DOWN);
  await frame();
  body.lines = numbered("line ", 0, 31);
  expect((await frame()).map((line) => line.trimEnd())).toEqual(numbered("line ", 26, 31));
  expect(tui.isFollowingOutput).toBe(true);
});

test("Alt makes a step of the wheel five times as far, and the end is the end", async () => {
  const { terminal, tui, frame } = await screenOf(20, 5, [new Lines(...numbered("line ", 0, 60))]);
  const [farUp, farDown] = ["\x1b[<72;1;1M", "\x1b[<73;1;1M"];
  terminal.send(farUp);
  expect((await frame()).map((line) => line.trimEnd())).toEqual(numbered("line ", 40, 45));
  terminal.send(farDown + farDown);
  expect((await frame()).map((line) => line.trimEnd())).toEqual(numbered("line ", 55, 60));
  expect(tui.isFollowingOutput).toBe(true);
});

test("a list that has the focus pages itself, not the view", async () => {
  const items = Array.from({ length: 30 }, (_, index) => ({ value: `item ${index}`, label: `item ${index}` }));
  const plain = (text: string) => text;
  const look = { selectedPrefix: plain, selectedText: plain, description: plain, scrollInfo: plain, noMatch: plain };
  const list = new SelectList(items, 3, look);
  const { terminal, tui, frame } = await screenOf(20, 4, [new Lines(...numbered("line ", 0, 30)), list]);
  tui.setFocus(list);
  const before = await frame();
  terminal.send("\x1b[6~");
  const after = await frame();
  expect(list.getSelectedItem()?.value).not.toBe("item 0");
  expect(after.filter((line) => line.startsWith("line"))).toEqual(before.filter((line) => line.startsWith("line")));
});

test("keys scroll by pages and to the ends", async () => {
  const { terminal, tui, frame } = await screenOf(20, 5, [new Lines(...numbered("line ", 0, 50))]);
  terminal.send("\x1b[5~");
  expect((await frame())[0]).toMatch(/^line 41/);
  terminal.send("\x1b[6~");
  expect((await frame())[0]).toMatch(/^line 45/);
  terminal.send("\x1b[1;5H");
  expect((await frame())[0]).toMatch(/^line 0/);
  expect(tui.viewportTop).toBe(0);
  terminal.send("\x1b[1;5F");
  expect((await frame())[4]).toMatch(/^line 49/);
});

test("a click on a field inside a box gives the field the focus", async () => {
  const box = new Box(1, 1);
  const field = new Input();
  box.addChild(field);
  const { terminal, tui } = await screenOf(20, 4, [box]);
  terminal.send(press(4, 1) + release(4, 1));
  terminal.send("hi");
  expect([tui.getFocusedComponent() === field, field.getValue()]).toEqual([true, "hi"]);
});

test("an overlay with the focus gets the keys", async () => {
  const keys: string[] = [];
  const { terminal, tui, frame } = await screenOf(20, 5, [new Lines(...numbered("line ", 0, 50))]);
  const box = Object.assign(new Lines("box"), { focused: false, handleInput: (data: string) => keys.push(data) });
  tui.showOverlay(box, { anchor: "top-left", width: 3 });
  terminal.send("\x1b[5~");
  expect(keys).toEqual(["\x1b[5~"]);
  expect((await frame())[4]).toBe("line 49");
});

test("content above the window may change without moving it", async () => {
  const top = new Lines(...numbered("top ", 0, 10));
  const { terminal, frame } = await screenOf(20, 4, [top, new Lines(...numbered("line ", 0, 20))]);
  terminal.send(WHEEL_UP);
  const before = await frame();
  top.lines = numbered("changed ", 0, 500);
  expect(await frame()).toEqual(before);
});

test("only what is in sight is rendered", async () => {
  const messages = Array.from({ length: 1000 }, (_, index) => new Lines(...numbered(`${index}.`, 0, 5)));
  const { terminal, frame } = await screenOf(20, 10, messages);
  await frame();
  terminal.send(WHEEL_UP);
  await frame();
  expect(messages.filter((message) => message.renders > 0).length).toBeLessThanOrEqual(4);
});

test("a layout gives the transcript what the editor leaves", async () => {
  const chat = new Container();
  chat.addChild(new Lines(...numbered("line ", 0, 20)));
  const editor = new Lines("> ", "status");
  const { terminal, tui, frame } = await screenOf(20, 6, []);
  const view = new ScrollView(chat, { follow: "end", primary: true, scrollbar: "hidden" });
  tui.setLayoutRoot(
    new VStack([
      { component: view, basis: 0, grow: 1, minSize: 1 },
      { component: editor, basis: "auto" },
    ]),
  );
  expect(await frame()).toEqual([...numbered("line ", 16, 20), ">", "status"].map((line) => line));
  terminal.send(WHEEL_UP);
  expect(await frame()).toEqual([...numbered("line ", 13, 17), ">", "status"]);
  editor.lines = ["> one", "> two", "> three", "status"];
  expect(await frame()).toEqual([...numbered("line ", 13, 15), "> one", "> two", "> three", "status"]);
  expect(isViewportTUI(tui)).toBe(true);
  expect(isViewportTUI(new TuiMainScreen(terminal))).toBe(false);
});

test("columns stand side by side and keep their styles apart", async () => {
  const { terminal, tui, frame } = await screenOf(20, 2, []);
  tui.setLayoutRoot(
    new HStack(
      [
        { component: new Lines("\x1b[31mred", "x"), basis: 5 },
        { component: new Lines("right"), grow: 1 },
      ],
      { gap: 1 },
    ),
  );
  expect(await frame()).toEqual(["red   right", "x"]);
  expect(terminal.cell(0, 6).foreground).toBe("default");
});

test("columns within rows take the height of the highest, also on the regular screen", async () => {
  const columns = new HStack([{ component: new Lines("a", "b"), basis: 4 }, new Lines("c")], { gap: 1 });
  const { tui, frame } = await screenOf(20, 4, []);
  tui.setLayoutRoot(new VStack([columns, new Lines("below")]));
  expect(await frame()).toEqual(["a    c", "b", "below", ""]);
  const terminal = new VirtualTerminal(20, 4);
  const regular = new TuiMainScreen(terminal);
  regular.addChild(columns);
  regular.start();
  regular.renderNow();
  await terminal.flush();
  expect(terminal.screen).toEqual(["a    c", "b", "", ""]);
});

test("the scrollbar shows where the window is, and the pointer can hold it", async () => {
  const { terminal, tui, frame } = await screenOf(20, 5, []);
  const view = new ScrollView(new Lines(...numbered("line ", 0, 100)), { primary: true, scrollbar: "always" });
  tui.setLayoutRoot(view);
  const thumbRows = async () => {
    await frame();
    return [0, 1, 2, 3, 4].filter((row) => terminal.cell(row, 19).styles.includes("inverse"));
  };
  expect(await thumbRows()).toEqual([0]);
  terminal.send(press(19, 4));
  expect(await thumbRows()).toEqual([4]);
  terminal.send(drag(19, 2) + release(19, 2));
  expect(await thumbRows()).toEqual([2]);
  expect(view.scrollTop).toBe(47);
});

test("a program that lays out by itself tells a view its height, and scrolls within that", () => {
  const view = new ScrollView(new Lines(...numbered("line ", 0, 100)));
  view.updateLayout(100, 20, () => undefined);
  const [viewportHeight, left, scrollTop] = [view.viewportHeight, view.scrollBy(30), view.scrollTop];
  expect([viewportHeight, left, scrollTop]).toEqual([20, 0, 30]);
  expect([view.scrollBy(1000), view.scrollTop, view.isFollowingEnd]).toEqual([950, 80, false]);
});

test("a view that was made to follow the end does so again once it is scrolled there", () => {
  const view = new ScrollView(new Lines(...numbered("line ", 0, 100)), { follow: "end" });
  view.updateLayout(100, 20, () => undefined);
  view.scrollBy(-5);
  expect([view.scrollTop, view.isFollowingEnd]).toEqual([75, false]);
  view.scrollTo(80, { disableFollow: true });
  expect([view.scrollTop, view.isFollowingEnd]).toEqual([80, false]);
  view.scrollBy(1);
  expect([view.scrollTop, view.isFollowingEnd]).toEqual([80, true]);
});

test("a drag selects text, shows it in inverse and copies it by OSC 52", async () => {
  const { terminal, frame } = await screenOf(30, 4, [
    new Lines("\x1b[1mfirst\x1b[22m line  ", "second 日本 line", "third"),
  ]);
  terminal.send(press(6, 0) + drag(9, 1));
  await frame();
  const inverse = (row: number) =>
    Array.from({ length: 30 }, (_, column) => column).filter((column) =>
      terminal.cell(row, column).styles.includes("inverse"),
    );
  expect(inverse(0)).toEqual([6, 7, 8, 9, 10, 11]);
  expect(inverse(1)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].slice(0, 11));
  expect(inverse(2)).toEqual([]);
  terminal.send(release(9, 1));
  expect(clipboard(terminal.takeWrites())).toEqual(["line\nsecond 日本"]);
});

test("a double click takes a word, a third one the line", async () => {
  const { terminal } = await screenOf(40, 3, [new Lines("open src/render/grid.ts now")]);
  const click = press(8, 0) + release(8, 0);
  terminal.send(click + click);
  expect(clipboard(terminal.takeWrites())).toEqual(["src/render/grid.ts"]);
  terminal.send(click);
  expect(clipboard(terminal.takeWrites())).toEqual(["open src/render/grid.ts now"]);
});

test("a selection stays with its text while the view scrolls, and may be larger than the screen", async () => {
  const { terminal, tui, frame } = await screenOf(20, 4, [new Lines(...numbered("line ", 0, 20))], {
    copyOnSelect: false,
  });
  terminal.send(press(0, 3));
  for (let step = 0; step < 6; step++) {
    terminal.send(drag(0, 0));
    await frame();
  }
  terminal.send(release(0, 0));
  expect(clipboard(terminal.takeWrites())).toEqual([]);
  expect(tui.hasActiveSelection()).toBe(true);
  await tui.copyActiveSelectionToClipboard();
  const [copied = ""] = clipboard(terminal.takeWrites());
  expect(copied.split("\n").slice(1, -1)).toEqual(numbered("line ", 12, 19));
});

test("the key to copy takes the selection and ends it, before anyone who listens; without one it is theirs", async () => {
  const { terminal, tui, frame } = await screenOf(30, 4, [new Lines("some text to copy")], { copyOnSelect: false });
  const heard: string[] = [];
  tui.addInputListener((data) => void heard.push(data));
  terminal.send(press(5, 0) + drag(8, 0) + release(8, 0));
  heard.length = 0;
  terminal.send("\x03");
  expect(clipboard(terminal.takeWrites())).toEqual(["text"]);
  expect([tui.hasActiveSelection(), heard]).toEqual([false, []]);
  await frame();
  expect(terminal.cell(0, 5).styles).not.toContain("inverse");
  terminal.send("\x03");
  expect(heard).toEqual(["\x03"]);
});

test("a click outside a selection ends it", async () => {
  const { terminal, tui } = await screenOf(20, 4, [new Lines("some text")]);
  terminal.send(press(0, 0) + drag(3, 0) + release(3, 0));
  expect(tui.hasActiveSelection()).toBe(true);
  terminal.send(press(6, 0) + release(6, 0));
  expect(tui.hasActiveSelection()).toBe(false);
});

test("a click on a hyperlink opens it", async () => {
  const urls: string[] = [];
  const line = "see \x1b]8;;https://example.org\x07here\x1b]8;;\x07";
  const { terminal } = await screenOf(20, 4, [new Lines(line)], { openUrl: (url) => urls.push(url) });
  terminal.send(press(5, 0) + release(5, 0) + press(1, 0) + release(1, 0));
  expect(urls).toEqual(["https://example.org"]);
});

test("components get the pointer in their own cells, and can hold it", async () => {
  const events: string[] = [];
  const button = new MouseRegion(new Lines("[ button ]", "second"), (event) => {
    events.push(`${event.type} ${event.x},${event.y} of ${event.width}x${event.height}`);
    return event.type === "wheel" ? undefined : { handled: true, capture: event.type === "press" };
  });
  const { terminal, tui } = await screenOf(20, 5, [new Lines("text"), button]);
  terminal.send(press(3, 2) + drag(9, 4) + release(9, 4) + press(1, 1) + release(1, 1));
  expect(events).toEqual([
    "press 3,1 of 20x2",
    "drag 9,3 of 20x2",
    "release 9,3 of 20x2",
    "press 1,0 of 20x2",
    "release 1,0 of 20x2",
    "click 1,0 of 20x2",
  ]);
  expect(tui.hasActiveSelection()).toBe(false);
});

test("a label brings the view back to its end", async () => {
  const options = { scrollToEndIndicator: () => "[end]" };
  const { terminal, tui, frame } = await screenOf(21, 4, [new Lines(...numbered("line ", 0, 20))], options);
  expect((await frame())[3]).toBe("line 19");
  terminal.send(WHEEL_UP);
  expect((await frame())[3]).toMatch(/^line 16 \[end\]/);
  terminal.send(press(9, 3) + release(9, 3));
  await frame();
  expect(tui.isFollowingOutput).toBe(true);
});

test("prompts are jumped to", async () => {
  const lines = numbered("line ", 0, 40).map((line, index) => (index % 10 === 0 ? `\x1b]133;A\x07${line}` : line));
  const { tui, frame } = await screenOf(20, 5, []);
  const view = new ScrollView(new Lines(...lines), { follow: "end", primary: true, scrollbar: "hidden" });
  tui.setLayoutRoot(view);
  await frame();
  view.scrollToPrompt("previous");
  expect((await frame())[0]).toBe("line 30");
  view.scrollToPrompt("previous");
  expect((await frame())[0]).toBe("line 20");
  view.scrollToPrompt("next");
  expect((await frame())[0]).toBe("line 30");
});

test("a search shows the places in sight, goes through them, and closes", async () => {
  const lines = numbered("line ", 0, 60).map((line, index) => (index % 20 === 5 ? `${line} Needle 日本` : line));
  const { terminal, frame } = await screenOf(60, 6, [new Lines(...lines)]);
  const inverse = (row: number) =>
    Array.from({ length: 60 }, (_, column) => column).filter((column) =>
      terminal.cell(row, column).styles.includes("inverse"),
    );
  const rowOf = (screen: readonly string[], text: string) => screen.findIndex((line) => line.startsWith(text));
  terminal.send("\x1b[102;6u");
  for (const key of "needle") terminal.send(key);
  let screen = await frame();
  expect(screen[0]).toMatch(/find: needle.* 3\/3/);
  expect(inverse(rowOf(screen, "line 45"))).toEqual([8, 9, 10, 11, 12, 13]);
  terminal.send("\x1b[13;2u");
  screen = await frame();
  expect(inverse(rowOf(screen, "line 25"))).toEqual([8, 9, 10, 11, 12, 13]);
  // The panel ends one cell before the edge: its buttons are the six cells before that.
  const at = (button: number, column: number, end: "M" | "m") => `\x1b[<${button};${column};1${end}`;
  terminal.send(at(35, 58, "M"));
  await frame();
  expect(inverse(0).slice(-3)).toEqual([56, 57, 58]);
  terminal.send(at(0, 58, "M") + at(0, 58, "m"));
  expect((await frame())[0]).toMatch(/find: needle.* 3\/3/);
  terminal.send(at(0, 55, "M") + at(0, 55, "m"));
  expect((await frame())[0]).toMatch(/find: needle.* 2\/3/);
  terminal.send("x");
  expect((await frame())[0]).toContain("none");
  terminal.send("\x1b");
  expect((await frame()).join("")).not.toContain("find:");
});

test("the transcript can be searched while a dialog has the focus, which gets it back", async () => {
  const { terminal, tui, frame } = await screenOf(60, 8, [new Lines(...numbered("line ", 0, 40))]);
  const typed: string[] = [];
  tui.showOverlay({
    render: () => ["dialog"],
    invalidate: () => undefined,
    handleInput: (data) => void typed.push(data),
  });
  terminal.send("\x1b[102;6u");
  for (const key of "line 7") terminal.send(key);
  expect((await frame()).join("\n")).toContain("find: line 7");
  expect((await frame()).join("\n")).toMatch(/^line 7 /m);
  terminal.send("\x1b[27u");
  terminal.send("x");
  expect(typed).toEqual(["x"]);
});

test("a place near the end is brought into sight, too", async () => {
  const { terminal, tui, frame } = await screenOf(60, 8, [new Lines(...numbered("line ", 0, 40))]);
  tui.scrollToTop();
  terminal.send("\x1b[102;6u");
  for (const key of "line 38") terminal.send(key);
  expect((await frame()).map((line) => line.trimEnd().slice(0, 7))).toEqual(numbered("line ", 32, 40));
});

test("what a search found stays in sight, however fast it was typed and whatever comes below", async () => {
  const body = new Lines(...numbered("line ", 0, 40));
  const { terminal, tui, frame } = await screenOf(60, 6, [body]);
  terminal.send("\x1b[102;6u");
  await frame();
  for (const key of "line 3") terminal.send(key);
  expect((await frame()).join("\n")).toContain("line 39");
  expect(tui.isFollowingOutput).toBe(false);
  body.lines = numbered("line ", 0, 60);
  expect((await frame()).join("\n")).toContain("line 39");
  terminal.send("\x7f");
  for (const key of "12") terminal.send(key);
  expect((await frame()).join("\n")).toContain("line 12");
});

test("a new line at the end scrolls the rows instead of writing them all", async () => {
  const body = new Lines(...numbered("some text of line ", 0, 40));
  const { terminal, frame } = await screenOf(40, 20, [body]);
  body.lines = numbered("some text of line ", 0, 41);
  const screen = await frame();
  expect(screen).toEqual(numbered("some text of line ", 21, 41));
  expect(terminal.takeWrites().length).toBeLessThan(150);
});

test("idle frames write nothing; a resize draws everything", async () => {
  const { terminal, frame } = await screenOf(20, 5, [new Lines(...numbered("line ", 0, 20))]);
  await frame();
  expect(terminal.takeWrites()).toBe("");
  await terminal.resize(30, 8);
  expect(await frame()).toEqual(numbered("line ", 12, 20));
});

test("a size that is back before the next frame leaves no trace of the one between", async () => {
  const { terminal, frame, screen } = await screenOf(30, 4, [new Lines("a rather long line of text", "and another")]);
  await terminal.resize(8, 2);
  await terminal.resize(30, 4);
  expect(await frame()).toEqual(screen);
});

test("a right click that nothing takes is a place to paste", async () => {
  const terminal = new VirtualTerminal(20, 5);
  let pastes = 0;
  const tui = new TuiAltScreen(terminal, false, undefined, { onRightClickPaste: () => pastes++ });
  tui.addChild(new Lines("one"));
  tui.start();
  tui.renderNow();
  terminal.send("\x1b[<2;2;1M\x1b[<2;2;1m");
  terminal.send("\x1b[<6;2;1M\x1b[<6;2;1m");
  expect(pastes).toBe(1);
  tui.stop();
});
