import fc from "fast-check";
import { expect, test } from "vitest";
import { changelogEntries, compareVersions, entriesBetween } from "../../../src/core/changelog/changelog-entries.ts";

const TEXT = `# Changelog

## [1.10.0] - 2026-02-01
- ten

## 1.9.0 (2026-01-01)

- nine

## v1.9.0-beta.1
- beta

## Notes
- kept with the release above
`;

test("releases are told apart by their headings, brackets, dates and a v or not", () => {
  expect(changelogEntries(TEXT)).toEqual([
    { version: "1.10.0", text: "## [1.10.0] - 2026-02-01\n- ten" },
    { version: "1.9.0", text: "## 1.9.0 (2026-01-01)\n\n- nine" },
    { version: "1.9.0-beta.1", text: "## v1.9.0-beta.1\n- beta\n\n## Notes\n- kept with the release above" },
  ]);
});

test("news are what came after the version that was seen, and no later than the present one", () => {
  const versions = (after: string, upTo: string) => entriesBetween(TEXT, after, upTo).map(({ version }) => version);
  expect(versions("1.9.0-beta.1", "1.10.0")).toEqual(["1.10.0", "1.9.0"]);
  expect(versions("1.8.0", "1.9.0")).toEqual(["1.9.0", "1.9.0-beta.1"]);
  expect(versions("1.10.0", "1.10.0")).toEqual([]);
});

test("versions are ordered by their numbers, and a suffix comes before the release", () => {
  const number = fc.nat(30);
  fc.assert(
    fc.property(fc.tuple(number, number, number), fc.tuple(number, number, number), (a, b) => {
      const expected = a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
      expect(Math.sign(compareVersions(a.join("."), b.join(".")))).toBe(Math.sign(expected));
      expect(compareVersions(`${a.join(".")}-rc.1`, a.join("."))).toBeLessThan(0);
    }),
  );
});
