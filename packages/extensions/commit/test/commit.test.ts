import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { oneMessage, openRepository, textOf } from "./open-repository.ts";

const LINES = Array.from({ length: 60 }, (_, index) => `line ${index}`);
const numbered = (changed: Readonly<Record<number, string>>) =>
  `${LINES.map((line, index) => changed[index] ?? line).join("\n")}\n`;

test("what is staged is committed, and nothing else; the model sees how the repository writes its messages", async () => {
  await using repository = await openRepository();
  const { workspace } = repository;
  await workspace.git("commit", "-q", "--allow-empty", "-m", "fix(api): answer 404, not 500");
  await workspace.write("a.txt", "two\n");
  await workspace.git("add", "a.txt");
  await workspace.write("a.txt", "three\n");
  await workspace.write("new.txt", "not asked for\n");
  const { shown, requests } = await repository.commit([oneMessage("Count on")]);
  expect(textOf(requests[0] as never)).toMatch(/^The last commits:\nfix\(api\): answer 404, not 500\n/);
  expect(textOf(requests[0] as never)).toContain("+two");
  expect(textOf(requests[0] as never)).not.toContain("not asked for");
  expect(shown).toContain("One commit of staged changes:");
  expect((await repository.subjects())[0]).toBe("Count on");
  expect(await workspace.git("show", "HEAD:a.txt")).toBe("two\n");
  expect(await repository.status()).toBe(" M a.txt\n?? new.txt\n");
});

test("where nothing is staged everything is, new files, deletions and modes included", async () => {
  await using repository = await openRepository({ "a.txt": "one\n", "b.txt": "b\n", "run.sh": "#!/bin/sh\n" });
  const { workspace } = repository;
  rmSync(workspace.path("b.txt"));
  chmodSync(workspace.path("run.sh"), 0o755);
  symlinkSync("a.txt", workspace.path("link"));
  await workspace.write("sub/new.bin", new Uint8Array([0, 255, 10, 0]));
  const { shown, requests } = await repository.commit([oneMessage("Change all")]);
  expect(shown).toContain("all changes, new files included");
  expect(shown).toContain("M run.sh (+0 -0, plain file -> executable)");
  expect(shown).toContain("A link (+1 -0, link)");
  expect(textOf(requests[0] as never)).toContain("M run.sh +0 -0 plain file -> executable");
  expect(await repository.status()).toBe("");
  expect((await repository.filesOf("HEAD")).sort()).toEqual(["b.txt", "link", "run.sh", "sub/new.bin"]);
});

test("new files that usually hold keys are neither sent nor committed, unless they are staged", async () => {
  await using repository = await openRepository();
  const { workspace } = repository;
  for (const name of [".env", "sub/.env.local", "deploy.pem", ".env.example"])
    await workspace.write(name, "KEY=abc123\n");
  const { shown, requests } = await repository.commit([oneMessage("Add an example")]);
  expect(shown).toContain(
    "Left out because such files usually hold keys: .env, deploy.pem, sub/.env.local. To commit one, stage it with git add.",
  );
  expect(textOf(requests[0] as never).match(/abc123/g)).toHaveLength(1);
  expect(await repository.filesOf("HEAD")).toEqual([".env.example"]);
  expect(await repository.status()).toBe("?? .env\n?? deploy.pem\n?? sub/\n");
  await expect(repository.commit([])).rejects.toThrow(
    "There is nothing to commit: no file has changed. Left out because such files usually hold keys: .env,",
  );
  await workspace.git("add", "deploy.pem");
  await repository.commit([oneMessage("Add a certificate")]);
  expect(await repository.filesOf("HEAD")).toEqual(["deploy.pem"]);
});

test("a split puts hunks of one file into different commits, byte for byte", async () => {
  const latin = Buffer.from(`caf\xe9\n${numbered({})}`, "latin1");
  await using repository = await openRepository({ "a.txt": latin });
  const { workspace } = repository;
  const both = Buffer.from(`caf\xe9 \xe8\n${numbered({ 20: "line 5", 50: "end" })}`, "latin1").subarray(0, -1);
  await workspace.write("a.txt", both);
  await workspace.write("b.txt", "b\n");
  const split = {
    commits: [
      { subject: "First", changes: ["F1.2"] },
      { subject: "Second", changes: ["b.txt", "nonsense"] },
      { subject: "Third", body: "Why.", changes: ["F1"] },
    ],
  };
  const { shown } = await repository.commit([split]);
  expect(shown).toContain("M a.txt (+1 -1, 1 of 4 hunks, line 22)");
  expect((await repository.subjects()).slice(0, 3)).toEqual(["Third", "Second", "First"]);
  expect(await workspace.git("show", "HEAD~2:a.txt")).toContain("line 19\nline 5\nline 21");
  expect(await workspace.git("show", "HEAD~2:a.txt")).toContain("line 50\n");
  expect(await repository.filesOf("HEAD~1")).toEqual(["b.txt"]);
  expect(await repository.status()).toBe("");
});

test("every change is in one commit, whatever the answer forgets", async () => {
  await using repository = await openRepository();
  const { workspace } = repository;
  for (const name of ["x/1", "x/2", "y/3", "z"]) await workspace.write(name, name);
  const split = {
    commits: [{ subject: "X", changes: ["x/"] }, { subject: "Y", changes: ["y/3", "x/1"] }, { subject: "None" }],
  };
  await repository.commit([split]);
  expect(await repository.filesOf("HEAD~2")).toEqual(["x/1", "x/2"]);
  expect(await repository.filesOf("HEAD~1")).toEqual(["y/3"]);
  expect(await repository.filesOf("HEAD")).toEqual(["z"]);
});

test("the user edits the messages, joins the commits, or cancels; a dry run asks nothing", async () => {
  await using repository = await openRepository();
  const { workspace } = repository;
  await workspace.write("b.txt", "b\n");
  await workspace.write("c.txt", "c\n");
  const split = {
    commits: [
      { subject: "B", changes: ["b.txt"] },
      { subject: "C", changes: ["c.txt"] },
    ],
  };
  const dialog = (answers: string[], edit: (text: string) => string) => {
    const asked: (readonly string[])[] = [];
    return {
      asked,
      ...{ show: () => undefined, progress: () => undefined },
      choose: async (_question: string, offered: readonly string[]) => {
        asked.push(offered);
        return answers.shift();
      },
      edit: async (text: string) => edit(text),
    };
  };
  expect((await repository.commit([split], { dryRun: true })).committed).toBe(false);
  const cancelled = dialog(["Cancel"], String);
  expect((await repository.commit([split], {}, { dialog: cancelled })).committed).toBe(false);
  expect(cancelled.asked).toEqual([["Commit", "Edit", "Make it one commit", "Cancel"]]);
  expect(await repository.subjects()).toHaveLength(1);
  const edited = dialog(["Edit", "Commit"], (text) => text.replace("\nB\n", "\nBetter\n\nBody\n"));
  expect((await repository.commit([split], {}, { dialog: edited })).committed).toBe(true);
  expect((await repository.subjects()).slice(0, 2)).toEqual(["C", "Better"]);
  await workspace.write("b.txt", "bb\n");
  await workspace.write("c.txt", "cc\n");
  const joined = dialog(["Make it one commit", "Commit"], String);
  await repository.commit([split], {}, { dialog: joined });
  expect(await workspace.git("log", "-1", "--format=%B")).toBe("B\n\n- C\n\n");
});

test("the user moves changes between commits, down to hunks, adds and drops commits, and edits the entries of the changelog", async () => {
  const lines = Array.from({ length: 60 }, (_, index) => `line ${index + 1}\n`);
  const changelog = "# Changes\n\n## Unreleased\n\n## 1.0\n\n- First\n";
  await using repository = await openRepository({ "a.txt": lines.join(""), "CHANGELOG.md": changelog });
  const { workspace } = repository;
  await workspace.write("a.txt", lines.join("").replace("line 5\n", "five\n").replace("line 50\n", "fifty\n"));
  for (const name of ["b", "c", "d"]) await workspace.write(`${name}.txt`, name);
  const split = {
    commits: [
      { subject: "First", changes: ["F1.1", "b.txt"] },
      { subject: "Second", changes: ["F1.2", "c.txt"] },
      { subject: "Third", changes: ["d.txt"] },
    ],
    changelog: [{ section: "Added", text: "An entry" }],
  };
  const proposed = `# ---- 1
First

# F1.1 M a.txt (+1 -1, 1 of 2 hunks, line 5)
# F2 A b.txt (+1 -0)

# ---- 2
Second

# F1.2 M a.txt (+1 -1, 1 of 2 hunks, line 50)
# F3 A c.txt (+1 -0)

# ---- 3
Third

# F4 A d.txt (+1 -0)

# ---- CHANGELOG.md
Added: An entry
`;
  const edited = `# ---- 2
# F1.2 M a.txt
# F4 A d.txt
#12 is
not a change

# ---- new
# F2
New

# ---- 1
# F1.1
First

# ---- CHANGELOG.md
Fixed: A better
 entry
- Added: Another
`;
  const answers = ["Edit", "Commit"];
  const dialog = {
    ...{ show: () => undefined, progress: () => undefined, choose: async () => answers.shift() },
    edit: async (text: string) => {
      expect(text.replace(/^# A line.*\n\n/, "")).toBe(proposed);
      return edited;
    },
  };
  await repository.commit([split], {}, { dialog });
  expect(await repository.subjects()).toEqual(["First", "New", "#12 is not a change", expect.any(String)]);
  // What the text does not name stays in its commit.
  expect((await repository.filesOf("HEAD~2")).sort()).toEqual(["a.txt", "c.txt", "d.txt"]);
  expect(await workspace.git("show", "HEAD~2:a.txt")).toMatch(/line 5\n[\s\S]*fifty\n/);
  expect(await repository.filesOf("HEAD~1")).toEqual(["b.txt"]);
  expect((await repository.filesOf("HEAD")).sort()).toEqual(["CHANGELOG.md", "a.txt"]);
  expect(await workspace.read("CHANGELOG.md")).toContain("### Fixed\n\n- A better entry\n\n### Added\n\n- Another\n");
  expect(await repository.status()).toBe("");
});

test("more files than a list can hold are named by their folders", async () => {
  await using repository = await openRepository();
  for (let index = 0; index < 30; index++) await repository.workspace.write(`src/${index % 2}/${index}.txt`, "x\n");
  const { shown } = await repository.commit([oneMessage("Many")], { dryRun: true });
  expect(shown).toMatch(/ {2}A src\/0\/0\.txt[\s\S]*\n {2}and 10 more files:\n {4}src\/1\/ \(10\)$/);
});

test("an entry goes into a changelog that has a place for it, and only where it was shown", async () => {
  const changelog = "# Changes\n\n## Unreleased\n\n### Added\n\n- Old\n\n## 1.0\n\n- First\n";
  await using repository = await openRepository({ "CHANGELOG.md": changelog, "a.txt": "one\n" });
  const { workspace } = repository;
  await workspace.write("a.txt", "two\n");
  const answer = {
    ...oneMessage("Two"),
    changelog: [
      { section: "Added", text: "Two" },
      { section: "Fixed", text: "One" },
    ],
  };
  const { shown } = await repository.commit([answer]);
  expect(shown).toContain("  Added: Two\n  Fixed: One");
  expect(await workspace.read("CHANGELOG.md")).toBe(
    "# Changes\n\n## Unreleased\n\n### Added\n\n- Old\n- Two\n\n### Fixed\n\n- One\n\n## 1.0\n\n- First\n",
  );
  expect((await repository.filesOf("HEAD")).sort()).toEqual(["CHANGELOG.md", "a.txt"]);
  expect(await repository.status()).toBe("");
});

test("entries that the model was not asked for are left out: without a changelog, or where it has changed itself", async () => {
  await using repository = await openRepository({ "a.txt": "one\n" });
  const { workspace } = repository;
  const answer = { ...oneMessage("Two"), changelog: [{ section: "Added", text: "Two" }] };
  await workspace.write("a.txt", "two\n");
  expect((await repository.commit([answer])).shown).not.toContain("Added");
  expect((await repository.subjects())[0]).toBe("Two");
  await workspace.write("CHANGELOG.md", "## Unreleased\n\n- Mine\n");
  await repository.commit([answer]);
  expect(await workspace.read("CHANGELOG.md")).toBe("## Unreleased\n\n- Mine\n");
  expect(await repository.status()).toBe("");
});

test("a hook that refuses leaves everything as it was, the changelog too", async () => {
  await using repository = await openRepository({
    "CHANGELOG.md": "## Unreleased\n",
    "a.txt": "one\n",
    "b.txt": "b\n",
  });
  const { workspace } = repository;
  const hook = workspace.path(".git/hooks/pre-commit");
  writeFileSync(hook, "#!/bin/sh\ngit diff --cached --quiet -- b.txt || { echo no b >&2; exit 1; }\n", { mode: 0o755 });
  await workspace.write("a.txt", "two\n");
  await workspace.write("b.txt", "bb\n");
  await workspace.git("add", "a.txt", "b.txt");
  await workspace.write("b.txt", "later\n");
  const split = {
    commits: [
      { subject: "A", changes: ["a.txt"] },
      { subject: "B", changes: ["b.txt"] },
    ],
    changelog: [{ section: "Added", text: "x" }],
  };
  await expect(repository.commit([split])).rejects.toThrow(/was committed, then it ended: git commit failed: no b/);
  expect((await repository.subjects())[0]).toBe("A");
  expect(await workspace.git("show", ":b.txt")).toBe("bb\n");
  expect(await workspace.read("b.txt")).toBe("later\n");
  expect(await workspace.read("CHANGELOG.md")).toBe("## Unreleased\n");
  expect(readdirSync(workspace.path(".git")).filter((name) => name.startsWith("tau"))).toEqual([]);
});

test("what changes while the user reads is not committed", async () => {
  await using repository = await openRepository();
  const { workspace } = repository;
  await workspace.write("a.txt", "two\n");
  const dialog = {
    ...{ show: () => undefined, progress: () => undefined, edit: async () => undefined },
    choose: async () => {
      await workspace.write("a.txt", "secret\n");
      return "Commit";
    },
  };
  await expect(repository.commit([oneMessage("Two")], {}, { dialog })).rejects.toThrow(
    /no longer those that were shown/,
  );
  expect(await repository.subjects()).toHaveLength(1);
  expect(await repository.status()).toBe(" M a.txt\n");
});

test("an index that a killed run has left is put back", async () => {
  await using repository = await openRepository();
  const { workspace } = repository;
  await workspace.write("b.txt", "staged\n");
  await workspace.git("add", "b.txt");
  const killed = 2 ** 22 + 1;
  await workspace.git("update-index", "--refresh");
  writeFileSync(workspace.path(`.git/tau-commit-index-${killed}`), await readIndex(workspace.path(".git/index")));
  await workspace.git("rm", "--cached", "-q", "b.txt");
  const { shown } = await repository.commit([oneMessage("Go on")]);
  expect(shown).toContain("An earlier tau commit was interrupted");
  expect(await repository.filesOf("HEAD")).toEqual(["b.txt"]);
  expect(existsSync(workspace.path(`.git/tau-commit-index-${killed}`))).toBe(false);
});

async function readIndex(path: string): Promise<Buffer> {
  return (await import("node:fs/promises")).readFile(path);
}

test("the first commit of a repository, and one on a detached head", async () => {
  await using repository = await openRepository();
  const { workspace } = repository;
  rmSync(workspace.path(".git"), { recursive: true });
  await workspace.git("init", "-q");
  await workspace.git("config", "user.name", "Test");
  await workspace.git("config", "user.email", "test@localhost");
  await repository.commit([oneMessage("Begin")]);
  expect(await repository.subjects()).toEqual(["Begin"]);
  await workspace.git("checkout", "-q", "--detach");
  await workspace.write("a.txt", "detached\n");
  await repository.commit([oneMessage("Go on")]);
  expect(await repository.subjects()).toEqual(["Go on", "Begin"]);
});

test("a merge is one commit with two parents, and conflicts are refused", async () => {
  await using repository = await openRepository();
  const { workspace } = repository;
  await workspace.git("checkout", "-q", "-b", "other");
  await workspace.write("a.txt", "other\n");
  await workspace.git("commit", "-qam", "Other");
  await workspace.git("checkout", "-q", "-");
  await workspace.write("a.txt", "mine\n");
  await workspace.git("commit", "-qam", "Mine");
  await workspace.git("merge", "other").catch(() => undefined);
  await expect(repository.commit([])).rejects.toThrow(/files with conflicts/);
  await workspace.write("a.txt", "both\n");
  await workspace.write("b.txt", "b\n");
  await workspace.git("add", "a.txt", "b.txt");
  const split = {
    commits: [
      { subject: "Merge both", changes: ["a.txt"] },
      { subject: "B", changes: ["b.txt"] },
    ],
  };
  const { requests } = await repository.commit([split]);
  expect(textOf(requests[0] as never)).toContain("Git has begun this message:\nMerge branch 'other'");
  expect((await workspace.git("log", "-1", "--format=%p")).trim().split(" ")).toHaveLength(2);
  expect(await repository.status()).toBe("");
});

test("during a rebase the commit is made where it stopped", async () => {
  await using repository = await openRepository();
  const { workspace } = repository;
  await workspace.write("b.txt", "b\n");
  await workspace.git("add", ".");
  await workspace.git("commit", "-qm", "B");
  await workspace.git("-c", "sequence.editor=sed -i s/^pick/edit/", "rebase", "-q", "-i", "HEAD~1");
  await workspace.write("c.txt", "c\n");
  await repository.commit([oneMessage("C")]);
  await workspace.git("rebase", "--continue");
  expect((await repository.subjects()).slice(0, 2)).toEqual(["C", "B"]);
});

test("answers that are no JSON, names of hostile files and text that commands the terminal", async () => {
  await using repository = await openRepository();
  const { workspace } = repository;
  await workspace.write("-x\x1b[31m\nname", "x\n");
  const { shown, requests } = await repository.commit(["I think so.", "Add a\x1b[2J file"]);
  expect(requests).toHaveLength(2);
  expect(shown).not.toContain("\x1b");
  expect(await repository.subjects()).toContain("Add a[2J file");
  await workspace.write("b.txt", "b\n");
  await expect(repository.commit(["", "{"])).rejects.toThrow(/could not be read as a commit message/);
  await expect(repository.commit([], { yes: true }, { cwd: workspace.home })).rejects.toThrow(
    /not in the working tree/,
  );
});

test("nothing to commit, and submodules", async () => {
  await using repository = await openRepository();
  const { workspace } = repository;
  await expect(repository.commit([])).rejects.toThrow("There is nothing to commit: no file has changed.");
  mkdirSync(workspace.path("module"));
  await workspace.git("-C", "module", "init", "-q");
  await workspace.git(
    "-C",
    "module",
    "-c",
    "user.name=T",
    "-c",
    "user.email=t@localhost",
    "commit",
    "-q",
    "--allow-empty",
    "-m",
    "m",
  );
  await repository.commit([oneMessage("Add a module")]);
  expect(await workspace.git("ls-tree", "HEAD", "module")).toContain("160000 commit");
  expect(await repository.status()).toBe("");
});
