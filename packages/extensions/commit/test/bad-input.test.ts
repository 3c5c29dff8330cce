import { chmodSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { oneMessage, openRepository } from "./open-repository.ts";

type Repository = Awaited<ReturnType<typeof openRepository>>;

function addHook({ workspace }: Repository, name: string, script: string): void {
  writeFileSync(workspace.path(`.git/hooks/${name}`), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

const leftovers = ({ workspace }: Repository) =>
  readdirSync(workspace.path(".git")).filter((name) => /^tau|\.lock$/.test(name));

const split = (...names: readonly string[]) => ({
  commits: names.map((name) => ({ subject: `Change ${name}`, changes: [name] })),
});

test("signing that fails ends with the reason of git, and what was staged is staged again", async () => {
  await using repository = await openRepository();
  const { workspace } = repository;
  await workspace.git("config", "commit.gpgSign", "true");
  await workspace.git("config", "gpg.program", "false");
  await workspace.write("a.txt", "two\n");
  await workspace.git("add", "a.txt");
  await workspace.write("a.txt", "three\n");
  await expect(repository.commit([oneMessage("Two")])).rejects.toThrow(/^git commit failed: gpg failed to sign/);
  expect(await repository.subjects()).toHaveLength(1);
  expect(await workspace.git("show", ":a.txt")).toBe("two\n");
  expect(await workspace.read("a.txt")).toBe("three\n");
  expect(leftovers(repository)).toEqual([]);
});

test("a commit is signed with the user's program", async () => {
  await using repository = await openRepository();
  const { workspace } = repository;
  const program = workspace.path(".git/sign");
  const status = "[GNUPG:] BEGIN_SIGNING\\n[GNUPG:] SIG_CREATED D 1 8 00 1 X\\n";
  writeFileSync(program, `#!/bin/sh\ncat >/dev/null\nprintf '\\n${status}' >&2\necho OUR-SIGNATURE\n`);
  chmodSync(program, 0o755);
  await workspace.git("config", "commit.gpgSign", "true");
  await workspace.git("config", "gpg.program", program);
  await workspace.write("a.txt", "two\n");
  await repository.commit([oneMessage("Two")]);
  expect(await workspace.git("cat-file", "commit", "HEAD")).toMatch(/^gpgsig OUR-SIGNATURE$/m);
});

test("a hook that formats files: they are committed as it leaves them, and the result names them; later commits follow", async () => {
  await using repository = await openRepository({ "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n" });
  const { workspace } = repository;
  addHook(
    repository,
    "pre-commit",
    'for f in $(git diff --cached --name-only); do sed -i "s/[[:space:]]*$//" $f; git add $f; done',
  );
  for (const name of ["a", "b", "c"])
    await workspace.write(`${name}.txt`, name === "b" ? "bb\n" : `${name}${name}  \n`);
  const { shown } = await repository.commit([split("a.txt", "b.txt", "c.txt")]);
  expect(shown).toMatch(
    /Committed:\n\w+ Change a\.txt\n\w+ Change b\.txt\n\w+ Change c\.txt\nA hook changed what was shown: a\.txt, c\.txt$/,
  );
  expect((await repository.subjects()).slice(0, 3)).toEqual(["Change c.txt", "Change b.txt", "Change a.txt"]);
  for (const [at, name] of ["c", "b", "a"].entries()) {
    expect(await repository.filesOf(`HEAD~${at}`)).toEqual([`${name}.txt`]);
    expect(await workspace.git("show", `HEAD~${at}:${name}.txt`)).toBe(`${name}${name}\n`);
  }
  expect(await repository.status()).toBe("");
});

test("a hook that changes a file which a later commit changes too: it ends there, with the rest staged as it was", async () => {
  const lines = (first: string, last: string) => `${first}\n${"line\n".repeat(30)}${last}\n`;
  await using repository = await openRepository({ "a.txt": lines("one", "end"), "b.txt": "b\n" });
  const { workspace } = repository;
  addHook(repository, "pre-commit", "sed -i '1s/$/ (checked)/' a.txt; git add a.txt");
  await workspace.write("a.txt", lines("two", "END"));
  await workspace.write("b.txt", "bb\n");
  await workspace.git("add", "--all");
  const hunks = {
    commits: [
      { subject: "First", changes: ["F1.1"] },
      { subject: "Second", changes: ["F1.2", "F2"] },
    ],
  };
  await expect(repository.commit([hunks])).rejects.toThrow(
    /^\w+ was committed, then it ended: A hook changed files that a later commit changes too/,
  );
  expect((await repository.subjects())[0]).toBe("First");
  expect(await workspace.git("show", ":b.txt")).toBe("bb\n");
  expect(await workspace.read("a.txt")).toContain("END\n");
  expect(leftovers(repository)).toEqual([]);
});

test("a hook that refuses after one that formatted: the rest is staged, and the formatting is not undone by it", async () => {
  await using repository = await openRepository({ "a.txt": "a\n", "b.txt": "b\n" });
  const { workspace } = repository;
  addHook(
    repository,
    "pre-commit",
    "git diff --cached --quiet -- b.txt || { echo no b >&2; exit 1; }\nprintf 'formatted\\n' > a.txt; git add a.txt",
  );
  await workspace.write("a.txt", "aa\n");
  await workspace.write("b.txt", "bb\n");
  await workspace.git("add", "--all");
  await expect(repository.commit([split("a.txt", "b.txt")])).rejects.toThrow(/then it ended: git commit failed: no b/);
  expect(await workspace.git("show", "HEAD:a.txt")).toBe("formatted\n");
  expect(await repository.status()).toBe("M  b.txt\n");
});

test("a hook that writes the message has the last word on it", async () => {
  await using repository = await openRepository();
  const { workspace } = repository;
  addHook(repository, "commit-msg", 'printf "\\nChange-Id: 1\\n" >> "$1"');
  await workspace.write("a.txt", "two\n");
  await repository.commit([oneMessage("Two")]);
  expect(await workspace.git("log", "-1", "--format=%B")).toBe("Two\n\nChange-Id: 1\n\n");
});

test("line ends of Windows: hunks are divided byte for byte, also where git converts them", async () => {
  const text = (...changed: readonly string[]) =>
    Array.from({ length: 40 }, (_, at) => `${changed.includes(String(at)) ? "changed" : "line"} ${at}\r\n`).join("");
  for (const autocrlf of ["false", "true"]) {
    await using repository = await openRepository({ "a.txt": "start\n" });
    const { workspace } = repository;
    await workspace.git("config", "core.autocrlf", autocrlf);
    await workspace.write("dos.txt", text());
    await workspace.git("add", "dos.txt");
    await workspace.git("commit", "-qm", "Dos");
    await workspace.write("dos.txt", text("3", "33"));
    const hunks = {
      commits: [
        { subject: "Top", changes: ["F1.1"] },
        { subject: "Bottom", changes: ["F1.2"] },
      ],
    };
    await repository.commit([hunks]);
    const expected = (whole: string) => (autocrlf === "true" ? whole.replaceAll("\r\n", "\n") : whole);
    expect(await workspace.git("show", "HEAD~1:dos.txt")).toBe(expected(text("3")));
    expect(await workspace.git("show", "HEAD:dos.txt")).toBe(expected(text("3", "33")));
    expect(await repository.status()).toBe("");
  }
});

test("binary files, moved files and moved files with changes go where they are named", async () => {
  const long = Array.from({ length: 40 }, (_, at) => `line ${at}\n`).join("");
  await using repository = await openRepository({ "old.txt": long, "moved.txt": `${long}end\n`, "x.bin": "" });
  const { workspace } = repository;
  await workspace.write("x.bin", new Uint8Array([0, 1, 2]));
  await workspace.git("commit", "-qam", "Binary");
  renameSync(workspace.path("old.txt"), workspace.path("new.txt"));
  rmSync(workspace.path("moved.txt"));
  await workspace.write("sub/moved.txt", `${long}END\n`);
  await workspace.write("x.bin", new Uint8Array([0, 1, 3]));
  const { shown } = await repository.commit([split("x.bin", "new.txt", "sub/")]);
  expect(shown).toContain("M x.bin (binary)");
  expect(shown).toContain("R old.txt -> new.txt (+0 -0)");
  expect(shown).toContain("R moved.txt -> sub/moved.txt (+1 -1)");
  const changes = async (commit: string) =>
    (await workspace.git("show", "--format=", "--name-status", "-M", commit)).trim().split("\n");
  expect(await changes("HEAD~2")).toEqual(["M\tx.bin"]);
  expect(await changes("HEAD~1")).toEqual(["R100\told.txt\tnew.txt"]);
  expect(await changes("HEAD")).toEqual([expect.stringMatching(/^R\d+\tmoved\.txt\tsub\/moved\.txt$/)]);
  expect(await repository.status()).toBe("");
});

test("a repository without a commit and without a file has nothing to commit", async () => {
  await using repository = await openRepository();
  const { workspace } = repository;
  rmSync(workspace.path(".git"), { recursive: true });
  rmSync(workspace.path("a.txt"));
  await workspace.git("init", "-q");
  await expect(repository.commit([])).rejects.toThrow("There is nothing to commit: no file has changed.");
  expect(leftovers(repository)).toEqual([]);
});

test("a rebase that stopped at a conflict: refused until it is resolved, then the commit is made and the rebase continues", async () => {
  await using repository = await openRepository();
  const { workspace } = repository;
  const branch = (await workspace.git("symbolic-ref", "--short", "HEAD")).trim();
  await workspace.git("checkout", "-q", "-b", "topic");
  await workspace.write("a.txt", "topic\n");
  await workspace.git("commit", "-qam", "Topic");
  await workspace.write("b.txt", "b\n");
  await workspace.git("add", ".");
  await workspace.git("commit", "-qm", "Later");
  await workspace.git("checkout", "-q", branch);
  await workspace.write("a.txt", "main\n");
  await workspace.git("commit", "-qam", "Main");
  await workspace.git("checkout", "-q", "topic");
  await expect(workspace.git("rebase", "-q", branch)).rejects.toThrow();
  await expect(repository.commit([])).rejects.toThrow(/files with conflicts/);
  await workspace.write("a.txt", "both\n");
  await workspace.git("add", "a.txt");
  await repository.commit([oneMessage("Topic, resolved")]);
  await workspace.git("rebase", "--continue");
  expect((await repository.subjects()).slice(0, 3)).toEqual(["Later", "Topic, resolved", "Main"]);
  expect(await repository.status()).toBe("");
});
