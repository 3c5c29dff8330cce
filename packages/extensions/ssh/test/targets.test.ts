import { expect, test } from "vitest";
import { parseTarget } from "../connection/remote-target.ts";
import { inFolder } from "../connection/wrap-command.ts";
import { compileGlob } from "../workspace/glob.ts";

const hosts = [{ name: "build", host: "10.0.0.5", username: "ci", port: 2222 }];

test.each([
  ["build:/srv/app", { name: "build", address: "10.0.0.5", user: "ci", port: 2222 }, "/srv/app"],
  ["build", { name: "build", address: "10.0.0.5", user: "ci", port: 2222 }, ""],
  ["other:/a b:c", { name: "other", address: "other" }, "/a b:c"],
  ["ada@other:src", { name: "ada@other", address: "other", user: "ada" }, "src"],
  ["other:", { name: "other", address: "other" }, ""],
  ["[::1]:/x", { name: "[::1]", address: "::1" }, "/x"],
  ["ssh://ada@other:2022/a%20b", { name: "ada@other:2022", address: "other", user: "ada", port: 2022 }, "/a b"],
  ["ssh://[::1]:22/x", { name: "[::1]:22", address: "::1", port: 22 }, "/x"],
])("%s names a folder of a machine", (text, destination, path) => {
  expect(parseTarget(text, hosts)).toMatchObject({ destination, path });
});

test.each([
  "",
  "/srv/app",
  ":/srv",
  "-oProxyCommand=id:/x",
  "-l:/x",
  "a;id:/x",
  "$(id):/x",
  "a\nb:/x",
  "-u@other:/x",
  "a b@other:/x",
  "`id`@other:/x",
  "other:/a\nb",
  "ssh://-oProxyCommand=id/x",
  "ssh://ada:secret@other/x",
  "ssh:///x",
  "ssh://other:99999/x",
  "[-oX]:/x",
])("%j names none", (text) => {
  expect(() => parseTarget(text, hosts)).toThrow();
});

test("R357: a folder is quoted for each shell", () => {
  expect(inFolder("ls", "/it's; rm -rf $HOME", "posix")).toBe("cd -- '/it'\\''s; rm -rf $HOME' || exit 1\nls");
  expect(inFolder("ls", "-x", "posix")).toBe("cd -- '-x' || exit 1\nls");
  expect(inFolder("ls", "C:\\a'; calc", "powershell")).toBe(
    "Set-Location -LiteralPath 'C:\\a''; calc'; if ($?) { ls }",
  );
  expect(inFolder("ls", "C:\\a & b", "cmd")).toBe('cd /d "C:\\a & b" && ls');
  for (const folder of ['C:\\a" & calc', "C:\\%PATH%", "a\r\nb"])
    expect(() => inFolder("ls", folder, "cmd")).toThrow(/cannot be used there/);
  expect(inFolder("ls", undefined, "cmd")).toBe("ls");
});

test.each([
  ["*.ts", ["a.ts", "b/c.ts"], ["a.tsx", "ats"]],
  ["src/**/*.{ts,md}", ["src/a.ts", "src/b/c.md"], ["src/a.js", "lib/src/a.ts"]],
  ["[ab]?.txt", ["ax.txt"], ["cx.txt", "a.txt"]],
  ["[!a].txt", ["b.txt"], ["a.txt"]],
  [".git", [".git", ".git/config", "sub/.git/x"], [".gitignore"]],
  ["a+(b).txt", ["a+(b).txt"], ["aab.txt"]],
  ["{a.txt", ["{a.txt"], ["a.txt"]],
])("the pattern %s matches as in .gitignore", (pattern, matching, others) => {
  const matches = compileGlob(pattern);
  expect(matching.filter((path) => !matches(path))).toEqual([]);
  expect(others.filter(matches)).toEqual([]);
});
