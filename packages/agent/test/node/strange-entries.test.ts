import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { prepareCompaction } from "../../src/compaction/prepare-compaction.ts";
import { findRelief } from "../../src/compaction/relief.ts";
import { IndexCache } from "../../src/node/index/session-index.ts";
import { openLog } from "../../src/node/log/session-files.ts";
import { cloneLog } from "../../src/node/sessions/earlier-sessions.ts";
import { listSessions } from "../../src/node/sessions/list-sessions.ts";
import { findUnfinishedBash } from "../../src/session/context/bash-intent.ts";
import { readBranchState } from "../../src/session/context/branch-state.ts";
import { planResume } from "../../src/session/context/interrupted-turn.ts";
import { convertToLlm } from "../../src/session/entries/messages.ts";
import type { SessionLog } from "../../src/session/session-log.ts";
import { estimateContextTokens } from "../../src/usage/context-tokens.ts";
import { messageTotals } from "../../src/usage/usage-totals.ts";
import { model } from "../compaction/scripted-model.ts";
import { assistant, toolCall, toolResult, user } from "../session/messages-for-tests.ts";
import { header } from "../session/store-contract.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const settings = { enabled: true, reserveTokens: 100, keepRecentTokens: 1 };

/** One of every kind, as a list of bodies: each becomes the child of the one before it. */
const BODIES: object[] = [
  { type: "message", message: user("u") },
  {
    type: "message",
    message: {
      ...user(""),
      content: [
        { type: "text", text: "t" },
        { type: "image", data: "", mimeType: "image/png" },
      ],
    },
  },
  { type: "message", message: toolCall("1", "read", { path: "a" }) },
  { type: "message", message: toolResult("1", "r") },
  {
    type: "message",
    message: assistant("a", {
      content: [
        { type: "thinking", thinking: "hm" },
        { type: "text", text: "a" },
      ],
    }),
  },
  {
    type: "message",
    message: {
      role: "bashExecution",
      command: "ls",
      output: "x",
      exitCode: 1,
      cancelled: false,
      truncated: true,
      timestamp: 1,
    },
  },
  { type: "message", message: { role: "custom", customType: "c", content: "c", display: true, timestamp: 1 } },
  { type: "model_change", provider: "demo", modelId: "m" },
  { type: "model_change", model: "demo/m", role: "default" },
  { type: "thinking_level_change", thinkingLevel: "high" },
  { type: "usage", kind: "title", provider: "p", model: "m", usage: assistant("").usage },
  {
    type: "compaction",
    summary: "s",
    firstKeptEntryId: "e0",
    tokensBefore: 1,
    details: { readFiles: ["a"], modifiedFiles: [] },
  },
  { type: "branch_summary", fromId: "e0", summary: "s", details: { readFiles: ["a"], modifiedFiles: [] } },
  { type: "custom", customType: "tau.bash-intent", data: { command: "make", excludeFromContext: true } },
  {
    type: "custom",
    customType: "tau.bash-outcome",
    data: { role: "bashExecution", intentId: "e1", command: "make", output: "", cancelled: false, truncated: false },
  },
  { type: "custom", customType: "tau.tool-intent", data: { toolCallId: "1", toolName: "read" } },
  { type: "custom_message", customType: "c", content: [{ type: "text", text: "t" }], display: true },
  { type: "context_edit", targetId: "e0", replacement: { content: "other" } },
  { type: "label", targetId: "e0", label: "l" },
  { type: "session_info", name: "n" },
  { type: "service_tier_change", serviceTier: "x" },
  { type: "mode_change", mode: "plan", data: {} },
  { type: "ttsr_injection", injectedRules: ["r"] },
  { type: "mcp_tool_selection", selectedToolNames: ["t"] },
  {
    type: "message",
    message: {
      role: "toolResult",
      toolCallId: "9",
      toolName: "x",
      content: [{ type: "text", text: "" }],
      isError: false,
      timestamp: 1,
      nestedCalls: { calls: [{ name: "read", arguments: { path: "b" } }] },
    },
  },
];

const strange = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    0,
    "",
    "x",
    true,
    [],
    {},
    [null],
    [0],
    [{}],
    [{ type: "toolCall" }],
    [{ type: "text" }],
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

const places = fc.array(fc.tuple(fc.nat(), fc.nat(), strange), { minLength: 1, maxLength: 4 });

describe("anything in place of any field: what is sound loads, what is not is set aside and told of, nothing throws", () => {
  test("in a file that is read at once", () => {
    const home = temporaryFolder();
    fc.assert(
      fc.property(fc.shuffledSubarray(BODIES, { minLength: 4 }), places, (bodies, changes) => {
        const entries = chained(bodies);
        change(entries, changes);
        const { path, content } = write(home, [header, ...entries]);
        const session = openLog(path, undefined, undefined, { home });
        use(session);
        expect(session.getEntryCount() + damage(session)).toBe(entries.length);
        expect(readFileSync(path, "utf8")).toBe(content);
        session.appendMessage(user("goes on"));
        session.close();
        use(openLog(path, undefined, undefined, { home }));
        rmSync(path);
      }),
      { numRuns: 150 },
    );
  });

  test("in a large file, whose entries are read when they are asked for", () => {
    const home = temporaryFolder();
    const filler = { type: "custom", customType: "filler", data: "x".repeat(600_000) };
    fc.assert(
      fc.property(fc.shuffledSubarray(BODIES, { minLength: 4 }), places, (bodies, changes) => {
        const entries = chained(bodies);
        change(entries, changes);
        const { path, content } = write(home, [header, ...chained([...entries, filler])]);
        const session = openLog(path, undefined, undefined, { home });
        use(session);
        expect(session.getEntries().length + damage(session)).toBe(entries.length + 1);
        expect(readFileSync(path, "utf8")).toBe(content);
        session.close();
        rmSync(path);
      }),
      { numRuns: 50 },
    );
  });

  test("in a file of an older version: what is left out of the new one has a copy", () => {
    const home = temporaryFolder();
    const headers = fc.constantFrom(
      { ...header, version: undefined },
      { ...header, version: 0 },
      { ...header, version: 2 },
      { type: "metadata", id: "old", timestamp: header.timestamp, cwd: "/project" },
    );
    fc.assert(
      fc.property(headers, fc.shuffledSubarray(BODIES, { minLength: 4 }), places, (old, bodies, changes) => {
        const isList = !("version" in old && old.version === 2);
        const entries = isList ? structuredClone(bodies) : chained(bodies);
        change(entries, changes);
        const { path } = write(home, [old, ...entries]);
        const session = openLog(path, undefined, undefined, { home });
        use(session);
        expect(session.getEntryCount() + damage(session)).toBe(entries.length);
        const aside = path.replace(".jsonl", ".damaged");
        const lines = existsSync(aside) ? readFileSync(aside, "utf8").trim().split("\n") : [];
        expect(lines).toHaveLength(damage(session));
        const written = entries.map((entry) => JSON.stringify(entry));
        expect(lines.filter((line) => !written.includes(line))).toEqual([]);
        session.close();
        rmSync(path);
        rmSync(aside, { force: true });
      }),
      { numRuns: 100 },
    );
  });

  test("in a header, and in a list of sessions", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(BODIES, { minLength: 4 }),
        places,
        strange,
        async (bodies, changes, value) => {
          const home = temporaryFolder();
          const entries = chained(bodies);
          change(entries, changes);
          const keys = ["timestamp", "cwd", "parentSession", "title"];
          const first = { ...header, [keys[(changes[0]?.[1] ?? 0) % keys.length] as string]: value };
          const { path } = write(home, [first, ...entries]);
          write(home, [{ ...header, id: "sound" }]);
          const session = openLog(path, undefined, undefined, { home });
          expect([typeof session.getCwd(), session.getSessionId()]).toEqual(["string", header.id]);
          session.getSessionName();
          session.close();
          const listed = await listSessions([home], { index: new IndexCache(join(home, "index")) });
          expect(listed.map(({ id }) => id).sort()).toEqual(["session-1", "sound"]);
          cloneLog(path, "/other", join(home, "forks"), { home }).close();
        },
      ),
      { numRuns: 50 },
    );
  });
});

let serial = 0;

function write(folder: string, values: readonly object[]): { path: string; content: string } {
  const path = join(folder, `${serial++}.jsonl`);
  const content = values.map((value) => `${JSON.stringify(value)}\n`).join("");
  writeFileSync(path, content);
  return { path, content };
}

function chained(bodies: readonly object[]): object[] {
  return structuredClone(bodies).map(({ type, ...body }: { type?: string }, index) => ({
    type,
    id: `e${index}`,
    parentId: index === 0 ? null : `e${index - 1}`,
    timestamp: "2026-01-01T00:00:00.000Z",
    ...body,
  }));
}

function damage(session: SessionLog): number {
  return session.getDiagnostics().filter(({ code }) => code === "damaged-line").length;
}

function change(entries: readonly object[], changes: readonly (readonly [number, number, unknown])[]): void {
  for (const [which, where, value] of changes) replaceAt(entries[which % entries.length] as object, where, value);
}

test("kinds, roles and blocks may be called what every object has", () => {
  const home = temporaryFolder();
  const names = ["__proto__", "constructor", "hasOwnProperty", "__defineGetter__", "toString"];
  const bodies = names.flatMap((name) => [
    { type: name },
    { type: "message", message: { role: name, content: "c" } },
    { type: "message", message: { ...user(""), content: [{ type: name }] } },
  ]);
  const entries = chained([{ type: "message", message: user("u") }, ...bodies]);
  const { path } = write(home, [header, ...entries]);
  const session = openLog(path, undefined, undefined, { home });
  use(session);
  expect([session.getEntryCount(), damage(session)]).toEqual([entries.length, 0]);
});

/** Everything that is asked of a session somewhere. */
function use(session: SessionLog): void {
  const { messages } = session.buildSessionContext();
  JSON.stringify(convertToLlm(messages));
  messageTotals(messages);
  estimateContextTokens(messages);
  readBranchState(session.getBranch());
  findUnfinishedBash(session, ["e0", "e1", "e2"]);
  session.readContextEnd((messages) => messages.length > 1);
  planResume(session.getBranch(), () => "safe");
  prepareCompaction(session.getBranch(), settings);
  findRelief({
    reason: "threshold",
    session,
    model,
    settings,
    prune: { protectTokens: 0, minimumTokens: 0, protectedTools: [] },
  });
  session.getTree();
  session.getSessionName();
  session.getRelinkedEntries();
  session.getLabel("e0");
}

/** Puts `value` at one of the places in an entry that come after its id and parent. */
function replaceAt(entry: object, where: number, value: unknown): void {
  const places: [object, string][] = [];
  const visit = (holder: object) => {
    for (const [key, child] of Object.entries(holder)) {
      if (holder === entry && ["id", "parentId", "type"].includes(key)) continue;
      places.push([holder, key]);
      if (typeof child === "object" && child !== null) visit(child);
    }
  };
  visit(entry);
  const place = places[where % Math.max(1, places.length)];
  if (place) (place[0] as Record<string, unknown>)[place[1]] = structuredClone(value);
}
