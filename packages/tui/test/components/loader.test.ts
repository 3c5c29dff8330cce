import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CancellableLoader, Loader, stripTerminalSequences } from "../../src/index.ts";
import { StillScreen } from "../still-screen.ts";

const plain = (text: string) => text;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function lines(loader: Loader): string[] {
  return loader.render(40).map(stripTerminalSequences);
}

test("turns while it is drawn", () => {
  const screen = new StillScreen();
  const loader = new Loader(screen.tui, plain, plain, "Working", { frames: ["a", "b"], intervalMs: 10 });
  expect(lines(loader)).toEqual(["", " a Working".padEnd(40)]);
  vi.advanceTimersByTime(10);
  expect(lines(loader)).toEqual(["", " b Working".padEnd(40)]);
  loader.stop();
});

test("stopped it wakes nobody", () => {
  const screen = new StillScreen();
  const loader = new Loader(screen.tui, plain, plain);
  loader.render(40);
  loader.stop();
  const { frames } = screen;
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(1000);
  loader.render(40);
  expect([screen.frames, vi.getTimerCount()]).toEqual([frames, 0]);
});

test("a loader that nobody draws any more goes to sleep, and wakes when drawn again", () => {
  const screen = new StillScreen();
  const loader = new Loader(screen.tui, plain, plain, "x", { frames: ["a", "b"], intervalMs: 10 });
  loader.render(40);
  vi.advanceTimersByTime(30);
  expect(vi.getTimerCount()).toBe(0);
  loader.render(40);
  expect(vi.getTimerCount()).toBe(1);
  loader.dispose();
  expect(vi.getTimerCount()).toBe(0);
});

test("the indicator may be fixed or hidden, the message changed", () => {
  const loader = new Loader(new StillScreen().tui, plain, plain, "x", { frames: ["●"] });
  expect(lines(loader)).toEqual(["", " ● x".padEnd(40)]);
  expect(vi.getTimerCount()).toBe(0);
  loader.setIndicator({ frames: [] });
  loader.setMessage("y");
  expect(lines(loader)).toEqual(["", " y".padEnd(40)]);
});

test("escape aborts a cancellable loader once", () => {
  const loader = new CancellableLoader(new StillScreen().tui, plain, plain);
  let aborts = 0;
  loader.onAbort = () => {
    aborts++;
  };
  loader.handleInput("x");
  expect(loader.aborted).toBe(false);
  loader.handleInput("\x1b");
  loader.handleInput("\x1b");
  expect([loader.aborted, loader.signal.aborted, aborts]).toEqual([true, true, 1]);
  loader.dispose();
});
