import { afterEach, expect, test } from "vitest";
import { type Component, setCellDimensions, TuiMainScreen } from "../../src/index.ts";
import { Lines } from "../support/lines.ts";
import { VirtualTerminal } from "../support/virtual-terminal.ts";

class Keys extends Lines implements Component {
  readonly input: string[] = [];
  wantsKeyRelease = false;
  handleInput(data: string): void {
    this.input.push(data);
  }
}

afterEach(() => setCellDimensions({ widthPx: 9, heightPx: 18 }));

function started() {
  const terminal = new VirtualTerminal(20, 5);
  const tui = new TuiMainScreen(terminal);
  const keys = new Keys("text");
  tui.addChild(keys);
  tui.setFocus(keys);
  tui.start();
  return { terminal, tui, keys };
}

test("P-TUI-38 releases reach only components that want them", () => {
  const { terminal, keys } = started();
  terminal.send("\x1b[97;1:1u\x1b[97;1:3u\x1b[1;1:3A");
  keys.wantsKeyRelease = true;
  terminal.send("\x1b[98;1:3u");
  expect(keys.input).toEqual(["\x1b[97;1:1u", "\x1b[98;1:3u"]);
});

test("a paste that looks like a release is a paste", () => {
  const { terminal, keys } = started();
  terminal.send("\x1b[200~\x1b[97;1:3u\x1b[201~");
  expect(keys.input).toEqual(["\x1b[200~\x1b[97;1:3u\x1b[201~"]);
});

test("keys that are held back go in order to what has the focus then", () => {
  const { terminal, tui, keys } = started();
  const next = new Keys("next");
  const releases = [tui.holdInput(), tui.holdInput()];
  terminal.send("ab");
  tui.setFocus(next);
  releases[0]?.();
  releases[0]?.();
  expect([keys.input, next.input]).toEqual([[], []]);
  releases[1]?.();
  terminal.send("c");
  expect([keys.input, next.input]).toEqual([[], ["a", "b", "c"]]);
});

test("listeners see input first, may replace or swallow it, and can be removed", () => {
  const { terminal, tui, keys } = started();
  const remove = tui.addInputListener((data) => (data === "a" ? { data: "A" } : undefined));
  tui.addInputListener((data) => (data === "b" ? { consume: true } : undefined));
  terminal.send("abc");
  remove();
  terminal.send("a");
  expect(keys.input).toEqual(["A", "c", "a"]);
});

test("Shift+Ctrl+D calls the debug hook", () => {
  const { terminal, tui, keys } = started();
  let calls = 0;
  tui.onDebug = () => calls++;
  terminal.send("\x1b[100;6u");
  expect([calls, keys.input]).toEqual([1, []]);
});

test("P-TUI-25 answers of the terminal are no keys", async () => {
  const { terminal, tui, keys } = started();
  const color = tui.queryTerminalBackgroundColor({ timeoutMs: 5000 });
  const scheme = tui.queryTerminalColorScheme({ timeoutMs: 5000 });
  const changes: string[] = [];
  tui.onTerminalColorSchemeChange((changed) => changes.push(changed));
  terminal.send("\x1b]11;rgb:0000/0000/ffff\x07\x1b[?997;1n\x1b[?997;2n\x1b[6;20;10t\x1b[I\x1b[O");
  expect([await color, await scheme, changes, keys.input]).toEqual([{ r: 0, g: 0, b: 255 }, "dark", ["light"], []]);
});

test("a terminal that does not know its colours answers nothing", async () => {
  const { tui } = started();
  expect(await tui.queryTerminalBackgroundColor({ timeoutMs: 1 })).toBeUndefined();
});

test("a cursor position that nobody asked for is the key it looks like", () => {
  const { terminal, keys } = started();
  terminal.send("\x1b[1;2R");
  expect(keys.input).toEqual(["\x1b[1;2R"]);
});

test("an answer that comes late is no key, either", async () => {
  const { terminal, tui, keys } = started();
  terminal.answers = false;
  tui.renderNow();
  terminal.emulator.resize(30, 8);
  tui.renderNow();
  await expect.poll(() => tui.fullRedraws).toBe(1);
  terminal.send("\x1b[3;1R");
  terminal.send("\x1b[1;2R");
  expect(keys.input).toEqual(["\x1b[1;2R"]);
});

test("idle: no frame, no byte, no timer", async () => {
  const { terminal, tui } = started();
  tui.renderNow();
  await terminal.flush();
  terminal.takeWrites();
  tui.requestRender();
  await terminal.flush();
  await terminal.flush();
  expect(terminal.takeWrites()).toBe("");
});
