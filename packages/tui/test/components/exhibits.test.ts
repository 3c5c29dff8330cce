import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exhibits } from "../../gallery/exhibits.ts";
import {
  getCapabilities,
  setCapabilities,
  stripTerminalSequences,
  type TerminalCapabilities,
  visibleWidth,
} from "../../src/index.ts";
import { StillScreen } from "../still-screen.ts";

let before: TerminalCapabilities;

beforeAll(() => {
  before = getCapabilities();
  setCapabilities({ images: null, trueColor: true, hyperlinks: false });
});
afterAll(() => setCapabilities(before));

describe.each(exhibits)("$name", ({ name, create }) => {
  test.each([40, 80, 200])("at %i columns", async (width) => {
    const component = create(new StillScreen().tui);
    const lines = component.render(width).map((line) => stripTerminalSequences(line).trimEnd());
    component.dispose?.();
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(`snapshots/${name}.${width}.txt`);
  });

  test("fits every width, also one it can hardly use", () => {
    const component = create(new StillScreen().tui);
    for (const width of [1, 2, 3, 5, 8, 13, 21, 34, 55, 144]) {
      expect(component.render(width).filter((line) => visibleWidth(line) > width)).toEqual([]);
    }
    component.dispose?.();
  });

  test("returns the same array while nothing changes", () => {
    const component = create(new StillScreen().tui);
    const first = component.render(60);
    expect(component.render(60)).toBe(first);
    component.dispose?.();
  });
});
