import { chmod, link, lstat, mkdir, readdir, readFile, rm, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  type ChangeOperations,
  localChangeOperations,
} from "../../../../src/core/tools/edit/edit-modes/change-files.ts";
import { hashLine } from "../../../../src/core/tools/edit/edit-modes/hashline/anchor.ts";
import { describeCall } from "../../../../src/core/tools/index.ts";
import { call, textOf } from "../run-tool.ts";
import { editFolder } from "./edit-folder.ts";

const change = (path: string, from = "one", to = "1") => [`*** Update File: ${path}`, `-${from}`, `+${to}`];
/** Beside the folder of the test. */
const OUTSIDE = `tau-outside-${process.pid}.txt`;
const patch = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch"];

/** The file system, which refuses one step. */
function refusing(step: Exclude<keyof ChangeOperations, "hasBytes">, path: RegExp, code: string): ChangeOperations {
  const refuse = (given: string) => {
    if (path.test(given)) throw Object.assign(new Error(`refused: ${given}`), { code });
  };
  return {
    ...localChangeOperations,
    [step]: async (given: string, content: never) => {
      refuse(given);
      return await localChangeOperations[step](given, content);
    },
  };
}

test("modes, byte order marks and hard links of files are kept", async () => {
  const { cwd, edit, text } = await editFolder("apply_patch", { "a.sh": "\ufeffone\r\ntwo\r\n" });
  await chmod(join(cwd, "a.sh"), 0o751);
  await link(join(cwd, "a.sh"), join(cwd, "same.sh"));
  await edit(...patch(...change("a.sh")));
  expect(await text("a.sh")).toBe("\ufeff1\r\ntwo\r\n");
  expect(await text("same.sh")).toBe("\ufeff1\r\ntwo\r\n");
  expect((await stat(join(cwd, "a.sh"))).mode & 0o777).toBe(0o751);
  await edit(...patch("*** Update File: a.sh", "*** Move to: b.sh", "-two", "+2"));
  expect(await text("b.sh")).toBe("\ufeff1\r\n2\r\n");
  expect((await stat(join(cwd, "b.sh"))).mode & 0o777).toBe(0o751);
});

test("a link stays a link, and what it leads to is edited", async () => {
  const { cwd, edit, text } = await editFolder("apply_patch", { "a.txt": "one\n" });
  await symlink("a.txt", join(cwd, "link"));
  await edit(...patch(...change("link")));
  expect(await text("a.txt")).toBe("1\n");
  expect((await lstat(join(cwd, "link"))).isSymbolicLink()).toBe(true);
});

test("a name with accents is found in the other normal form, and the policy hears of that spelling", async () => {
  const onDisk = "cafe\u0301.txt";
  const { cwd, edit, effects, text } = await editFolder("apply_patch", { [onDisk]: "one\n" });
  const args = { input: patch(...change("caf\u00e9.txt")).join("\n") };
  const { paths } = describeCall("edit", args, cwd, effects);
  expect(paths).toEqual([join(cwd, "caf\u00e9.txt"), join(cwd, onDisk)]);
  await edit(...patch(...change("caf\u00e9.txt")));
  expect(await text(onDisk)).toBe("1\n");
  expect(await readdir(cwd)).toEqual([onDisk]);
});

test("calls for one file run in the order in which they were made, however long it takes to find the file", async () => {
  const later = Promise.withResolvers<void>();
  let lookups = 0;
  const identify = async (path: string) => {
    if (lookups++ === 0) await later.promise;
    return await localChangeOperations.identify(path);
  };
  const { edit, text } = await editFolder("apply_patch", { "a.txt": "one\n" }, { ...localChangeOperations, identify });
  const first = edit(...patch(...change("a.txt", "one", "two")));
  const second = edit(...patch(...change("a.txt", "two", "three")));
  // Time enough for the second call to get ahead, if it could.
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
  later.resolve();
  await Promise.all([first, second]);
  expect(await text("a.txt")).toBe("three\n");
});

test("files that an editor saves while a change of several is prepared stay as they were saved", async () => {
  const access = async (path: string) => {
    await localChangeOperations.access(path);
    if (path.endsWith("b.txt")) await writeFile(path.replace("b.txt", "a.txt"), "saved\n");
  };
  const files = { "a.txt": "one\n", "b.txt": "one\n" };
  const { edit, text } = await editFolder("apply_patch", files, { ...localChangeOperations, access });
  await expect(edit(...patch(...change("a.txt"), ...change("b.txt")))).rejects.toThrow(
    "a.txt was changed by another program during the edit. Nothing was written",
  );
  expect([await text("a.txt"), await text("b.txt")]).toEqual(["saved\n", "one\n"]);
});

test("two names of one file in a call are refused", async () => {
  const { cwd, edit, text } = await editFolder("apply_patch", { "a.txt": "one\ntwo\n" });
  await symlink("a.txt", join(cwd, "link"));
  await expect(edit(...patch(...change("a.txt"), ...change("link", "two", "2")))).rejects.toThrow(
    "a.txt and link are the same file. Put all its changes into one section.",
  );
  expect(await text("a.txt")).toBe("one\ntwo\n");
});

test.each([
  ["binary", Buffer.from([0x6f, 0, 1, 2]), /is a binary file/],
  ["latin1", Buffer.from("one \xe9\n", "latin1"), /its encoding cannot hold the new text/],
])("a %s file that cannot take the text leaves all files as they are", async (_kind, bytes, message) => {
  const { cwd, edit, text } = await editFolder("apply_patch", { "a.txt": "one\n", "b.txt": bytes });
  const line = bytes.toString("latin1").trimEnd();
  await expect(edit(...patch(...change("a.txt"), ...change("b.txt", line, "€")))).rejects.toThrow(message);
  expect(await text("a.txt")).toBe("one\n");
  expect(await readFile(join(cwd, "b.txt"))).toEqual(bytes);
});

test("a file that may not be written leaves all files as they are", async () => {
  const operations = refusing("access", /b\.txt$/, "EACCES");
  const { edit, text } = await editFolder("apply_patch", { "a.txt": "one\n", "b.txt": "one\n" }, operations);
  await expect(edit(...patch(...change("a.txt"), ...change("b.txt")))).rejects.toThrow(/b\.txt: permission denied/);
  expect([await text("a.txt"), await text("b.txt")]).toEqual(["one\n", "one\n"]);
});

test("a disk that fills up half-way leaves all files as they were, and no new ones", async () => {
  const operations = refusing("writeFile", /z\.txt$/, "ENOSPC");
  const files = { "a.txt": "one\n", "gone.txt": "x\n", "moved.txt": "one\n", "z.txt": "one\n" };
  const { cwd, edit, text } = await editFolder("apply_patch", files, operations);
  const call = edit(
    ...patch(
      ...[...change("a.txt"), "*** Add File: new/deep/n.txt", "+x", "*** Delete File: gone.txt"],
      ...["*** Update File: moved.txt", "*** Move to: there/m.txt", "-one", "+1", ...change("z.txt")],
    ),
  );
  await expect(call).rejects.toThrow(/no space is left on the disk/);
  expect((await readdir(cwd)).sort()).toEqual(Object.keys(files).sort());
  expect(await Promise.all(Object.keys(files).map(text))).toEqual(Object.values(files));
});

test("a file that cannot be removed brings back what was written", async () => {
  const operations = refusing("remove", /second\.txt$/, "EPERM");
  const files = { "a.txt": "one\n", "first.txt": "x\n", "second.txt": "y\n" };
  const { cwd, edit, text } = await editFolder("apply_patch", files, operations);
  await chmod(join(cwd, "first.txt"), 0o640);
  await expect(
    edit(...patch(...change("a.txt"), "*** Delete File: first.txt", "*** Delete File: second.txt")),
  ).rejects.toThrow(/does not permit it/);
  expect(await Promise.all(Object.keys(files).map(text))).toEqual(Object.values(files));
  expect((await stat(join(cwd, "first.txt"))).mode & 0o777).toBe(0o640);
});

test("existing files are neither added nor moved onto; folders and pipes are no files", async () => {
  const { cwd, edit, text } = await editFolder("apply_patch", { "a.txt": "one\n", "b.txt": "two\n" });
  await mkdir(join(cwd, "folder"));
  await expect(edit(...patch("*** Add File: b.txt", "+x"))).rejects.toThrow("b.txt exists already. Update it");
  await expect(edit(...patch("*** Update File: a.txt", "*** Move to: b.txt", "-one", "+1"))).rejects.toThrow(
    "b.txt exists already. It is not overwritten",
  );
  await expect(edit(...patch("*** Delete File: folder"))).rejects.toThrow(/it is a directory/);
  await edit(...patch("*** Delete File: b.txt", "*** Add File: b.txt", "+3"));
  expect([await text("a.txt"), await text("b.txt")]).toEqual(["one\n", "3\n"]);
});

test("a file that is too large to hold is refused before it is read", async () => {
  const { cwd, edit } = await editFolder("hashline", { "a.txt": "" });
  await truncate(join(cwd, "a.txt"), 300 * 1024 * 1024);
  await expect(edit("@@ a.txt", "+ EOF", "~x")).rejects.toThrow(/it is larger than 256 MB/);
});

const two = `3${hashLine(3, "two")}`;
const diff = (from: string) => ["--- a/a.txt", "+++ b/a.txt", "@@ @@", `-${from}`, "+2"];

test.each([
  ["apply_patch", patch(...change("a.txt", "two", "2")), patch(...change("a.txt", "nowhere", "2"))],
  ["hashline", ["@@ a.txt", `= ${two}..${two}`, "~2"], ["@@ a.txt", "= 2zz..2zz", "~2"]],
  ["patch", diff("two"), diff("nowhere")],
  ["vim", [":e a.txt", ":/^two/c", "2", "."], [":e a.txt", ":/nowhere/d"]],
] as const)("%s: around a line of 100 MB is edited, and searched without hanging", async (mode, good, bad) => {
  const long = "x".repeat(100 * 1024 * 1024);
  const { edit, cwd } = await editFolder(mode, { "a.txt": `one\n${long}\ntwo\n` });
  const result = await edit(...good);
  expect(textOf(result).length).toBeLessThan(1000);
  expect(JSON.stringify(result.details).length).toBeLessThan(100_000);
  const { message } = (await edit(...bad).catch((error: unknown) => error)) as Error;
  expect(message.slice(0, 1000)).toMatch(/Could not find|no line matches|^Nothing was changed/);
  expect(message.length).toBeLessThan(1000);
  const bytes = await readFile(join(cwd, "a.txt"));
  expect([bytes.length, bytes.toString("latin1", bytes.length - 3)]).toEqual([long.length + 7, "\n2\n"]);
});

test("two calls that change the same files in opposite order do not wait for each other", async () => {
  const { edit, text } = await editFolder("apply_patch", { "a.txt": "one\ntwo\n", "b.txt": "one\ntwo\n" });
  await Promise.all([
    edit(...patch(...change("a.txt"), ...change("b.txt"))),
    edit(...patch(...change("b.txt", "two", "2"), ...change("a.txt", "two", "2"))),
  ]);
  expect([await text("a.txt"), await text("b.txt")]).toEqual(["1\n2\n", "1\n2\n"]);
});

test("a call that was stopped before it began changes nothing", async () => {
  const { cwd, tool, text } = await editFolder("apply_patch", { "a.txt": "one\n" });
  await writeFile(join(cwd, "b.txt"), "one\n");
  const stopped = call(tool, { input: patch(...change("a.txt")).join("\n") }, AbortSignal.abort());
  await expect(stopped).rejects.toThrow();
  expect(await text("a.txt")).toBe("one\n");
});

test("a URL is refused, also one that would lead out of the folder as a path", async () => {
  const { cwd, edit, effects } = await editFolder("apply_patch", { "a.txt": "one\n" });
  await writeFile(join(cwd, `../${OUTSIDE}`), "one\n");
  onTestFinished(() => rm(join(cwd, `../${OUTSIDE}`)));
  for (const path of ["skill:/", "notes:/", "HTTP://x/.."].map((start) => `${start}/../../${OUTSIDE}`))
    await expect(edit(...patch(...change(path)))).rejects.toThrow(`${path} is a URL: it cannot be edited.`);
  expect(await readFile(join(cwd, `../${OUTSIDE}`), "utf8")).toBe("one\n");
  const moved = patch("*** Update File: a.txt", "*** Move to: skill://x", "-one", "+1").join("\n");
  expect(describeCall("edit", { input: moved }, cwd, effects).paths).toEqual([join(cwd, "a.txt"), "skill://x"]);
  await expect(edit(moved)).rejects.toThrow(/is a URL/);
});
