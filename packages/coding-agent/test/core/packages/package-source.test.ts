import { expect, test } from "vitest";
import { isPinned, packageIdentity, parsePackageSource } from "../../../src/core/packages/index.ts";

const parse = (source: string) => parsePackageSource(source, "/base");

test("npm packages with and without a range", () => {
  expect(parse("npm:@scope/name@1.0.0")).toEqual({ kind: "npm", name: "@scope/name", range: "1.0.0" });
  expect(parse("npm:name@^2")).toEqual({ kind: "npm", name: "name", range: "^2" });
  expect(parse("npm:name")).toEqual({ kind: "npm", name: "name" });
});

test("repositories in every spelling", () => {
  const git = { kind: "git", host: "github.com", path: "o/r" };
  expect(parse("git:github.com/o/r@v1")).toEqual({ ...git, url: "https://github.com/o/r", ref: "v1" });
  expect(parse("https://github.com/o/r.git")).toEqual({ ...git, url: "https://github.com/o/r.git" });
  expect(parse("git@github.com:o/r@feature/x")).toEqual({ ...git, url: "git@github.com:o/r", ref: "feature/x" });
  expect(parse("git://github.com/o/r")).toEqual({ ...git, url: "git://github.com/o/r" });
  expect(parse("ssh://git@github.com/o/r")).toEqual({ ...git, url: "ssh://git@github.com/o/r" });
  expect(parse("file:///srv/r.git@v1")).toEqual({
    kind: "git",
    host: "local",
    path: "srv/r",
    url: "file:///srv/r.git",
    ref: "v1",
  });
});

test("anything else is a path", () => {
  expect(parse("./x")).toEqual({ kind: "path", path: "/base/x" });
  expect(parse("/abs")).toEqual({ kind: "path", path: "/abs" });
});

test("versions, refs and protocols make no other package", () => {
  const identities = [
    "git:github.com/o/r@v1",
    "https://GitHub.com/o/r.git",
    "git@github.com:o/r",
    "ssh://git@github.com/o/r",
  ];
  expect(new Set(identities.map((source) => packageIdentity(parse(source))))).toEqual(new Set(["git:github.com/o/r"]));
  expect(packageIdentity(parse("npm:a@1.0.0"))).toBe(packageIdentity(parse("npm:a")));
});

test("exact versions and refs are pinned", () => {
  expect(
    ["npm:a@1.2.3", "npm:a@^1", "npm:a", "git:h/o/r@v1", "git:h/o/r", "./x"].map((source) => isPinned(parse(source))),
  ).toEqual([true, false, false, true, false, false]);
});

test("what could be taken for an option, or leads elsewhere, is refused", () => {
  for (const source of [
    "npm:--registry=evil",
    "npm:name@--x",
    "npm:../x",
    "npm:",
    "",
    "git:-uevil/x",
    "git:github.com/../../etc@v1",
    "git:github.com/o/r@--upload-pack=evil",
    "git:",
    "git:git@-oProxyCommand:x",
  ]) {
    expect(() => parse(source), source).toThrow("is no source of a package");
  }
});
