import { execFileSync } from "node:child_process";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createEditTool, createReadTool, createWriteTool } from "../../../src/core/tools/index.ts";
import { tempFolder } from "../temp-folder.ts";
import { call } from "./run-tool.ts";

const PIPE = "it is a pipe, a socket or a device. Use bash for those.";

test("a pipe that nobody writes to and a device without end are refused, not waited for", async () => {
  const folder = await tempFolder();
  execFileSync("mkfifo", [join(folder, "pipe")]);
  await expect(call(createReadTool(folder), { path: "pipe" })).rejects.toThrow(`Cannot read pipe: ${PIPE}`);
  await expect(call(createReadTool(folder), { path: "/dev/zero" })).rejects.toThrow(`Cannot read /dev/zero: ${PIPE}`);
  await expect(call(createWriteTool(folder), { path: "pipe", content: "x" })).rejects.toThrow(
    `Cannot write pipe: ${PIPE}`,
  );
  const edits = [{ oldText: "a", newText: "b" }];
  await expect(call(createEditTool(folder), { path: "pipe", edits })).rejects.toThrow(`Cannot edit pipe: ${PIPE}`);
});

test("links that go in a circle are called that", async () => {
  const folder = await tempFolder();
  await symlink("loop", join(folder, "loop"));
  await expect(call(createReadTool(folder), { path: "loop" })).rejects.toThrow(
    "Cannot read loop: its symbolic links go in a circle.",
  );
});

test("a link whose file is gone is not suggested in its own place", async () => {
  const folder = await tempFolder();
  await symlink("gone", join(folder, "link"));
  await expect(call(createReadTool(folder), { path: "link" })).rejects.toThrow(
    "Cannot read link: no such file. Check the path with ls or find.",
  );
});
