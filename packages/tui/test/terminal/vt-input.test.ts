import { expect, test } from "vitest";
import { hasVtInput } from "../../src/terminal/vt-input.ts";

test.each<[NodeJS.Platform, string, boolean]>([
  ["linux", "22.0.0", true],
  ["darwin", "24.0.0", true],
  ["win32", "20.19.0", false],
  ["win32", "22.16.0", false],
  ["win32", "22.17.0", true],
  ["win32", "23.11.1", false],
  ["win32", "24.1.0", false],
  ["win32", "24.2.0", true],
  ["win32", "25.0.0", true],
])("keys come as sequences on %s with Node %s: %s", (platform, nodeVersion, expected) => {
  expect(hasVtInput({ platform, nodeVersion })).toBe(expected);
});
