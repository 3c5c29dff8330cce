import { expect, test } from "vitest";
import { chooseMode } from "../../src/cli/choose-mode.ts";

const terminal = { stdin: true, stdout: true };

test("P-APP-1: at a terminal Tau opens its screen, unless output is asked for", () => {
  expect(chooseMode({}, terminal)).toBe("interactive");
  expect(chooseMode({ mode: "text" }, terminal)).toBe("interactive");
  expect(chooseMode({ print: true }, terminal)).toBe("print");
  expect(chooseMode({ mode: "json" }, terminal)).toBe("json");
  expect(chooseMode({ mode: "rpc", print: true }, terminal)).toBe("rpc");
});

test("P-APP-4: without a terminal on either side Tau prints", () => {
  expect(chooseMode({}, { stdin: false, stdout: true })).toBe("print");
  expect(chooseMode({}, { stdin: true, stdout: false })).toBe("print");
});
