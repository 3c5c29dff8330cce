import { SessionLog } from "@tau/agent";
import { expect, test } from "vitest";
import { withEntries } from "../../../../src/modes/interactive/screen/entries-between.ts";

const isMark = (type: string) => type === "mark";

function longLog(): SessionLog {
  const log = SessionLog.inMemory();
  log.appendCustomEntry("mark", { number: -1 });
  for (let number = 0; number < 400; number++) {
    log.appendMessage({ role: "user", content: `prompt ${number}`, timestamp: number });
    log.appendCustomEntry(number % 2 === 0 ? "mark" : "other", { number });
  }
  return log;
}

test("of a long conversation only the end is read; its entries stand behind the messages they follow", () => {
  const { source, between } = withEntries(longLog(), isMark);
  const { messages, before } = source.recentMessages((read) => read.length >= 10);
  expect([messages.length < 100, messages.length + before]).toEqual([true, 400]);
  const marks = messages.map((message) => between.get(message)?.map(({ data }) => (data as { number: number }).number));
  const expected = messages.map(({ timestamp }) => (Number(timestamp) % 2 === 0 ? [timestamp] : undefined));
  expect([marks, between.get(undefined)]).toEqual([expected, undefined]);
});

test("what comes before the first message is there where all is read", () => {
  const { source, between } = withEntries(longLog(), isMark);
  expect(source.recentMessages(() => false)).toMatchObject({ before: 0 });
  expect(between.get(undefined)).toMatchObject([{ data: { number: -1 } }]);
});
