import { expect, test } from "vitest";
import { detectColorDepth } from "../../src/index.ts";

test.each<[string, boolean, NodeJS.ProcessEnv, number]>([
  ["a plain xterm", true, { TERM: "xterm" }, 4],
  ["256 colours", true, { TERM: "xterm-256color" }, 8],
  ["true colour", true, { TERM: "xterm-256color", COLORTERM: "truecolor" }, 24],
  ["a terminal known by name", true, { TERM: "xterm-kitty" }, 24],
  ["no terminal", false, { TERM: "xterm-256color", COLORTERM: "truecolor" }, 1],
  ["a dumb one", true, { TERM: "dumb" }, 1],
  ["NO_COLOR", true, { TERM: "xterm-256color", NO_COLOR: "1", FORCE_COLOR: "3" }, 1],
  ["an empty NO_COLOR", true, { TERM: "xterm-256color", NO_COLOR: "" }, 8],
  ["FORCE_COLOR into a pipe", false, { FORCE_COLOR: "3" }, 24],
  ["FORCE_COLOR=0", true, { TERM: "xterm", FORCE_COLOR: "0" }, 1],
])("%s", (_name, isTerminal, env, depth) => {
  expect(detectColorDepth(isTerminal, env)).toBe(depth);
});
