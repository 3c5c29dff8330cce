import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { ExtensionAPI } from "@tau/coding-agent";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { findTarget } from "../target.ts";

async function open(files: Record<string, string>, git = true) {
  let api: ExtensionAPI | undefined;
  const take = (pi: ExtensionAPI) => {
    api = pi;
  };
  const harness = await createExtensionHarness({ extensions: [take], files, git });
  const { workspace } = harness;
  const target = async (...words: string[]) => {
    if (!api) throw new Error("not started");
    return await findTarget(api.processes, workspace.cwd, words);
  };
  const find = async (...words: string[]) => {
    const { title, parts } = await target(...words);
    return [title, parts.map(({ file }) => file)];
  };
  return { harness, workspace, find, target };
}

test("no repository, no commits: a reason; files can be named", async () => {
  const { harness, workspace, find } = await open({ "a.js": "1\n" }, false);
  await using _ = harness;
  await expect(find()).rejects.toThrow("A review needs a git repository");
  await workspace.git("init", "--quiet", "--initial-branch=main");
  await expect(find()).rejects.toThrow("the repository has no commits. Name files instead.");
  expect(await find("a.js")).toEqual(["a.js", ["a.js"]]);
  await workspace.git("add", "a.js");
  expect(await find("a.js")).toEqual(["a.js", ["a.js"]]);
  await workspace.write("b.js", "2\n");
  expect(await find(".")).toEqual([".", ["a.js", "b.js"]]);
  await expect(find("--output=x..HEAD")).rejects.toThrow("There is no option --output=x..HEAD here");
});

test("moved files, line ends of Windows, and modes are shown; what has no text is named", async () => {
  const { harness, workspace, target } = await open({
    "old.js": "const moved = true;\n",
    "dos.txt": "one\r\ntwo\r\n",
    "run.sh": "#!/bin/sh\n",
    "strange näme.js": "1\n",
  });
  await using _ = harness;
  await workspace.write("logo.png", new Uint8Array([137, 80, 0, 1]));
  await workspace.git("add", "--all");
  await workspace.git("commit", "--quiet", "--message=Logo");
  await workspace.git("mv", "old.js", "new.js");
  await workspace.write("dos.txt", "one\r\n2\r\n");
  await workspace.write("strange näme.js", "2\n");
  chmodSync(workspace.path("run.sh"), 0o755);
  await workspace.write("logo.png", new Uint8Array([137, 80, 0, 2]));
  await workspace.write("icon.png", new Uint8Array([137, 80, 0, 3]));
  await workspace.write("dump.txt", "x".repeat(200_000));
  await workspace.write("empty.txt", "");
  symlinkSync("dos.txt", workspace.path("link"));
  const { parts, leftOut } = await target();
  const diffs = Object.fromEntries(parts.map(({ file, diff }) => [file, diff]));
  expect(Object.keys(diffs).sort()).toEqual(["dos.txt", "empty.txt", "new.js", "run.sh", "strange näme.js"]);
  expect(diffs["new.js"]).toContain("rename from old.js\nrename to new.js\n");
  expect(diffs["dos.txt"]).toContain("-two\r\n+2\r\n");
  expect(diffs["run.sh"]).toContain("new mode 100755");
  expect(leftOut).toEqual([
    "logo.png (binary)",
    "dump.txt (more than 128 KB)",
    "icon.png (binary)",
    "link (not a regular file)",
  ]);
  await workspace.git("stash", "--quiet", "--include-untracked");
  await workspace.write("logo.png", new Uint8Array([137, 80, 0, 2]));
  await expect(target()).rejects.toThrow(
    "There is nothing to review in uncommitted changes, apart from logo.png (binary).",
  );
});

test("in the middle of a rebase with a conflict, the files are reviewed as they are", async () => {
  const { harness, workspace, target } = await open({ "a.js": "1\n" });
  await using _ = harness;
  await workspace.git("checkout", "--quiet", "-b", "topic");
  await workspace.write("a.js", "topic\n");
  await workspace.git("commit", "--quiet", "--all", "--message=Topic");
  await workspace.git("checkout", "--quiet", "main");
  await workspace.write("a.js", "main\n");
  await workspace.git("commit", "--quiet", "--all", "--message=Main");
  await workspace.git("checkout", "--quiet", "topic");
  await expect(workspace.git("rebase", "--quiet", "main")).rejects.toThrow();
  const { title, parts } = await target();
  expect([title, parts.map(({ file }) => file)]).toEqual(["uncommitted changes", ["a.js"]]);
  expect(parts[0]?.diff).toMatch(/\+<<<<<<< .*\+=======\n\+topic\n\+>>>>>>> /s);
});

test.each([
  ["#7", "refs/pull/7/head"],
  ["https://host.example/group/project/-/merge_requests/7", "refs/merge-requests/7/head"],
])("%s is fetched from origin and reviewed, and nothing is checked out", async (word, ref) => {
  const { harness, workspace, find } = await open({ "a.js": "1\n" });
  await using _ = harness;
  const origin = join(workspace.home, "origin.git");
  await workspace.git("clone", "--quiet", "--bare", workspace.cwd, origin);
  await workspace.git("remote", "add", "origin", origin);
  await workspace.git("checkout", "--quiet", "-b", "theirs");
  await workspace.write("theirs.js", "2\n");
  await workspace.git("add", "--all");
  await workspace.git("commit", "--quiet", "--message=Theirs");
  await workspace.git("push", "--quiet", "origin", `HEAD:${ref}`);
  await workspace.git("checkout", "--quiet", "main");
  await workspace.git("branch", "--quiet", "-D", "theirs");
  expect(await find(word)).toEqual(["pull request 7", ["theirs.js"]]);
  expect(await workspace.list()).toEqual(["a.js"]);
  expect((await workspace.git("branch", "--format=%(refname:short)")).trim()).toBe("main");
  await expect(find("8")).rejects.toThrow("Pull request 8 could not be fetched from origin.");
});

test("a dirty tree, a conflict, a detached head, a submodule, and prefixes that the user has configured", async () => {
  const { harness, workspace, find } = await open({ "a.js": "1\n" });
  await using _ = harness;
  expect(await find()).toEqual(["the last commit", ["a.js"]]);
  await workspace.git("config", "diff.mnemonicPrefix", "true");
  await workspace.write("a.js", "2\n");
  await workspace.write("new.js", "new\n");
  expect(await find()).toEqual(["uncommitted changes", ["a.js", "new.js"]]);

  await workspace.git("commit", "--quiet", "--all", "--message=Two");
  await workspace.git("checkout", "--quiet", "-b", "other", "HEAD^");
  await workspace.write("a.js", "3\n");
  await workspace.git("commit", "--quiet", "--all", "--message=Three");
  await workspace.git("checkout", "--quiet", "--detach");
  await expect(workspace.git("merge", "main")).rejects.toThrow();
  expect(await find()).toEqual(["uncommitted changes", ["a.js", "new.js"]]);
  await workspace.git("merge", "--abort");

  await workspace.git("init", "--quiet", "library");
  await workspace.git("-C", "library", "commit", "--quiet", "--allow-empty", "--message=Library");
  await workspace.git("add", "library", "new.js");
  expect(await find()).toEqual(["uncommitted changes", ["library", "new.js"]]);
  await workspace.git("commit", "--quiet", "--message=Library");
  expect(await find()).toEqual(["the changes since main", ["a.js", "library", "new.js"]]);
});
