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
function proposedEdit(cwd: string, by: "tau" | "extension") {
  const wasRead = Promise.withResolvers<void>();
  const definition = by === "extension" ? createEditToolDefinition(cwd) : undefined;
  const view = new ToolExecutionView(
    "edit",
    viewContext({
      cwd,
      tui: { requestRender: wasRead.resolve } as unknown as TUI,
      extensions: { ...NO_RENDERERS, getToolDefinition: () => definition },
    }),
    "call-1",
  );
  view.called({ path: "a.txt", edits: [{ oldText: "three", newText: "drei" }] });
  return { view, wasRead: wasRead.promise };
}

test("the preview of an edit has the lines of the file, unless an extension edits: its file is another one", async () => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, "a.txt"), "one\ntwo\nthree\nfour\n");
  const [foreign, own] = [proposedEdit(cwd, "extension"), proposedEdit(cwd, "tau")];
  for (const { view } of [foreign, own]) seen(view, 60);
  await own.wasRead;
  // As long again as the file of the other took, and it was asked for first.
  await EditedFile.read(join(cwd, "a.txt"));
  expect(seen(own.view, 60)).toContain("two");
  expect(seen(foreign.view, 60)).toContain("drei");
  expect(seen(foreign.view, 60)).not.toContain("two");
});

test("a pipe is not opened for the preview", async () => {
  const pipe = join(temporaryDirectory(), "pipe");
  execFileSync("mkfifo", [pipe]);
  expect(await EditedFile.read(pipe)).toBeUndefined();
});
