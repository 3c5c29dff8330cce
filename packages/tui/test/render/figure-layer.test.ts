import { afterEach, beforeEach, expect, test } from "vitest";
import {
  Container,
  Image,
  resetCapabilitiesCache,
  ScrollView,
  setCapabilities,
  setCellDimensions,
  TuiAltScreen,
  TuiMainScreen,
  VStack,
} from "../../src/index.ts";
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

const ACTIONS: Record<string, string> = { t: "send", p: "show", i: "hide", I: "free" };

/** The image commands among the bytes, with the id. */
function commands(bytes: string): string[] {
  return [...bytes.matchAll(/\x1b_Ga=(?:d,d=)?([tpiI])[^;\x1b]*?i=(\d+)/g)].map(
    ([, action = "", image]) => `${ACTIONS[action]} ${image}`,
  );
}

test("an image takes its rows and is drawn once", async () => {
  const { terminal, frame } = await screenWith(10);
  expect(await frame()).toEqual([`send ${id}`, `show ${id}`]);
  expect(terminal.screen.slice(0, 6)).toEqual(["above", "", "", "", "below", ""]);
  expect(await frame()).toEqual([]);
});

test("P-TUI-17 an image that moves is deleted before it is shown again, and not sent again", async () => {
  const { above, frame } = await screenWith(10);
  await frame();
  above.lines = ["above", "more"];
  expect(await frame()).toEqual([`hide ${id}`, `show ${id}`]);
  above.lines = ["above"];
  expect(await frame()).toEqual([`hide ${id}`, `show ${id}`]);
});

test("P-TUI-18 an image that is removed is deleted", async () => {
  const { tui, image, frame } = await screenWith(10);
  await frame();
  tui.removeChild(image);
  expect(await frame()).toEqual([`hide ${id}`]);
});

test("the data of an image that is not shown any more are freed at the end, those of one that is stay", async () => {
  const { terminal, tui, image, frame } = await screenWith(10);
  await frame();
  const other = new Image(DATA, "image/png", theme, { imageId: id + 1000 });
  tui.addChild(other);
  tui.removeChild(image);
  expect(await frame()).toEqual([`hide ${id}`, `send ${id + 1000}`, `show ${id + 1000}`]);
  tui.stop();
  expect(commands(terminal.takeWrites())).toEqual([`free ${id}`]);
});

test("an image that the terminal has lost is sent again; one that it refuses is not", async () => {
  const { terminal, above, frame } = await screenWith(10);
  await frame();
  const refuse = () => terminal.send(`\x1b_Gi=${id},p=1;ENOENT:no such image\x1b\\`);
  refuse();
  expect(await frame()).toEqual([]);
  above.lines = ["above", "more"];
  await frame();
  refuse();
  expect(await frame()).toEqual([`send ${id}`, `show ${id}`]);
  terminal.send(`\x1b_Gi=${id},p=1;OK\x1b\\`);
  expect(await frame()).toEqual([]);
});

test("data that wait for nothing are freed, the oldest first, when there are many", async () => {
  const { tui, image, frame } = await screenWith(10);
  tui.removeChild(image);
  const large = Buffer.concat([Buffer.from(DATA, "base64"), Buffer.alloc(18 * 1024 * 1024)]).toString("base64");
  const seen: string[][] = [];
  for (const [index, imageId] of [5001, 5002, 5003].entries()) {
    const data = large.slice(0, large.length - 4 * index);
    const next = new Image(data, "image/png", theme, { imageId });
    tui.addChild(next);
    seen.push(await frame());
    tui.removeChild(next);
  }
  expect(seen).toEqual([
    ["send 5001", "show 5001"],
    ["hide 5001", "send 5002", "show 5002"],
    ["hide 5002", "send 5003", "show 5003", "free 5001"],
  ]);
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
  expect(await frame()).toEqual([`send ${id}`, `show ${id}`]);
});

test("P-TUI-19 a redraw of everything deletes the images first", async () => {
  const { tui, terminal, frame } = await screenWith(10);
  await frame();
  tui.requestRender(true);
  expect(await frame()).toEqual([`hide ${id}`, `free ${id}`, `send ${id}`, `show ${id}`]);
  await terminal.resize(30, 10);
  expect(await frame()).toEqual([`hide ${id}`, `show ${id}`]);
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

/** A view of six rows with ten lines in it, an image of four rows among them, above a line that is not part of it. */
async function viewWith(images: "kitty" | "sixel" | "iterm2") {
  setCapabilities({ images, trueColor: true, hyperlinks: true });
  const terminal = new VirtualTerminal(40, 7);
  const tui = new TuiAltScreen(terminal, false, undefined, { exitOutput: "none" });
  const document = new Container();
  id++;
  const image = new Image(
    png(90, 72, () => [255, 0, 0]),
    "image/png",
    theme,
    { imageId: id },
  );
  for (const child of [new Lines(...numbered("a", 0, 4)), image, new Lines(...numbered("b", 0, 4))])
    document.addChild(child);
  const view = new ScrollView(document, { primary: true });
  tui.setLayoutRoot(new VStack([{ component: view, basis: 0, grow: 1, minSize: 1 }, new Lines("editor")]));
  tui.start();
  const at = async (top: number) => {
    view.scrollTo(top);
    tui.renderNow();
    await terminal.flush();
    return terminal.takeWrites();
  };
  return { terminal, tui, at };
}

test("fullscreen: an image at the edge of a view is cropped, and never covers what is below", async () => {
  const { terminal, at } = await viewWith("kitty");
  const placed = async (top: number) => {
    const bytes = (await at(top)).replace(/\x1b_Ga=t.*?\x1b\\/s, "");
    const [, row, keys] = /\x1b\[(\d+);1H\x1b_G(a=p[^\x1b]*)/.exec(bytes) ?? [];
    return [row, keys?.replace(/i=\d+,p=\d+,/, "")];
  };
  expect(await placed(0)).toEqual(["5", "a=p,C=1,c=10,r=2,y=0,h=36,q=1"]);
  expect(await placed(1)).toEqual(["4", "a=p,C=1,c=10,r=3,y=0,h=54,q=1"]);
  expect(await placed(3)).toEqual(["2", "a=p,C=1,c=10,r=4,q=1"]);
  expect(await placed(6)).toEqual(["1", "a=p,C=1,c=10,r=2,y=36,h=36,q=1"]);
  expect(terminal.screen.map((line) => line.trimEnd())).toEqual(["", "", "b0", "b1", "b2", "b3", "editor"]);
});

test("fullscreen: Sixel sends the pixels in sight, iTerm2 shows a whole image or none", async () => {
  const sixel = await viewWith("sixel");
  expect(await sixel.at(0)).toContain('q"1;1;90;36');
  expect(await sixel.at(3)).toContain('q"1;1;90;72');
  const iterm = await viewWith("iterm2");
  expect(await iterm.at(0)).not.toContain("1337");
  expect(await iterm.at(3)).toContain("1337");
});

test("an image higher than the screen is drawn as far as it is in sight", async () => {
  const terminal = new VirtualTerminal(40, 4);
  const tui = new TuiMainScreen(terminal);
  const high = new Image(
    png(90, 180, () => [1, 2, 3]),
    "image/png",
    theme,
  );
  tui.addChild(high);
  tui.start();
  tui.renderNow();
  expect(terminal.takeWrites()).toContain("r=4,y=108,h=72,");
});
