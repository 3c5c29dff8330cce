import { expect, test } from "vitest";
import { helpText, signature } from "../../src/cli/help.ts";
import { flagName } from "../../src/cli/options/option.ts";
import { options } from "../../src/cli/options/options.ts";

test("the help shows every option with its description", () => {
  const help = helpText([{ name: "doctor", summary: "Say what is missing" }]);
  expect(help).toContain("doctor");
  for (const [key, option] of Object.entries(options)) {
    expect(help).toContain(signature(key, option));
    expect(help).toContain(option.description);
  }
});

test("no line of the help is wider than a terminal", () => {
  expect(
    helpText([])
      .split("\n")
      .filter((line) => line.length > 100),
  ).toEqual([]);
});

test("no two options share a name or a short name", () => {
  const names = Object.entries(options).flatMap(([key, option]) => [
    flagName(key),
    ...("short" in option ? [option.short] : []),
  ]);
  expect(new Set(names).size).toBe(names.length);
});
