import { readFile } from "node:fs/promises";
import { createWorkspace, ModelRequest } from "@tau/testkit";
import { expect, test } from "vitest";
import { readCall, shellCall, writeCall } from "../work/offered-calls.ts";
import { parallelTools, toolTurns } from "../work/scripts.ts";
import { writeSyntheticSession } from "../work/synthetic-session.ts";

const request = (body: unknown) =>
  new ModelRequest({
    index: 0,
    protocol: "anthropic-messages",
    method: "POST",
    path: "/v1/messages",
    headers: {},
    bytes: Buffer.from(JSON.stringify(body)),
    arrivedAt: 0,
  });

const offering = (name: string, properties: object, required: string[] = [], extra: object = {}) =>
  request({ tools: [{ name, input_schema: { properties, required } }], ...extra });

test("a shell call fits the parameters of the tool that is offered", () => {
  expect(shellCall(offering("bash", { command: { type: "string" } }), "ls")).toEqual({
    name: "bash",
    arguments: { command: "ls" },
  });
  expect(
    shellCall(offering("shell", { command: { type: "array" }, workdir: { type: "string" } }, ["workdir"]), "ls"),
  ).toEqual({
    name: "shell",
    arguments: { command: ["bash", "-lc", "ls"], workdir: "bench" },
  });
  expect(
    shellCall(offering("exec_command", { cmd: { type: "string" }, tty: { type: "boolean" } }, ["cmd", "tty"]), "ls"),
  ).toEqual({
    name: "exec_command",
    arguments: { cmd: "ls", tty: false },
  });
  expect(shellCall(offering("read", {}), "ls")).toBeUndefined();
});

test("a write call fits a file tool, or is a patch for a tool of free text", () => {
  const file = offering("Write", { file_path: {}, content: {} });
  expect(writeCall(file, "/x/a.txt", 1)?.arguments).toEqual({ file_path: "/x/a.txt", content: expect.any(String) });
  const patch = request({ tools: [{ type: "custom", name: "apply_patch" }] });
  const call = writeCall(patch, "/x/a.txt", 1);
  expect(call).toMatchObject({ name: "apply_patch", custom: true });
  expect(call?.arguments).toMatch(/^\*\*\* Begin Patch\n\*\*\* Add File: a.txt\n\+[\s\S]*\n\*\*\* End Patch\n$/);
});

test("a read call fits the file tool that is offered", () => {
  expect(readCall(offering("Read", { file_path: {} }), "a.txt")).toEqual({
    name: "Read",
    arguments: { file_path: "a.txt" },
  });
  expect(readCall(offering("bash", {}), "a.txt")).toBeUndefined();
});

test("a script follows the results that a request carries, and leaves side requests alone", () => {
  const results = (count: number) => ({
    messages: [{ content: Array.from({ length: count }, () => ({ type: "tool_result" })) }],
  });
  const at = (count: number) => offering("bash", { command: {} }, [], results(count));
  expect(toolTurns(2)(at(1))).toEqual({ toolCalls: [{ name: "bash", arguments: { command: "echo turn 1" } }] });
  expect(toolTurns(2)(at(2))).toEqual({ text: ["All ", "done", "."] });
  expect(parallelTools(3)(at(0)).toolCalls).toHaveLength(3);
  expect(toolTurns(2)(request({ messages: [] }))).toEqual({ text: "Bench" });
  expect(() => toolTurns(2)(offering("read", {}))).toThrow(/no tool for this work; it offers read/);
});

test("a synthetic session is a chain of entries of the size asked for, cut at a prompt", async () => {
  await using workspace = await createWorkspace();
  const file = workspace.path("s.jsonl");
  await writeSyntheticSession({ file, cwd: workspace.cwd, megabytes: 0.5, isCompacted: true });
  const text = await readFile(file, "utf8");
  expect(text.length).toBeGreaterThan(0.5 * 2 ** 20);
  const [header, ...entries] = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(header).toMatchObject({ type: "session", version: 3, cwd: workspace.cwd });
  expect(entries.map((entry) => entry.parentId)).toEqual([null, ...entries.slice(0, -1).map((entry) => entry.id)]);
  const compaction = entries.find((entry) => entry.type === "compaction");
  expect(entries.find((entry) => entry.id === compaction?.firstKeptEntryId)).toMatchObject({
    message: { role: "user" },
  });
});
