import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TUI } from "@tau/tui";
import { expect, test } from "vitest";
import { createEditToolDefinition } from "../../../../src/core/tools/edit/tool.ts";
import { EditedFile } from "../../../../src/modes/interactive/renderers/diff/edited-file.ts";
import { ToolExecutionView } from "../../../../src/modes/interactive/renderers/tool-execution-view.ts";
import { temporaryDirectory } from "../../../core/support/temporary-directory.ts";
import { NO_RENDERERS, seen, viewContext } from "./tool-view.ts";

/** A call whose arguments are complete, and what tells that its file was read. */
function proposedEdit(cwd: string, by: "tau" | "extension" | "remote") {
  const wasRead = Promise.withResolvers<void>();
  const definition = by === "extension" ? createEditToolDefinition(cwd) : undefined;
  const view = new ToolExecutionView(
    "edit",
    viewContext({
      cwd,
      isRemote: by === "remote",
      tui: { requestRender: wasRead.resolve } as unknown as TUI,
      extensions: { ...NO_RENDERERS, getToolDefinition: () => definition },
    }),
    "call-1",
  );
  view.called({ path: "a.txt", edits: [{ oldText: "three", newText: "drei" }] });
  return { view, wasRead: wasRead.promise };
}

test.each(["extension", "remote"] as const)(
  "the preview of an edit has the lines of the file, unless it may be another one: %s",
  async (by) => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, "a.txt"), "one\ntwo\nthree\nfour\n");
    const [foreign, own] = [proposedEdit(cwd, by), proposedEdit(cwd, "tau")];
    for (const { view } of [foreign, own]) seen(view, 60);
    await own.wasRead;
    // As long again as the file of the other took, and it was asked for first.
    await EditedFile.read(join(cwd, "a.txt"));
    expect(seen(own.view, 60)).toContain("two");
    expect(seen(foreign.view, 60)).toContain("drei");
    expect(seen(foreign.view, 60)).not.toContain("two");
  },
);

test("a pipe is not opened for the preview", async () => {
  const pipe = join(temporaryDirectory(), "pipe");
  execFileSync("mkfifo", [pipe]);
  expect(await EditedFile.read(pipe)).toBeUndefined();
});

/** Draws a call with one text, until what it needs is loaded and read. */
async function written(cwd: string, input: string, isComplete: boolean) {
  let drawn = Promise.withResolvers<void>();
  const tui = { requestRender: () => drawn.resolve() } as unknown as TUI;
  const view = new ToolExecutionView("edit", viewContext({ cwd, tui, extensions: NO_RENDERERS }), "call-1");
  if (isComplete) view.called({ input });
  else view.streamArguments(() => ({ input }));
  const until = async (text: RegExp) => {
    while (!text.test(seen(view, 60))) {
      await drawn.promise;
      drawn = Promise.withResolvers<void>();
    }
    return seen(view, 60);
  };
  return { view, until };
}

test("an edit in another mode is shown as a diff while it is written", async () => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, "a.txt"), "one\ntwo\nthree\n");
  const patch = "*** Begin Patch\n*** Update File: a.txt\n@@ class A\n one\n-two\n+zwei\n*** Add File: b.txt\n+new\n";
  const streamed = await written(cwd, `${patch}+unfin`, false);
  const shown = await streamed.until(/zwei/);
  expect(shown).toMatch(/edit a\.txt, b\.txt[\s\S]*- two[\s\S]*\+ zwei[\s\S]*b\.txt[\s\S]*\+ new/);
  expect(shown).not.toContain("class A");
  const diff = await written(cwd, "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+zwei\n", true);
  expect(await diff.until(/zwei/)).toMatch(/edit a\.txt \+1 −1[\s\S]*- two[\s\S]*\+ zwei/);
  const anchored = await written(cwd, "@@ a.txt\n= 2ab..3cd\n~zwei\n", true);
  expect(await anchored.until(/three/)).toMatch(/edit a\.txt \+1 −2[\s\S]*2 - two[\s\S]*3 - three[\s\S]*\+ zwei/);
});

test("a refused edit still shows the lines that it was to replace, also if its last file is read after it has begun", async () => {
  const cwd = temporaryDirectory();
  for (const name of ["a.txt", "b.txt"]) writeFileSync(join(cwd, name), "one\ntwo\n");
  const first = "@@ a.txt\n= 2ab..2ab\n~zwei\n";
  const { view, until } = await written(cwd, first, false);
  await until(/- two/);
  const whole = { input: `${first}@@ b.txt\n= 1ab..1ab\n~eins\n` };
  view.called(whole);
  seen(view, 60);
  view.start(whole);
  view.finish({ content: [{ type: "text", text: "Nothing was changed in b.txt." }], details: undefined }, true);
  expect(await until(/1 - one/)).toMatch(/2 - two[\s\S]*\+ zwei[\s\S]*1 - one[\s\S]*\+ eins[\s\S]*Nothing was changed/);
});

test("a finished edit of several files names each", async () => {
  const cwd = temporaryDirectory();
  const { view, until } = await written(
    cwd,
    "*** Begin Patch\n*** Delete File: a.txt\n*** Delete File: b.txt\n*** End Patch",
    true,
  );
  const file = (name: string) =>
    `${"=".repeat(67)}\n--- ${name}\t\n+++ ${name}\t\n@@ -1,1 +0,0 @@\n-gone from ${name}\n`;
  view.finish({ content: [], details: { patch: file("a.txt") + file("b.txt") } }, false);
  expect(await until(/gone from b/)).toMatch(
    /edit a\.txt, b\.txt \+0 −2[\s\S]*gone from a\.txt[\s\S]*b\.txt[\s\S]*gone from b\.txt/,
  );
});
