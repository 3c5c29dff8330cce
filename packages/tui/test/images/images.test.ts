import { afterEach, beforeEach, expect, test } from "vitest";
import { decodePng } from "../../src/images/png-pixels.ts";
import {
  calculateImageCellSize,
  calculateImageRows,
  detectCapabilities,
  encodeITerm2,
  encodeKitty,
  encodeSixel,
  getCapabilities,
  getGifDimensions,
  getImageDimensions,
  getJpegDimensions,
  getWebpDimensions,
  Image,
  imageFallback,
  renderImage,
  resetCapabilitiesCache,
  setCapabilities,
  setCapabilityOverrides,
  setCellDimensions,
} from "../../src/index.ts";
import { png } from "../support/png.ts";

// Terminals of other tests may have told the size of their cells.
beforeEach(() => setCellDimensions({ widthPx: 9, heightPx: 18 }));

afterEach(() => {
  setCapabilityOverrides({});
  resetCapabilitiesCache();
});

const none = { images: null, trueColor: false, hyperlinks: false };

test.each<[string, NodeJS.ProcessEnv, string | null]>([
  ["Kitty by its window", { KITTY_WINDOW_ID: "1" }, "kitty"],
  ["Kitty by name", { TERM_PROGRAM: "kitty" }, "kitty"],
  ["Ghostty", { TERM_PROGRAM: "ghostty" }, "kitty"],
  ["WezTerm", { TERM_PROGRAM: "WezTerm" }, "kitty"],
  ["iTerm2 by its session", { ITERM_SESSION_ID: "w0" }, "iterm2"],
  ["iTerm2 by name", { TERM_PROGRAM: "iTerm.app" }, "iterm2"],
  ["foot", { TERM: "foot" }, "sixel"],
  ["VS Code", { TERM_PROGRAM: "vscode" }, null],
  ["Alacritty", { TERM: "alacritty" }, null],
  ["an unknown one", { TERM: "xterm-256color" }, null],
  ["P-TUI-22 Kitty inside tmux", { KITTY_WINDOW_ID: "1", TMUX: "/tmp/x" }, null],
  ["P-TUI-22 Kitty inside screen", { KITTY_WINDOW_ID: "1", TERM: "screen-256color" }, null],
])("P-TUI-23 images in %s", (_name, env, protocol) => {
  expect(detectCapabilities(undefined, env).images).toBe(protocol);
});

test("a dumb terminal can nothing; tmux has hyperlinks if it forwards them", () => {
  expect(detectCapabilities(undefined, { TERM: "dumb", COLORTERM: "truecolor" })).toEqual(none);
  expect(detectCapabilities(undefined, { TERMINAL_EMULATOR: "JetBrains-JediTerm" })).toEqual({
    ...none,
    trueColor: true,
  });
  expect(detectCapabilities(() => true, { TMUX: "x", COLORTERM: "truecolor" })).toEqual({
    images: null,
    trueColor: true,
    hyperlinks: true,
  });
});

test("overrides win over what is detected, and are taken back", () => {
  setCapabilities(none);
  expect(getCapabilities()).toEqual(none);
  setCapabilityOverrides({ images: "iterm2" });
  expect(getCapabilities().images).toBe("iterm2");
});

test("sizes are read from the headers", () => {
  const base64 = (...bytes: number[]) => Buffer.from(bytes).toString("base64");
  const size = { widthPx: 300, heightPx: 200 };
  expect(
    getImageDimensions(
      png(3, 2, () => [0, 0, 0]),
      "image/png",
    ),
  ).toEqual({ widthPx: 3, heightPx: 2 });
  expect(getGifDimensions(base64(...Buffer.from("GIF89a"), 0x2c, 1, 200, 0))).toEqual(size);
  const app0 = [0xff, 0xe0, 0, 4, 1, 2];
  const frame = [0xff, 0xc2, 0, 11, 8, 0, 200, 1, 0x2c, 0, 0];
  expect(getJpegDimensions(base64(0xff, 0xd8, ...app0, ...frame))).toEqual(size);
  const webp = (kind: string, ...rest: number[]) =>
    base64(...Buffer.from("RIFF\0\0\0\0WEBP"), ...Buffer.from(kind), ...rest, ...Array(20).fill(0));
  expect(getWebpDimensions(webp("VP8X", 0, 0, 0, 0, 0, 0, 0, 0, 0x2b, 1, 0, 199, 0, 0))).toEqual(size);
  expect(getWebpDimensions(webp("VP8 ", 0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 0x2c, 1, 200, 0))).toEqual(size);
  expect(getWebpDimensions(webp("VP8L", 0, 0, 0, 0, 0x2f, 0x2b, 0xc1, 0x31, 0))).toEqual(size);
});

test("what is no image has no size", () => {
  for (const type of ["image/png", "image/jpeg", "image/gif", "image/webp", "text/plain"]) {
    expect(getImageDimensions(Buffer.from("no image at all, only text").toString("base64"), type)).toBeNull();
    expect(getImageDimensions("", type)).toBeNull();
  }
});

test("an image fits into its cells and is never enlarged", () => {
  const cell = { widthPx: 10, heightPx: 20 };
  expect(calculateImageCellSize({ widthPx: 1000, heightPx: 500 }, 50, undefined, cell)).toEqual({
    columns: 50,
    rows: 13,
  });
  expect(calculateImageCellSize({ widthPx: 1000, heightPx: 500 }, 50, 5, cell)).toEqual({ columns: 20, rows: 5 });
  expect(calculateImageCellSize({ widthPx: 25, heightPx: 25 }, 50, undefined, cell)).toEqual({ columns: 3, rows: 2 });
  expect(calculateImageRows({ widthPx: 100, heightPx: 100 }, 20, cell)).toBe(10);
});

test("P-TUI-21 a large image goes in chunks of 4096, the last one marked", () => {
  const data = "A".repeat(4096 * 2 + 10);
  const chunks = encodeKitty(data, { columns: 4, rows: 2, imageId: 7, moveCursor: false })
    .split("\x1b\\")
    .filter(Boolean)
    .map((chunk) => chunk.replace("\x1b_G", "").split(";"));
  expect(chunks.map(([control]) => control)).toEqual(["a=T,f=100,q=2,C=1,c=4,r=2,i=7,m=1", "m=1", "m=0"]);
  expect(chunks.map(([, payload]) => payload).join("")).toBe(data);
  expect(encodeKitty("AAAA")).toBe("\x1b_Ga=T,f=100,q=2;AAAA\x1b\\");
});

test("iTerm2 gets one file command", () => {
  expect(encodeITerm2("AAAA", { width: 10, height: "auto", name: "a.png" })).toBe(
    "\x1b]1337;File=inline=1;size=3;width=10;height=auto;name=YS5wbmc=:AAAA\x07",
  );
});

test("pixels survive a PNG, whichever filter and samples it has", () => {
  for (const samples of [1, 2, 3, 4]) {
    const color = (x: number, y: number) => [x * 20, y * 15, x * y, 255 - x].slice(0, samples);
    const pixels = decodePng(Buffer.from(png(9, 11, color), "base64"));
    const expected = Array.from({ length: 99 }, (_, index) => {
      const [a = 0, b = 0, c = 0, d = 0] = color(index % 9, Math.floor(index / 9));
      return { 1: [a, a, a, 255], 2: [a, a, a, b], 3: [a, b, c, 255], 4: [a, b, c, d] }[samples];
    }).flat();
    expect([...(pixels?.rgba ?? [])]).toEqual(expected);
  }
});

test("a damaged PNG has no pixels", () => {
  const file = Buffer.from(
    png(4, 4, () => [1, 2, 3]),
    "base64",
  );
  file.fill(0xee, 41, 50);
  expect(decodePng(file)).toBeUndefined();
  expect(decodePng(Buffer.from("x"))).toBeUndefined();
});

test("sixel: one palette entry per colour, runs shortened, transparent pixels left out", () => {
  const rgba = new Uint8Array(8 * 7 * 4);
  for (let pixel = 0; pixel < 56; pixel++) rgba.set([255, 0, 0, pixel < 8 ? 0 : 255], pixel * 4);
  expect(encodeSixel({ width: 8, height: 7, rgba })).toBe('\x1bP0;1q"1;1;8;7#180;2;100;0;0#180!8}-#180!8@\x1b\\');
});

test("an image for the terminal at hand is a short marker; without one there is a line of text", () => {
  const data = png(90, 36, () => [1, 2, 3]);
  setCapabilities({ ...none, images: "kitty" });
  const image = renderImage(data, { widthPx: 90, heightPx: 36 }, { maxWidthCells: 20 });
  expect(image).toMatchObject({ columns: 10, rows: 2, imageId: expect.any(Number) });
  expect(image?.sequence).toMatch(/^\x1b_pi:i[0-9a-f]{24}\x07$/);
  expect(renderImage(data, { widthPx: 90, heightPx: 36 }, { maxWidthCells: 20 })).toEqual(image);
  expect(renderImage("R0lGODlh", { widthPx: 9, heightPx: 9 })).toBeNull();
  setCapabilities(none);
  expect(renderImage(data, { widthPx: 90, heightPx: 36 })).toBeNull();
  expect(imageFallback("image/png", { widthPx: 90, heightPx: 36 }, "a.png")).toBe("[Image: a.png image/png 90x36]");
});

test("a picture is no higher than it may be wide, and keeps the number that it was given", () => {
  setCapabilities({ ...none, images: "iterm2" });
  setCellDimensions({ widthPx: 9, heightPx: 18 });
  const rows = (options: object, width: number) => {
    const image = new Image("AAAA", "image/png", { fallbackColor: String }, options, { widthPx: 900, heightPx: 8000 });
    return image.render(width).length;
  };
  expect([rows({}, 200), rows({ maxWidthCells: 20 }, 200), rows({}, 7)]).toEqual([30, 10, 4]);
  expect(rows({ maxHeightCells: 100 }, 200)).toBe(100);
  const numbered = new Image(
    "AAAA",
    "image/png",
    { fallbackColor: String },
    { imageId: 5 },
    { widthPx: 9, heightPx: 9 },
  );
  numbered.render(80);
  expect(numbered.getImageId()).toBe(5);
});

test("a format that the terminal does not take is named with the reason", () => {
  const shown = (images: "kitty" | "sixel" | "iterm2" | null, type: string, data: string) => {
    setCapabilities({ ...none, images });
    return new Image(data, type, { fallbackColor: String }, {}, { widthPx: 9, heightPx: 18 }).render(80);
  };
  const file = Buffer.from(
    png(9, 18, () => [1, 2, 3]),
    "base64",
  );
  const interlaced = Buffer.from(file).fill(1, 28, 29).toString("base64");
  expect(shown("kitty", "image/jpeg", "AAAA")).toEqual(["[Image: image/jpeg 9x18] (this terminal shows PNG only)"]);
  expect(shown(null, "image/jpeg", "AAAA")).toEqual(["[Image: image/jpeg 9x18]"]);
  expect(shown("sixel", "image/png", interlaced)).toEqual([
    "[Image: image/png 9x18] (this terminal cannot show this kind of PNG)",
  ]);
  expect(shown("iterm2", "image/webp", "AAAA")).toEqual([expect.stringMatching(/^\x1b_pi:i[0-9a-f]{24}\.0\x07$/)]);
});

test("overrides that stay the same leave what was set; others detect anew", () => {
  const set = { images: "kitty", trueColor: false, hyperlinks: false } as const;
  setCapabilityOverrides({ trueColor: true });
  setCapabilities(set);
  setCapabilityOverrides({ trueColor: true });
  expect(getCapabilities()).toEqual(set);
  setCapabilityOverrides({ images: "iterm2" });
  expect(getCapabilities()).toEqual({ ...detectCapabilities(), images: "iterm2" });
});
