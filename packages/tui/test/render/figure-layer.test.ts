import { afterEach, beforeEach, expect, test } from "vitest";
import { Image, resetCapabilitiesCache, setCapabilities, setCellDimensions, TuiMainScreen } from "../../src/index.ts";
import { Lines, numbered } from "../support/lines.ts";
import { png } from "../support/png.ts";
import { VirtualTerminal } from "../support/virtual-terminal.ts";

const theme = { fallbackColor: (text: string) => text };
const DATA = png(90, 54, () => [1, 2, 3]);
let id = 100;

beforeEach(() => {
  setCapabilities({ images: "kitty", trueColor: true, hyperlinks: true });
});
afterEach(() => {
  resetCapabilitiesCache();
  setCellDimensions({ widthPx: 9, heightPx: 18 });
});

async function screenWith(rows: number) {
  const terminal = new VirtualTerminal(40, rows);
  const tui = new TuiMainScreen(terminal);
  const above = new Lines("above");
  id++;
  const image = new Image(DATA, "image/png", theme, { imageId: id });
  const below = new Lines("below");
  for (const child of [above, image, below]) tui.addChild(child);
  tui.start();
  const frame = async () => {
    tui.renderNow();
    await terminal.flush();
    return commands(terminal.takeWrites());
  };
  return { terminal, tui, above, image, below, frame };
}

/** The image commands among the bytes: `draw` and `delete`, with the id. */
function commands(bytes: string): string[] {
  return [...bytes.matchAll(/\x1b_Ga=([Td])[^;\x1b]*?i=(\d+)/g)].map(
    ([, action, image]) => `${action === "T" ? "draw" : "delete"} ${image}`,
  );
}

test("an image takes its rows and is drawn once", async () => {
  const { terminal, frame } = await screenWith(10);
  expect(await frame()).toEqual([`draw ${id}`]);
  expect(terminal.screen.slice(0, 6)).toEqual(["above", "", "", "", "below", ""]);
  expect(await frame()).toEqual([]);
});

test("P-TUI-17 an image that moves is deleted before it is drawn again", async () => {
  const { above, frame } = await screenWith(10);
  await frame();
  above.lines = ["above", "more"];
  expect(await frame()).toEqual([`delete ${id}`, `draw ${id}`]);
  above.lines = ["above"];
  expect(await frame()).toEqual([`delete ${id}`, `draw ${id}`]);
});

test("P-TUI-18 an image that is removed is deleted", async () => {
  const { tui, image, frame } = await screenWith(10);
  await frame();
  tui.removeChild(image);
  expect(await frame()).toEqual([`delete ${id}`]);
});

test("P-TUI-18 an image that scrolls away stays in the scrollback", async () => {
  const { below, frame } = await screenWith(6);
  await frame();
  below.lines = numbered("below ", 0, 20);
  expect(await frame()).toEqual([]);
});

test("an image on its way into the scrollback is drawn as it passes", async () => {
  const { below, frame } = await screenWith(6);
  below.lines = numbered("below ", 0, 50);
  expect(await frame()).toEqual([`draw ${id}`]);
});

test("P-TUI-19 a redraw of everything deletes the images first", async () => {
  const { tui, terminal, frame } = await screenWith(10);
  await frame();
  tui.requestRender(true);
  expect(await frame()).toEqual([`delete ${id}`, `draw ${id}`]);
  await terminal.resize(30, 10);
  expect(await frame()).toEqual([`delete ${id}`, `draw ${id}`]);
});

test("P-TUI-20 the line of an image holds nothing but blanks and the image", async () => {
  const { terminal, tui } = await screenWith(10);
  tui.renderNow();
  expect(terminal.writes.join("")).not.toContain("\x1b[0m");
});

test("P-TUI-24 an answer about the cell size scales the image anew", async () => {
  const { terminal, frame } = await screenWith(10);
  await frame();
  terminal.send("\x1b[6;54;90t");
  await frame();
  expect(terminal.screen.slice(0, 3)).toEqual(["above", "", "below"]);
});

test("iTerm2 images are drawn after the rows they cover", async () => {
  setCapabilities({ images: "iterm2", trueColor: true, hyperlinks: true });
  const { terminal, tui, below } = await screenWith(10);
  tui.renderNow();
  const bytes = terminal.takeWrites();
  expect(bytes.indexOf("\x1b]1337;File=")).toBeLessThan(bytes.indexOf("below"));
  expect(bytes.match(/\x1b\]1337;File=/g)).toHaveLength(1);
  below.lines = ["changed"];
  tui.renderNow();
  expect(terminal.takeWrites()).not.toContain("1337");
});

test("content that imitates an image marker shows nothing", async () => {
  const { terminal, above, frame } = await screenWith(10);
  above.lines = ["\x1b_pi:i0123456789abcdef01234567\x07x"];
  await frame();
  expect(terminal.screen[0]).toBe("x");
});
