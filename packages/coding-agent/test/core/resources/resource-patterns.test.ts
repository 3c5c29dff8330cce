import { expect, test } from "vitest";
import { createPathFilter } from "../../../src/core/resources/index.ts";

const paths = ["/b/a.md", "/b/sub/b.md", "/b/sub/deep/c.md", "/elsewhere/d.md"];

async function kept(...entries: string[]) {
  const accepts = await createPathFilter(entries, "/b");
  return paths.filter(accepts).map((path) => path.replace(/^\/b\//, ""));
}

test("without a list everything is wanted", async () => {
  expect(await kept()).toEqual(["a.md", "sub/b.md", "sub/deep/c.md", "/elsewhere/d.md"]);
});

test("paths, folders and globs include; globs exclude", async () => {
  expect(await kept("a.md")).toEqual(["a.md"]);
  expect(await kept("sub")).toEqual(["sub/b.md", "sub/deep/c.md"]);
  expect(await kept("./*.md", "/elsewhere/*.md")).toEqual(["a.md", "/elsewhere/d.md"]);
  expect(await kept("**/*.md", "!sub/**")).toEqual(["a.md", "/elsewhere/d.md"]);
  expect(await kept("!**/b.md")).toEqual(["a.md", "sub/deep/c.md", "/elsewhere/d.md"]);
});

test("an exact word beats a glob, and dropping beats keeping", async () => {
  expect(await kept("!sub/**", "+sub/deep/c.md")).toEqual(["a.md", "sub/deep/c.md", "/elsewhere/d.md"]);
  expect(await kept("-sub", "-a.md")).toEqual(["/elsewhere/d.md"]);
  expect(await kept("+a.md", "-a.md", "nothing.md")).toEqual([]);
});
