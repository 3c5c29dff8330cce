import { chmod, copyFile, mkdir, readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { ModelScript } from "@tau/testkit";
import { expect, test } from "vitest";
import { makeZip } from "../../documents/test/make-archive.ts";
import { makePdf } from "../../documents/test/make-pdf.ts";
import { call, createRemoteSetup, toolResults } from "./remote-session.ts";

const patch = (...lines: readonly string[]) =>
  call("edit", { input: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n") });

test("a patch adds, changes, moves and deletes files there, all of them or none", async () => {
  await using setup = await createRemoteSetup(
    [
      patch("*** Add File: new/deep/a.txt", "+one", "*** Update File: ~/app/b.txt", "-two", "+2"),
      patch("*** Update File: run.sh", "*** Move to: bin/run.sh", "-old", "+new", "*** Delete File: gone.txt"),
      patch("*** Add File: other/c.txt", "+three", "*** Update File: link.txt", "-no such line", "+x"),
      patch("*** Add File: b.txt", "+again"),
      call("task", { agent: "task", isolated: true, tasks: [{ id: "a", task: "Do it." }] }),
      { text: "done" },
    ],
    { edit: { mode: "apply_patch" } },
  );
  const at = (name: string) => join(setup.fake.home, "app", name);
  await mkdir(at("."));
  for (const [name, text] of Object.entries({
    "b.txt": "two\n",
    "run.sh": "old\n",
    "gone.txt": "x\n",
    "link.txt": "y\n",
  }))
    await writeFile(at(name), text);
  await chmod(at("run.sh"), 0o751);
  await setup.workspace.git("init");
  expect((await setup.tau("--ssh", "other:app", "--tools", "edit,task", "-p", "go")).stdout).toBe("done\n");
  const [added, moved, misfit, present, isolated] = setup.results();
  expect(added).toContain("Added new/deep/a.txt.\nChanged ~/app/b.txt.");
  expect(moved).toContain("Changed run.sh and moved it to bin/run.sh.\nDeleted gone.txt.");
  expect(misfit).toContain("link.txt");
  expect(present).toContain("b.txt exists already. Update it instead of adding it.");
  expect(isolated).toContain(
    "Isolation does not work in a remote workspace, because the copy would be on this machine.",
  );
  expect((await readdir(at("."), { recursive: true })).sort()).toEqual([
    "b.txt",
    "bin",
    "bin/run.sh",
    "link.txt",
    "new",
    "new/deep",
    "new/deep/a.txt",
  ]);
  expect([await readFile(at("new/deep/a.txt"), "utf8"), await readFile(at("b.txt"), "utf8")]).toEqual(["one\n", "2\n"]);
  expect((await stat(at("bin/run.sh"))).mode & 0o777).toBe(0o751);
  expect(await readdir(setup.workspace.cwd)).toEqual([".git"]);
}, 120_000);

/** Reads, edits by the anchor that was shown, and then reads documents. */
const READING: ModelScript = ({ index, body }) => {
  const [shown = ""] = toolResults(body);
  const anchor = /^(\S+)\|two$/m.exec(shown)?.[1];
  const steps = [
    call("read", { path: "a.txt" }),
    call("edit", { input: `@@ a.txt\n= ${anchor}..${anchor}\n~2` }),
    ...["docs.zip", "docs.zip:b/c.txt", "docs.zip:b/c.txt:2", "data.db?q=SELECT name FROM users", "report.pdf"].map(
      (path) => call("read", { path }),
    ),
    ...["table.csv", "large.zip", "secret.zip:key", "folder", "none.zip:x", "cut.db"].map((path) =>
      call("read", { path }),
    ),
  ];
  return steps[index] ?? { text: "done" };
};

test("anchors of lines hold there, and documents are copied, converted and removed again", async () => {
  await using setup = await createRemoteSetup(READING, {
    edit: { mode: "hashline" },
    permissions: { deny: ["Read(**/secret.zip)"] },
  });
  const at = (name: string) => join(setup.fake.home, name);
  await writeFile(at("a.txt"), "one\ntwo\n");
  // What has the same name on this machine must not count.
  await writeFile(join(setup.workspace.cwd, "a.txt"), "one\ntwo\nthree\n");
  const zip = makeZip([{ name: "b/c.txt", content: "first\nsecond\n" }]);
  for (const name of ["docs.zip", "secret.zip", "large.zip"]) await writeFile(at(name), zip);
  await truncate(at("large.zip"), 300 * 1024 * 1024);
  await writeFile(at("report.pdf"), makePdf(["a page of text"]));
  await writeFile(at("table.csv"), "name,age\nada,36\n");
  await mkdir(at("folder"));
  const database = new DatabaseSync(at("data.db"));
  database.exec("PRAGMA journal_mode = WAL; CREATE TABLE users (name TEXT); INSERT INTO users VALUES ('grace')");
  const writer = new DatabaseSync(at("writing.db"));
  writer.exec("PRAGMA cache_size = 2; CREATE TABLE t (a, b); BEGIN");
  for (let row = 0; row < 500; row++) writer.exec(`INSERT INTO t VALUES (${row}, hex(zeroblob(100)))`);
  writer.exec("COMMIT; BEGIN; DELETE FROM t WHERE a > 10");
  for (const ending of ["", "-journal"]) await copyFile(at(`writing.db${ending}`), at(`cut.db${ending}`));
  writer.close();
  const copies = async () => (await readdir(tmpdir())).filter((name) => name.startsWith("tau-copy-"));
  const before = await copies();
  const exit = await setup.tau("--ssh", "other:", "-p", "go");
  database.close();
  expect((await copies()).filter((name) => !before.includes(name))).toEqual([]);
  expect(exit.stdout).toBe("done\n");
  const [read, edited, list, member, line, rows, pdf, table, large, secret, folder, none, cut] = setup.results();
  expect(read).toMatch(/^\S+\|one\n\S+\|two$/m);
  expect(edited).toContain("Changed a.txt.");
  expect(await readFile(at("a.txt"), "utf8")).toBe("one\n2\n");
  expect(list).toContain("b/");
  expect(member).toContain("first\nsecond");
  expect(line).toContain("second");
  expect(line).not.toContain("first");
  expect(rows).toContain("grace");
  expect(pdf).toContain("a page of text");
  expect(table).toContain("ada");
  expect(large).toContain("large.zip is 300MB, and at most 256MB of a file are copied from another machine");
  expect(secret).toContain("A rule denies it: Read(**/secret.zip).");
  expect(folder).toContain("it is a directory. Use ls");
  expect(none).toContain("no such file");
  expect(cut).toContain("a program ended while it was changing it");
}, 120_000);
