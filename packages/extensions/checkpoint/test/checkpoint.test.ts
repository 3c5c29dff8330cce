import { readFileSync } from "node:fs";
import type { ExtensionAPI } from "@tau/coding-agent";
import type { ModelReply, ModelRequest } from "@tau/testkit";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";

const call = (name: string, args: object): ModelReply => ({ toolCalls: [{ name, arguments: args as never }] });
const said = (request: ModelRequest | undefined) => JSON.stringify(request?.body);
const files = { "a.txt": "a very long detail" };

async function run(script: ModelReply[]) {
  const harness = await createExtensionHarness({ extensions: [manifest], script, files });
  const answer = await harness.prompt("go");
  const results = harness.session.messages.flatMap((message) =>
    message.role === "toolResult" ? [message.content.map((block) => ("text" in block ? block.text : "")).join("")] : [],
  );
  return { harness, answer, results };
}

test("R277: after a rewind the exploration is out of the context and its report in; the log keeps the entries", async () => {
  const { harness, answer } = await run([
    call("checkpoint", { goal: "find the detail" }),
    call("read", { path: "a.txt" }),
    call("rewind", { report: "It is in a.txt." }),
    { text: "answered" },
  ]);
  await using _ = harness;
  expect(answer).toBe("answered");
  const { requests } = harness.server;
  expect(said(requests[2])).toContain("a very long detail");
  expect(said(requests[3])).not.toContain("a very long detail");
  expect(said(requests[3])).toMatch(/Checkpoint set.*It is in a\.txt\./);
  const log = readFileSync(harness.session.sessionFile ?? "", "utf8");
  expect(log).toContain("a very long detail");
  const entries = log
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const [checkpointed] = entries.filter((entry) => JSON.stringify(entry).includes("Checkpoint set."));
  const summary = entries.find(({ type }) => type === "branch_summary");
  expect(summary).toMatchObject({ parentId: checkpointed?.id, summary: "It is in a.txt." });
  expect(entries).toContainEqual(
    expect.objectContaining({ type: "custom_message", customType: "rewind-report", display: false }),
  );
  expect(harness.errors).toEqual([]);
});

test("R277: an agent has no checkpoint of its own", async () => {
  let api: ExtensionAPI | undefined;
  await using harness = await createExtensionHarness({
    extensions: [
      manifest,
      (pi: ExtensionAPI) => {
        api = pi;
      },
    ],
    script: [{ text: "hello" }, call("checkpoint", { goal: "g" }), call("rewind", { report: "r" }), { text: "done" }],
  });
  await harness.prompt("go");
  const child = await api?.children.create({ name: "a", tools: ["checkpoint", "rewind"] });
  expect(await child?.prompt("look")).toMatchObject({ status: "completed", text: "done" });
  const results = child?.messages.flatMap((message) => (message.role === "toolResult" ? [message] : [])) ?? [];
  expect(results.map(({ isError }) => isError)).toEqual([true, true]);
  expect(JSON.stringify(results)).toMatch(/Checkpoint not available in subagents/);
});

test("R277: a nested checkpoint, a rewind without one or in the same step and an empty report are errors", async () => {
  const { harness, results } = await run([
    call("rewind", { report: "x" }),
    {
      toolCalls: [
        { name: "checkpoint", arguments: { goal: "g" } },
        { name: "rewind", arguments: { report: "early" } },
      ],
    },
    call("checkpoint", { goal: "again" }),
    call("rewind", { report: "  " }),
    call("rewind", { report: "found" }),
    { text: "done" },
  ]);
  await using _ = harness;
  expect(said(harness.server.requests[4])).toMatch(
    /No active checkpoint\..*set in this very step.*Checkpoint already active\..*Report cannot be empty\./,
  );
  expect(results).toHaveLength(3);
});

test("R277: a run that would end with an active checkpoint is reminded, and given up at last", async () => {
  const { harness, answer } = await run([
    call("checkpoint", { goal: "g" }),
    { text: "one" },
    { text: "two" },
    { text: "three" },
  ]);
  await using _ = harness;
  expect(answer).toBe("three");
  expect(said(harness.server.requests.at(-1)).match(/The checkpoint is still active/g)).toHaveLength(2);
});

test("R277: a run that is stopped clears the checkpoint", async () => {
  const harness = await createExtensionHarness({
    extensions: [manifest],
    script: [
      call("checkpoint", { goal: "g" }),
      { failure: "silence" },
      call("checkpoint", { goal: "h" }),
      call("rewind", { report: "r" }),
      { text: "ok" },
    ],
  });
  await using _ = harness;
  const stopped = harness.prompt("go");
  await harness.server.waitForRequest(({ index }) => index === 1);
  await harness.session.abort();
  await stopped;
  expect(await harness.prompt("again")).toBe("ok");
  expect(said(harness.server.requests.at(-2))).not.toContain("already active");
});
