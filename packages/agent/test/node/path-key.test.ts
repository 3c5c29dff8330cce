import { expect, test } from "vitest";
import { pathKey } from "../../src/node/path-key.ts";

test("paths that differ a little have keys of their own, of one length", () => {
  const days = Array.from({ length: 200 }, (_, day) => `/home/ada/.tau/sessions/--work--/2026-${day}`);
  const paths = days.flatMap((day) => Array.from({ length: 250 }, (_, n) => `${day}T10-00-${n}_${n * 7}é.jsonl`));
  const keys = new Set(paths.map(pathKey));
  expect(keys.size).toBe(paths.length);
  expect([...keys].filter((key) => !/^[0-9a-f]{16}$/.test(key))).toEqual([]);
});
