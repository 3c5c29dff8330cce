import { type Context, fauxAssistantMessage } from "@tau/ai";
import { expect, test } from "vitest";
import type { SessionBeforeCompactResult, SessionCompactingResult } from "../../../src/core/extensions/index.ts";
import { sessionWith } from "./session-with.ts";

/** A conversation that is compacted, with what the model was asked for the summary. */
async function compacted(compacting: SessionCompactingResult[], before?: SessionBeforeCompactResult) {
  const asked: string[] = [];
  const heard: string[] = [];
  const summary = ({ messages }: Context) => {
    asked.push(JSON.stringify(messages));
    return fauxAssistantMessage("the summary");
  };
  const setup = await sessionWith(
    [
      (pi) => {
        if (before) pi.on("session_before_compact", () => before);
        for (const result of compacting)
          pi.on("session.compacting", ({ messages, sessionId }) => {
            heard.push(`${messages.length > 0} ${sessionId === setup.session.sessionManager.getSessionId()}`);
            return result;
          });
      },
    ],
    { answers: [fauxAssistantMessage("one"), fauxAssistantMessage("two"), summary, summary] },
  );
  setup.services.settings.set("compaction.keepRecentTokens", 1, "global");
  await setup.session.prompt("first");
  await setup.session.prompt("second");
  await setup.session.compact("the user's wish").catch((error: unknown) => void asked.push(String(error)));
  const entry = setup.session.sessionManager.getBranch().find(({ type }) => type === "compaction");
  return { setup, asked, heard, entry };
}

test("R88 session.compacting replaces what the model is asked for, and keeps data with it; the latest answer stands", async () => {
  const { setup, asked, heard, entry } = await compacted([
    { prompt: "never used" },
    { prompt: "mind the gap", context: ["line one", "line two"], preserveData: { kept: 7 } },
  ]);
  await using _ = setup;
  expect(heard).toEqual(["true true", "true true"]);
  expect(asked[0]).toMatch(/mind the gap.*the user's wish\\nline one\\nline two/);
  expect(asked[0]).not.toMatch(/never used|## Goal/);
  expect(entry).toMatchObject({ details: { preserveData: { kept: 7 } } });
});

test("context lines are added to what the user asked for", async () => {
  const { setup, asked } = await compacted([{ context: ["also this"] }]);
  await using _ = setup;
  expect(asked[0]).toContain("the user's wish\\nalso this");
  expect(asked[0]).toContain("## Goal");
});

test("nobody is asked what to heed where the compaction is cancelled", async () => {
  const { setup, heard, entry } = await compacted([{ prompt: "x" }], { cancel: true });
  await using _ = setup;
  expect([heard, entry]).toEqual([[], undefined]);
});

test("a compaction that fails says whether an extension had brought its summary", async () => {
  const failed: unknown[] = [];
  let brings = true;
  await using setup = await sessionWith(
    [
      (pi) => {
        pi.on("session_before_compact", ({ preparation: { firstKeptEntryId, tokensBefore } }) => {
          // Whoever leaves the branch meanwhile leaves the summary without a place.
          setup.session.sessionManager.resetLeaf();
          return brings ? { compaction: { summary: "mine", firstKeptEntryId, tokensBefore } } : undefined;
        });
        pi.on("session_compact_failed", ({ fromExtension, aborted }) => void failed.push([fromExtension, aborted]));
      },
    ],
    { answers: ["one", "two", "a summary", "and of the turn"].map((text) => fauxAssistantMessage(text)) },
  );
  const { session, services } = setup;
  services.settings.set("compaction.keepRecentTokens", 1, "global");
  for (const text of ["first", "second"]) await session.prompt(text);
  const leaf = session.sessionManager.getLeafId() ?? "";
  await expect(session.compact()).rejects.toThrow(/The session changed while/);
  session.sessionManager.branch(leaf);
  brings = false;
  await expect(session.compact()).rejects.toThrow(/The session changed while/);
  expect(failed).toEqual([
    [true, false],
    [false, false],
  ]);
});
