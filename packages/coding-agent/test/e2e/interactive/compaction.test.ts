import type { ModelReply, ModelRequest } from "@tau/testkit";
import { expect, test } from "vitest";
import { type ScriptedSetup, withScriptedModel } from "../scripted-model.ts";
import { leave, openTau, type TauOnTerminal, typeAndSee } from "./open-tau.ts";

const RETRY = { enabled: true, baseDelayMs: 1500, provider: { maxRetries: 0 } };

test("Escape stops a compaction, and what was sent meanwhile comes back instead of being sent", async () => {
  await using setup = await compacting({ text: ["The ", "summary", "…"], pace: 0.5 });
  await using tau = await openWithTalk(setup);
  await typeAndSee(tau, ["/compact\r", "Compacting…"], ["too soon\r", "Next: too soon"]);
  tau.press("escape");
  await tau.waitForText(/Compaction stopped\.\n[\s\S]*─\n ?too soon/);
  expect(tau.picture()).not.toContain("Next:");
  tau.press("ctrl+c");
  expect(await leave(tau)).toBe(0);
  expect(setup.server.requests.filter(({ body }) => JSON.stringify(body).includes("too soon"))).toEqual([]);
});

test("what is sent during a compaction is answered after it, and /session counts what was compacted", async () => {
  await using setup = await compacting({ text: "The summary." });
  await using tau = await openWithTalk(setup);
  await typeAndSee(tau, ["/compact\rthird\r", /Compacted from[\s\S]*third[\s\S]*An answer\./]);
  await typeAndSee(tau, ["/session\r", /Prompts +3\n +Answers +3\n/]);
  expect(await leave(tau)).toBe(0);
});

test("a summary that fails is asked for again in sight, and told of where it fails for good", async () => {
  // The conversation and the turn that is cut in two have a summary each.
  const overloaded = { failure: "overloaded" } as const;
  await using setup = await compacting(overloaded, overloaded, { failure: "invalid-request" });
  await using tau = await openWithTalk(setup);
  await typeAndSee(tau, ["/compact\r", /Asking for the summary again \(1 of \d\) in \d+ s \(Escape stops\)/]);
  await tau.waitForText(/summarization failed/i);
  expect(tau.picture()).not.toContain("Escape stops");
  await typeAndSee(tau, ["third\r", /third[\s\S]*An answer\./]);
  expect(await leave(tau)).toBe(0);
});

/** Summaries are asked for without tools; the last reply is given again and again. */
async function compacting(...summaries: [ModelReply, ...ModelReply[]]): Promise<ScriptedSetup> {
  const script = ({ tools }: ModelRequest): ModelReply => {
    if (tools.length > 0) return { text: "An answer." };
    const [reply] = summaries.length > 1 ? summaries.splice(0, 1) : summaries;
    return reply as ModelReply;
  };
  const setup = await withScriptedModel(script);
  await setup.workspace.configure("settings.json", {
    defaultProvider: "scripted",
    defaultModel: "model",
    compaction: { keepRecentTokens: 1 },
    retry: RETRY,
  });
  return setup;
}

async function openWithTalk({ workspace }: ScriptedSetup): Promise<TauOnTerminal> {
  const tau = await openTau(workspace, { args: ["--no-extensions"] });
  await typeAndSee(tau, ["first\r", /first[\s\S]*An answer\./], ["second\r", /second[\s\S]*An answer\./]);
  return tau;
}
