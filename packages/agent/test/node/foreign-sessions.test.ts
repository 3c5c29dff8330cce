import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openLog } from "../../src/node/log/session-files.ts";
import { cloneLog } from "../../src/node/sessions/earlier-sessions.ts";
import { readBranchState } from "../../src/session/context/branch-state.ts";
import { convertToLlm } from "../../src/session/entries/messages.ts";
import { assistant, usage, user } from "../session/messages-for-tests.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const timestamp = "2026-01-02T03:04:05.006Z";

/** One of each kind that programs of this format write, in the order of a real conversation. */
const ENTRIES = chain([
  { type: "message", message: { role: "system", content: "", sections: { a: "b" }, toolsAdded: [], timestamp: 1 } },
  { type: "session_init", systemPrompt: "p", task: "t", tools: ["read"], outputSchema: null },
  { type: "model_change", model: "anthropic/claude", role: "default" },
  { type: "model_change", model: "openai/small", role: "smol" },
  { type: "service_tier_change", serviceTier: "flex" },
  { type: "mode_change", mode: "plan", data: { file: "plan.md" } },
  { type: "ttsr_injection", injectedRules: ["a", "b"] },
  { type: "ttsr_injection", injectedRules: ["b", "c"] },
  { type: "mcp_tool_selection", selectedToolNames: ["x"] },
  { type: "thinking_level_change", thinkingLevel: "high" },
  { type: "message", message: user("question") },
  { type: "custom_message", customType: "rule", content: "text", display: false, attribution: "agent" },
  { type: "message", message: { role: "fileMention", files: [{ path: "a.ts", content: "x" }], timestamp: 1 } },
  { type: "usage", kind: "cache_warm", provider: "p", model: "m", usage: usage(1) },
  {
    type: "compaction",
    summary: "s",
    shortSummary: "s",
    firstKeptEntryId: "0000000a",
    tokensBefore: 1,
    preserveData: { k: 1 },
  },
  { type: "message", message: assistant("answer", { thinkingLevel: "high" }) },
]);

test("R59: files of other programs open unchanged, with all they say", () => {
  const { path, bytes, home } = write();
  const session = openLog(path, undefined, undefined, { home });
  expect([session.getEntries(), session.getDiagnostics(), session.getSessionName()]).toEqual([
    ENTRIES,
    [],
    "Their name",
  ]);
  expect(readFileSync(path)).toEqual(bytes);
  expect(readBranchState(session.getBranch())).toEqual({
    thinkingLevel: "high",
    model: { provider: "demo", modelId: "scripted" },
    models: { default: "anthropic/claude", smol: "openai/small" },
    serviceTier: "flex",
    mode: "plan",
    modeData: { file: "plan.md" },
    injectedRules: ["a", "b", "c"],
    selectedTools: ["x"],
  });
  expect(session.buildSessionContext().messages.map(({ role }) => role as string)).toEqual([
    "compactionSummary",
    "user",
    "custom",
    "fileMention",
    "assistant",
  ]);
});

test("roles we do not know are kept, and no model is shown them", () => {
  const { path, home } = write();
  const { messages } = openLog(path, undefined, undefined, { home }).buildSessionContext();
  expect(convertToLlm(messages).map(({ role }) => role)).toEqual(["user", "user", "user", "assistant"]);
});

test("what we append is the only change, and a fork carries every kind on", () => {
  const { path, bytes, home } = write();
  const session = openLog(path, undefined, undefined, { home });
  session.appendMessage(user("ours"));
  expect(readFileSync(path).subarray(0, bytes.length)).toEqual(bytes);
  expect(readFileSync(path, "utf8").slice(bytes.length)).toBe(`${JSON.stringify(session.getLeafEntry())}\n`);
  const fork = cloneLog(path, "/other", undefined, { home });
  expect(fork.getEntries()).toEqual(session.getEntries());
  expect(session.fork(session.getLeafId()).getEntries()).toEqual(fork.getEntries());
});

test("R48, R56, P-SESS-29: an old file is brought up to date once, unknown kinds included", () => {
  const home = temporaryFolder();
  const path = join(home, "old.jsonl");
  const old = [
    { type: "session", id: "old", timestamp, cwd: "/their/project" },
    { type: "message", timestamp, message: user("question") },
    { type: "from_the_past", timestamp, value: 1 },
    { type: "message", timestamp, message: assistant("answer") },
  ];
  writeFileSync(path, `${old.map((line) => JSON.stringify(line)).join("\n")}\nbroken {\n`);
  const session = openLog(path, undefined, undefined, { home });
  expect(session.getEntries().map(({ type }) => type as string)).toEqual(["message", "from_the_past", "message"]);
  expect(session.getDiagnostics().map(({ code }) => code)).toEqual(["migrated", "damaged-line"]);
  expect(readFileSync(path.replace(".jsonl", ".damaged"), "utf8")).toBe("broken {\n");
  session.close();
  const bytes = readFileSync(path);
  const again = openLog(path, undefined, undefined, { home });
  expect([again.getDiagnostics(), again.getEntries()]).toEqual([[], session.getEntries()]);
  expect(readFileSync(path)).toEqual(bytes);
});

function write() {
  const home = temporaryFolder();
  const path = join(home, "theirs.jsonl");
  const header = {
    type: "session",
    version: 3,
    id: "theirs",
    timestamp,
    cwd: "/their/project",
    title: "Their name",
    titleSource: "auto",
  };
  writeFileSync(path, [header, ...ENTRIES].map((line) => `${JSON.stringify(line)}\n`).join(""));
  return { home, path, bytes: readFileSync(path) };
}

function chain(bodies: ({ type: string } & Record<string, unknown>)[]) {
  const id = (index: number) => index.toString(16).padStart(8, "0");
  return bodies.map(({ type, ...body }, index) => ({
    type,
    id: id(index),
    parentId: index === 0 ? null : id(index - 1),
    timestamp,
    ...body,
  }));
}
