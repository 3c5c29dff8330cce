import { expect, test } from "vitest";
import { StyleState } from "../../src/text/style-state.ts";

test.each([
  ["\x1b[4m", "\x1b[24m"],
  ["\x1b[4m", "\x1b[4:0m"],
  ["\x1b[4:3m", "\x1b[4:0m"],
  ["\x1b[21m", "\x1b[24m"],
  ["\x1b[1;2m", "\x1b[22m"],
  ["\x1b[38;2;0;1;2m", "\x1b[39m"],
  ["\x1b[48:5:7m", "\x1b[49m"],
  ["\x1b[58;5;7m", "\x1b[59m"],
  ["\x1b[5m", "\x1b[25m"],
  ["\x1b[31;1;53m", "\x1b[m"],
  ["\x1b]8;;https://a.b\x07", "\x1b]8;;\x1b\\"],
])("%j is ended by %j", (start, end) => {
  const state = new StyleState();
  state.apply(start);
  expect(state.opening()).toBe(start);
  state.apply(end);
  expect([state.isPlain, state.opening(), state.closing()]).toEqual([true, "", ""]);
});
