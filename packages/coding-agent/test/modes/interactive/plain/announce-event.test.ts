import { expect, test } from "vitest";
import type { AgentSessionEvent } from "../../../../src/core/session/session-event.ts";
import { createAnnouncer } from "../../../../src/modes/interactive/plain/plain-voice.ts";

test("a conversation is said to be shorter only where it is", () => {
  const announce = createAnnouncer();
  const ended = { type: "compaction_end", reason: "threshold", willRetry: false } as const;
  const events: AgentSessionEvent[] = [
    { ...ended, aborted: true, result: undefined },
    { ...ended, aborted: false, result: undefined, errorMessage: "no answer" },
    { ...ended, aborted: false, result: { summary: "short", firstKeptEntryId: "a", tokensBefore: 9 } },
  ];
  expect(events.map(announce)).toEqual([undefined, undefined, "The conversation was compacted."]);
});
