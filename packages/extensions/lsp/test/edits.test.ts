import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { waitUntil } from "@tau/testkit";
import { expect, test } from "vitest";
import { toySession } from "./toy.ts";

const FILES = {
  "toy.json": "{}",
  "a.toy": "def one\n  one two\nERROR here\n",
  "b.toy": "use one\n",
  "d.toy": "gone\n",
};
const RENAME = { action: "rename", file: "a.toy", line: 1, symbol: "one" } as const;

test("rename changes all files by calls of write, shows a diff; apply: false changes nothing", async () => {
  await using toy = await toySession({ files: { ...FILES, "src/a.ts": "x" } });
  const [preview] = await toy.ask({ ...RENAME, new_name: "first", apply: false });
  expect(preview).toMatch(
    /^Rename preview:\n--- a\.toy\n\+\+\+ a\.toy\n@@[\s\S]*-def one\n[\s\S]*\+def first\n[\s\S]*--- b\.toy/,
  );
  expect(toy.read("a.toy")).toBe(FILES["a.toy"]);
  const [applied] = await toy.ask({ ...RENAME, new_name: "first" });
  expect(applied).toBe("Applied rename:\n  changed a.toy (lines 1, 2)\n  changed b.toy (line 1)");
  expect(toy.details()).toMatchObject({
    action: "rename",
    success: true,
    serverName: "toy",
    diff: expect.stringContaining("+use first"),
  });
  expect([toy.read("a.toy"), toy.read("b.toy")]).toEqual(["def first\n  first two\nERROR here\n", "use first\n"]);
  const nested = toy.harness.events.flatMap((event) =>
    event.type === "tool_execution_start" && event.toolName === "write" ? [event.args] : [],
  );
  expect(nested).toHaveLength(2);
  // The server has the new content: the next question is answered from it.
  expect(await toy.ask({ action: "hover", file: "a.toy", line: 1, symbol: "first" })).toEqual([
    "word first\n\na hover",
  ]);
});

test("versioned edits, created, renamed and deleted files are applied", async () => {
  await using toy = await toySession({ files: FILES });
  const [versioned, nothing, files] = await toy.ask(
    { ...RENAME, new_name: "versioned" },
    { ...RENAME, symbol: "versioned", new_name: "nothing" },
    { ...RENAME, symbol: "versioned", new_name: "files" },
  );
  expect(versioned).toBe("Applied rename:\n  changed a.toy (lines 1, 2)");
  expect(nothing).toBe("Rename returned no edits");
  expect(files).toBe("Applied rename:\n  created created.toy\n  moved b.toy to moved/c.toy\n  deleted d.toy");
  expect([toy.read("created.toy"), toy.read("moved/c.toy")]).toEqual(["fresh\n", "moved use one\n"]);
  expect(["b.toy", "d.toy"].map((name) => existsSync(join(toy.harness.workspace.cwd, name)))).toEqual([false, false]);
});

test.each([
  ["stale", /a\.toy is at version 1, and the edit is for version 0/],
  ["outside", /outside\.toy is outside the workspace/],
  ["beyond", /a\.toy: an edit at line 1000 does not fit the file/],
  ["overlap", /a\.toy: two edits overlap/],
])("an edit that is %s is refused as a whole", async (newName, reason) => {
  await using toy = await toySession({ files: FILES });
  await toy.harness.workspace.write("../outside.toy", "not yours\n");
  const [refused] = await toy.ask({ ...RENAME, new_name: newName });
  expect(refused).toMatch(/^LSP error: The edit was refused, and no file was changed: /);
  expect(refused).toMatch(reason);
  expect([toy.read("a.toy"), toy.read("../outside.toy")]).toEqual([FILES["a.toy"], "not yours\n"]);
});

test("a link in the workspace does not lead an edit out of it", async () => {
  await using toy = await toySession({ files: { "toy.json": "{}", "a.toy": "def one\n" } });
  const { workspace } = toy.harness;
  await workspace.write("../elsewhere/b.toy", "use one\n");
  symlinkSync(join(workspace.cwd, "../elsewhere/b.toy"), join(workspace.cwd, "b.toy"));
  const [refused] = await toy.ask({ ...RENAME, new_name: "first" });
  expect(refused).toMatch(/elsewhere\/b\.toy is outside the workspace/);
  expect([toy.read("a.toy"), toy.read("b.toy")]).toEqual(["def one\n", "use one\n"]);
});

test("if a write is refused, the earlier ones are reverted", async () => {
  const block = {
    name: "block",
    factory: (pi: import("@tau/coding-agent").ExtensionAPI) =>
      void pi.on("tool_call", ({ toolName, input }) =>
        toolName === "write" && String((input as { path?: string }).path).endsWith("b.toy")
          ? { block: true, reason: "b.toy is not to be changed." }
          : undefined,
      ),
  };
  const { manifest } = await import("../manifest.ts");
  await using toy = await toySession({ files: FILES, extensions: [manifest, block] });
  const [refused] = await toy.ask({ ...RENAME, new_name: "first" });
  expect(refused).toBe("LSP error: b.toy is not to be changed.\nNo file was changed.");
  expect([toy.read("a.toy"), toy.read("b.toy")]).toEqual([FILES["a.toy"], FILES["b.toy"]]);
});

test.each(["utf-8", "utf-16", "utf-32"])("positions are counted in %s; BOM and CRLF are kept", async (encoding) => {
  const text = "def one\r\n😀ä one 漢字 one\r\n";
  await using toy = await toySession({
    files: { "toy.json": "{}", "a.toy": `\uFEFF${text}` },
    args: [`--encoding=${encoding}`],
  });
  const [hover, references, applied] = await toy.ask(
    { action: "hover", file: "a.toy", line: 2, symbol: "one#2" },
    { action: "references", file: "a.toy", line: 1, symbol: "one" },
    { ...RENAME, new_name: "erste" },
  );
  expect(hover).toBe("word one\n\na hover");
  expect(references).toContain("a.toy:2:12\n");
  expect(applied).toBe("Applied rename:\n  changed a.toy (lines 1, 2)");
  expect(toy.read("a.toy")).toBe(`\uFEFF${text.replaceAll("one", "erste")}`);
});

test.each(["1 bad", "a b", "f()", "x;y"])("what cannot be a name in code is refused: %s", async (newName) => {
  await using toy = await toySession({ files: FILES });
  const [refused] = await toy.ask({ ...RENAME, new_name: newName });
  expect(refused).toBe(`LSP error: "${newName}" cannot be a name in code. Nothing was renamed.`);
  expect(toy.read("a.toy")).toBe(FILES["a.toy"]);
});

test("R289: rename_file corrects what refers to the file, moves it and reports it; a preview changes nothing", async () => {
  await using toy = await toySession({ files: { ...FILES, "a.toy": "import b\n" } });
  const move = { action: "rename_file", file: "b.toy", new_name: "sub/c.toy" } as const;
  const [preview] = await toy.ask({ ...move, apply: false });
  expect(preview).toMatch(/^Rename preview: b\.toy → sub\/c\.toy\n--- a\.toy\n[\s\S]*\+import c$/);
  expect(toy.read("a.toy")).toBe("import b\n");
  const [done, same, missing, taken, outside] = await toy.ask(
    move,
    { ...move, file: "a.toy", new_name: "a.toy" },
    move,
    { ...move, file: "a.toy" },
    { ...move, file: "a.toy", new_name: "../a.toy" },
  );
  expect(done).toBe("Renamed b.toy → sub/c.toy\n  changed a.toy (line 1)");
  expect([toy.read("a.toy"), toy.read("sub/c.toy")]).toEqual(["import c\n", "use one\n"]);
  expect(existsSync(join(toy.harness.workspace.cwd, "b.toy"))).toBe(false);
  expect(same).toBe("LSP error: The new path is the same as the old one.");
  expect(missing).toBe("LSP error: b.toy: there is no such file or folder.");
  expect(taken).toBe("LSP error: sub/c.toy exists already.");
  expect(outside).toMatch(/^LSP error: .*a\.toy is outside the workspace\.$/);
  const methods = () => toy.received().map(({ method }) => method);
  // Nothing answers a notification.
  await waitUntil(() => methods().includes("workspace/didRenameFiles") || undefined, {
    describe: () => "the report of the move",
  });
  expect(methods().indexOf("workspace/didRenameFiles")).toBeGreaterThan(methods().lastIndexOf("textDocument/didClose"));
});

test("R290: code actions are listed, applied by index and by title; a miss lists what there is", async () => {
  await using toy = await toySession({ files: FILES });
  const at = { action: "code_actions", file: "a.toy", line: 3 } as const;
  const [listed, filtered, missed, bare, none] = await toy.ask(
    at,
    { ...at, query: "quickfix" },
    { ...at, apply: true, query: "nonsense" },
    { ...at, apply: true },
    { ...at, apply: true, query: "3" },
  );
  expect(listed).toBe(
    "4 code action(s):\n  0: [quickfix] Fix the error\n  1: [action] Shout\n  2: [command] Break out\n  3: [action] Given 1 all",
  );
  expect(filtered).toContain("Given 1 quickfix");
  expect(missed).toMatch(/^No code action matches "nonsense"\. Available actions:\n {2}0: \[quickfix\] Fix/);
  expect(bare).toBe("LSP error: code_actions with apply needs query: the index or a part of the title.");
  expect(none).toBe('Action "Given 1 all" has no workspace edit or command to apply');
  const [fixed, shouted] = await toy.ask({ ...at, apply: true, query: "0" }, { ...at, apply: true, query: "shout" });
  expect(fixed).toBe('Applied "Fix the error":\nWorkspace edit:\n  changed a.toy (line 3)');
  expect(shouted).toBe('Applied "Shout":\nWorkspace edit:\n  changed a.toy (line 1)\nExecuted command(s):\n  shout');
  expect(toy.read("a.toy")).toBe("DEF ONE\n  one two\nfine here\n");
});

test("a server's own edits are refused outside the workspace, and where none was asked for", async () => {
  await using toy = await toySession({ files: FILES, args: ["--stray"] });
  await toy.harness.workspace.write("../outside.toy", "not yours\n");
  await toy.ask({ action: "code_actions", file: "a.toy", line: 3, apply: true, query: "break out" });
  expect(toy.read("../outside.toy")).toBe("not yours\n");
  expect(toy.read("a.toy")).toBe(FILES["a.toy"]);
  const answers = toy.received().filter(({ method }) => method === "");
  expect(answers).toMatchObject([
    { result: { applied: false, failureReason: "No edit was asked for." } },
    { result: { applied: false, failureReason: expect.stringContaining("outside the workspace") } },
  ]);
});
