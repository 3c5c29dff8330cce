import { homedir } from "node:os";
import { expect, test } from "vitest";
import { pathVariants } from "../../../src/core/tools/existing-path.ts";
import { resolveToCwd } from "../../../src/core/tools/path.ts";

test.each([
  ["a/b", "/work/a/b"],
  ["./a", "/work/a"],
  ["../a", "/a"],
  ["/abs/a", "/abs/a"],
  ["~", homedir()],
  ["~/a", `${homedir()}/a`],
  ["~user/a", "/work/~user/a"],
  ["@src/a.ts", "/work/src/a.ts"],
  ["file:///tmp/a%20b", "/tmp/a b"],
  ["a\u00a0b", "/work/a b"],
])("%s means %s", (given, meant) => {
  expect(resolveToCwd(given, "/work")).toBe(meant);
});

test("paths that no file can have are refused", () => {
  for (const path of ["a\0b", "file://host/share"]) expect(() => resolveToCwd(path, "/")).toThrow(/NUL|file URL/);
});

test("R218, R380: the spellings of macOS are among the variants", () => {
  const variants = pathVariants("/d/Shot 1.2.3 PM's é.png", "/d/Shot 1.2.3 PM's é.png");
  expect(variants).toContain("/d/Shot 1.2.3\u202fPM's é.png");
  expect(variants).toContain("/d/Shot 1.2.3 PM\u2019s é.png");
  expect(variants).toContain("/d/Shot 1.2.3 PM's e\u0301.png");
});
