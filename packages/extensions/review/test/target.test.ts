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
  const find = async (...words: string[]) => {
    if (!api) throw new Error("not started");
    const { title, parts } = await findTarget(api.processes, workspace.cwd, words);
    return [title, parts.map(({ file }) => file)];
  };
  return { harness, workspace, find };
}

test("no repository, no commits: a reason; files can be named", async () => {
  const { harness, workspace, find } = await open({ "a.js": "1\n" }, false);
  await using _ = harness;
  await expect(find()).rejects.toThrow("A review needs a git repository");
  await workspace.git("init", "--quiet", "--initial-branch=main");
  await expect(find()).rejects.toThrow("the repository has no commits. Name files instead.");
  await workspace.git("add", "a.js");
  expect(await find("a.js")).toEqual(["a.js", ["a.js"]]);
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
