import { fauxAssistantMessage } from "@tau/ai";
import { expect, test } from "vitest";
import { spentIn } from "../../../../src/core/session/log/spent.ts";
import { formatCount, SessionFigures } from "../../../../src/modes/interactive/status/session-figures.ts";
import { sessionFor } from "../../../core/session/session-for.ts";

test("what a session has used does not shrink with a compaction, neither at once nor after a resume", async () => {
  const answers = ["one", "two", "## Goal\nA summary", "And of the turn"].map((text) => fauxAssistantMessage(text));
  await using setup = await sessionFor(answers, { settings: { compaction: { keepRecentTokens: 1 } } });
  const { session } = setup;
  const figures = new SessionFigures();
  figures.recount(session);
  session.subscribe((event) => {
    if (event.type === "message_end") figures.add(event.message, session);
    if (event.type === "compaction_end" && event.result?.usage) figures.spend(event.result.usage);
  });
  await session.prompt("many words ".repeat(500));
  await session.prompt("and more");
  await session.compaction.compact();
  figures.describe(session);
  const { tokens } = spentIn(session.log);
  expect(tokens.input).toBeGreaterThan(1000);
  expect(figures.tokens).toBe(`↑${formatCount(tokens.total - tokens.output)} ↓${formatCount(tokens.output)}`);
  const later = new SessionFigures();
  later.recount(session);
  expect(later.tokens).toBe(figures.tokens);
});
