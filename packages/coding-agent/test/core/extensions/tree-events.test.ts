import { fauxAssistantMessage } from "@tau/ai";
import { expect, test } from "vitest";
import type { ExtensionAPI, SessionBeforeTreeEvent, SessionTreeEvent } from "../../../src/core/extensions/index.ts";
import { sessionWith } from "./session-with.ts";

async function afterTwoPrompts(extension: (pi: ExtensionAPI) => void) {
  const fixture = await sessionWith([{ name: "tree", factory: extension }], {
    answers: ["one", "two", "a summary"].map((text) => fauxAssistantMessage(text)),
  });
  await fixture.session.prompt("first");
  await fixture.session.prompt("second");
  const target = fixture.session.sessionManager.getBranch().find(({ type }) => type === "message")?.id as string;
  return { fixture, target };
}

test("session_before_tree may bring the summary, and session_tree tells of it", async () => {
  const before: SessionBeforeTreeEvent[] = [];
  const after: SessionTreeEvent[] = [];
  const { fixture, target } = await afterTwoPrompts((pi) => {
    pi.on("session_before_tree", (event) => {
      before.push(event);
      return { summary: { summary: "mine", details: { by: "me" } }, label: "here" };
    });
    pi.on("session_tree", (event) => void after.push(event));
  });
  await using _ = fixture;
  const { session } = fixture;
  const { summaryEntry } = await session.navigateTree(target, { summarize: true, label: "the user's" });
  expect(summaryEntry).toMatchObject({ summary: "mine", details: { by: "me" }, fromHook: true });
  expect(session.sessionManager.getLabel(summaryEntry?.id as string)).toBe("here");
  expect(before[0]?.preparation).toMatchObject({ targetId: target, userWantsSummary: true, label: "the user's" });
  expect(after).toEqual([expect.objectContaining({ type: "session_tree", summaryEntry, fromExtension: true })]);
  expect(fixture.faux.state.callCount).toBe(2);
});

test("session_before_tree may say how the summary is made", async () => {
  const { fixture, target } = await afterTwoPrompts((pi) => {
    pi.on("session_before_tree", () => ({ customInstructions: "only decisions", replaceInstructions: true }));
  });
  await using _ = fixture;
  let prompt = "";
  fixture.faux.setResponses([
    (context) => {
      prompt = JSON.stringify(context.messages);
      return fauxAssistantMessage("a summary");
    },
  ]);
  const { summaryEntry } = await fixture.session.navigateTree(target, { summarize: true, customInstructions: "all" });
  expect(summaryEntry?.summary).toContain("a summary");
  expect(prompt).toContain("only decisions");
});

test("session_before_tree may cancel", async () => {
  const { fixture, target } = await afterTwoPrompts((pi) => {
    pi.on("session_before_tree", () => ({ cancel: true }));
  });
  await using _ = fixture;
  const leaf = fixture.session.sessionManager.getLeafId();
  expect(await fixture.session.navigateTree(target)).toEqual({ cancelled: true });
  expect(fixture.session.sessionManager.getLeafId()).toBe(leaf);
});
