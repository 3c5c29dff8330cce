import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "@tau/agent/node";
import { fauxAssistantMessage, type Usage } from "@tau/ai";
import { afterAll, expect, test } from "vitest";
import { readSpent, spentIn } from "../../../src/core/session/spent.ts";

const folder = mkdtempSync(join(tmpdir(), "tau-spent-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const usage: Usage = {
  input: 10,
  output: 5,
  cacheRead: 3,
  cacheWrite: 2,
  totalTokens: 20,
  cost: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4, total: 10 },
};

test("a file read in steps gives what the entries give: every branch, summaries, no text that looks like a report", async () => {
  const log = createLog(folder, folder);
  const start = log.appendMessage({ role: "user", content: 'say {"usage":{"cost":7}}', timestamp: 1 });
  log.appendMessage({ ...fauxAssistantMessage("x".repeat(700_000)), usage });
  log.appendMessage({ ...fauxAssistantMessage("short"), usage });
  log.branch(start);
  log.appendMessage({ ...fauxAssistantMessage("other branch"), usage });
  log.appendCompaction("Before", start, 100, undefined, false, usage);
  log.appendUsage("title", "faux", "one", usage);
  const path = log.getSessionFile() ?? "";
  const expected = spentIn(log);
  expect(expected).toEqual({ tokens: { input: 50, output: 25, cacheRead: 15, cacheWrite: 10, total: 100 }, cost: 50 });
  expect(await readSpent(path, statSync(path).size)).toEqual(expected);
  log.close();
});

test("lines that are no entries cost nothing, and what was appended later is not counted", async () => {
  const path = join(folder, "strange.jsonl");
  const entry = JSON.stringify({ type: "usage", id: "1", parentId: null, usage });
  const counted = `{"usage":{ torn\n\n${entry}\n`;
  writeFileSync(path, `${counted}${entry}\n`);
  expect((await readSpent(path, Buffer.byteLength(counted))).cost).toBe(10);
});
