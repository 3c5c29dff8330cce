import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { artifactDirectory } from "@tau/agent/node";
import { type FauxResponseStep, fauxAssistantMessage } from "@tau/ai";
import { expect, test } from "vitest";
import { type SessionSetup, sessionFor } from "../session-for.ts";

const said = (text: string) => fauxAssistantMessage(text);
const LONG = "many words ".repeat(2600);

type Compaction = Record<string, unknown>;

async function nearlyFull(answers: FauxResponseStep[], compaction: Compaction = {}) {
  const settings = {
    compaction: { strategy: "handoff", keepRecentTokens: 1, reserveTokens: 1000, ...compaction },
    retry: { enabled: false },
  } as const;
  const setup = await sessionFor([said("one"), said("two"), ...answers], { settings, contextWindow: 8000 });
  const told: unknown[] = [];
  setup.runtime.followHandoffs((problem) => told.push(problem));
  await setup.session.prompt("first");
  const first = setup.session;
  return { setup, told, first, file: first.sessionFile ?? "" };
}

const compactions = ({ events }: SessionSetup) => events.filter(({ type }) => type.startsWith("compaction"));
const roles = ({ session }: SessionSetup) => session.messages.map(({ role }) => role);

test("R94, R394: with the strategy handoff a full window is left for a session that begins with the document", async () => {
  let request: unknown;
  const document: FauxResponseStep = ({ tools, messages }, options) => {
    request = [tools?.map(({ name }) => name), messages.length, options?.toolChoice];
    return said("# What to know");
  };
  const { setup, told, first, file } = await nearlyFull([document, said("three")]);
  await using _ = setup;
  let before = "";
  first.subscribe((event) => {
    if (event.type === "agent_settled") before = readFileSync(file, "utf8");
  });
  await first.prompt(LONG);
  const { session } = setup;
  expect([session === first, session.log.getHeader()?.parentSession, told]).toEqual([false, file, [undefined]]);
  expect(session.messages).toMatchObject([
    {
      role: "custom",
      customType: "handoff",
      display: true,
      content: expect.stringMatching(/^<handoff-context>\n# What/),
    },
  ]);
  expect([session.model, readFileSync(file, "utf8")]).toEqual([first.model, before]);
  expect(request).toEqual([["read", "bash", "edit", "write"], 5, "none"]);
  expect(compactions(setup)).toEqual([
    { type: "compaction_start", reason: "threshold" },
    {
      type: "compaction_end",
      reason: "threshold",
      result: undefined,
      aborted: false,
      willRetry: false,
      handedOver: true,
    },
  ]);
  await session.prompt("go on");
  expect(session.getLastAssistantText()).toBe("three");
});

test.each([
  ["is empty", said("")],
  ["fails", fauxAssistantMessage("", { stopReason: "error", errorMessage: "not today" })],
])("R394: a document that %s is replaced by a summary", async (_name, document) => {
  const { setup, told, first } = await nearlyFull([document, said("A summary"), said("A summary")]);
  await using _ = setup;
  await first.prompt(LONG);
  expect([setup.session === first, told, roles(setup)[0]]).toEqual([true, [], "compactionSummary"]);
  expect(compactions(setup)).toMatchObject([{}, { result: { summary: expect.stringContaining("A summary") } }]);
});

test("R96, R100: one that is stopped leaves the session as it is, and is not followed by a summary", async () => {
  const stopped = Promise.withResolvers<void>();
  const document: FauxResponseStep = async (_context, options) => {
    options?.signal?.addEventListener("abort", () => stopped.resolve());
    first.compaction.abort();
    await stopped.promise;
    return fauxAssistantMessage("", { stopReason: "aborted" });
  };
  const { setup, told, first } = await nearlyFull([document, said("never")]);
  await using _ = setup;
  await first.prompt(LONG);
  expect([setup.session === first, told, roles(setup)]).toEqual([true, [], ["user", "assistant", "user", "assistant"]]);
  expect(compactions(setup)).toMatchObject([{}, { aborted: true, errorMessage: "Handoff cancelled" }]);
  expect(setup.faux.getPendingResponseCount()).toBe(1);
});

test("P-COMP-42: what is said while the document is written is said in the new session", async () => {
  const document: FauxResponseStep = async () => {
    await first.followUp("meanwhile");
    return said("# What to know");
  };
  const { setup, first } = await nearlyFull([document, said("three")]);
  await using _ = setup;
  await first.prompt(LONG);
  expect([roles(setup), setup.session.getLastAssistantText()]).toEqual([["custom", "user", "assistant"], "three"]);
});

test("R98: an automatic handoff is kept as a file if wanted; where that fails, it is told and nothing else", async () => {
  const kept = await nearlyFull([said("# Kept")], { handoffSaveToDisk: true });
  await using _ = kept.setup;
  await kept.first.prompt(LONG);
  const directory = artifactDirectory(kept.file);
  const [name = ""] = readdirSync(directory);
  expect([name, readFileSync(join(directory, name), "utf8")]).toEqual([
    expect.stringMatching(/^handoff-[\dTZ-]+\.md$/),
    "# Kept\n",
  ]);

  const refused = await nearlyFull([said("# Lost")], { handoffSaveToDisk: true });
  await using __ = refused.setup;
  writeFileSync(artifactDirectory(refused.file), "in the way");
  await refused.first.prompt(LONG);
  expect(refused.told).toEqual([expect.stringContaining("could not be kept")]);
  expect(roles(refused.setup)).toEqual(["custom"]);
});

test("R89: the strategy off stops what happens by itself, and not what is asked for", async () => {
  const { setup, first } = await nearlyFull([said("A summary"), said("A summary")], { strategy: "off" });
  await using _ = setup;
  await first.prompt(LONG);
  expect(compactions(setup)).toEqual([]);
  expect(await first.compaction.compact()).toMatchObject({ summary: expect.stringContaining("A summary") });
});

test.each([
  ["handoff", ["custom", "custom", "assistant"]],
  ["context-full", ["compactionSummary", "assistant", "custom", "assistant"]],
])("R90: with autoContinue the model is told to go on after the strategy %s", async (strategy, expected) => {
  const made = strategy === "handoff" ? [said("# What to know")] : [said("A summary"), said("A summary")];
  const { setup, first } = await nearlyFull([...made, said("three")], { strategy, autoContinue: true });
  await using _ = setup;
  await first.prompt(LONG);
  expect([roles(setup), setup.session.getLastAssistantText()]).toEqual([expected, "three"]);
});
