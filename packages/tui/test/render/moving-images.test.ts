import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findFigure } from "../../src/images/figure.ts";
import {
  Container,
  Image,
  resetCapabilitiesCache,
  ScrollView,
  setCapabilities,
  setCellDimensions,
  TuiAltScreen,
  TuiMainScreen,
} from "../../src/index.ts";
import { KittyScreen } from "../support/kitty-screen.ts";
import { Lines, numbered } from "../support/lines.ts";
import { png } from "../support/png.ts";
import { VirtualTerminal } from "../support/virtual-terminal.ts";

const ROWS = 9;
const theme = { fallbackColor: String };
let nextId = 70_000;

beforeEach(() => {
  setCapabilities({ images: "kitty", trueColor: true, hyperlinks: true });
  setCellDimensions({ widthPx: 9, heightPx: 18 });
});
afterEach(() => resetCapabilitiesCache());

/** Three images with text of changing height around them. */
function scene() {
  const texts = [new Lines("a"), new Lines("b"), new Lines("c"), new Lines("d")];
  const images = [2, 3, 1].map(
    (rows, index) =>
      new Image(
        png(9, rows * 18, () => [index, 0, 0]),
        "image/png",
        theme,
        { imageId: nextId++ },
      ),
  );
  const children = texts.flatMap((text, index) => [text, ...(images[index] ? [images[index]] : [])]);
  return { texts, images, children };
}

/** What an image terminal should show in a row whose line holds a marker. */
function expectedRow(line: string, height: Map<number, number>): string {
  const figure = findFigure(line);
  if (figure?.row === undefined) return "";
  const imageId = figure.image.stored?.imageId ?? 0;
  return `${imageId}:${figure.row}/${height.get(imageId)}`;
}

/** The same of what it shows: the crop is in pixels, 18 of them a row. */
function shownRow(row: string, height: Map<number, number>): string {
  return row.replace(/^(\d+):(\d+)\+(\d+)$/, (_, id, crop, below) => {
    return `${id}:${Number(crop) / 18 + Number(below)}/${height.get(Number(id))}`;
  });
}

const change = fc.record({ text: fc.nat(3), lines: fc.nat(7), without: fc.option(fc.nat(2)) });

test("whatever moves, each row shows its part of its image and nothing else, and data are sent once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
      const { texts, images, children } = scene();
      const height = new Map(images.map((image, index) => [image.getImageId() ?? 0, [2, 3, 1][index] ?? 0]));
      const terminal = new VirtualTerminal(20, ROWS);
      using screen = new KittyScreen(20, ROWS);
      const tui = new TuiMainScreen(terminal);
      tui.start();
      for (const { text, lines, without } of changes) {
        const changed = texts[text];
        if (changed) changed.lines = numbered(`${text}.`, 0, lines);
        tui.clear();
        for (const child of children) if (without === null || child !== images[without]) tui.addChild(child);
        tui.renderNow();
        await screen.feed(terminal.takeWrites());
        const visible = tui.captureRenderState().previousLines;
        const expected = visible.map((line) => expectedRow(line, height));
        expect(screen.rows.slice(0, visible.length).map((row) => shownRow(row, height))).toEqual(expected);
      }
      expect([screen.errors, screen.sent <= images.length]).toEqual([[], true]);
      tui.stop();
      terminal.emulator[Symbol.dispose]();
    }),
    { numRuns: 60 },
  );
}, 60_000);

test("a scrolled view shows the rows in sight, sends each image once and leaves nothing behind", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(20), { minLength: 1, maxLength: 12 }), async (tops) => {
      const { texts, images, children } = scene();
      for (const text of texts) text.lines = numbered("x", 0, 5);
      const height = new Map(images.map((image, index) => [image.getImageId() ?? 0, [2, 3, 1][index] ?? 0]));
      const terminal = new VirtualTerminal(20, ROWS);
      using screen = new KittyScreen(20, ROWS);
      const tui = new TuiAltScreen(terminal, false, undefined, { exitOutput: "none" });
      const document = new Container();
      for (const child of children) document.addChild(child);
      const view = new ScrollView(document, { primary: true });
      tui.setLayoutRoot(view);
      tui.start();
      const lines = document.render(20);
      for (const top of tops) {
        view.scrollTo(top);
        tui.renderNow();
        await screen.feed(terminal.takeWrites());
        const first = Math.min(top, lines.length - ROWS);
        const visible = lines.slice(first, first + ROWS);
        expect(screen.rows.map((row) => shownRow(row, height))).toEqual(
          visible.map((line) => expectedRow(line, height)),
        );
      }
      expect([screen.errors, screen.sent <= images.length]).toEqual([[], true]);
      tui.stop();
      await screen.feed(terminal.takeWrites());
      expect([screen.placed, screen.data.size]).toEqual([0, 0]);
      terminal.emulator[Symbol.dispose]();
    }),
    { numRuns: 60 },
  );
}, 60_000);
