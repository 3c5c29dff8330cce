import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AssistantMessage, streamSimple } from "../../src/index.ts";
import type { Frames, Script } from "../support/dialects/dialect.ts";
import { dialects } from "../support/dialects/index.ts";
import { testModel } from "../support/models.ts";
import { checkStreamContract } from "../support/stream-contract.ts";

const script: Script = {
  says: [
    { thinking: ["Let me ", "see."], signature: "c2lnbmVk" },
    { text: ["I rea", "d it."] },
    { call: { id: "call_1", name: "read", pieces: ['{"path":', '"a.ts"}'] } },
    { call: { id: "call_2", name: "read", pieces: ["{}"] } },
  ],
};

describe.each(dialects)("$api", ({ api, encode, model }) => {
  const frames = encode(script);
  const play = async (chosen: Frames) => {
    const body = Buffer.concat(chosen.map((frame) => Buffer.from(frame as string)));
    const asked = testModel(api, { baseUrl: "http://server.invalid", ...model });
    const stream = streamSimple(asked, { messages: [] }, { apiKey: "k", fetch: async () => new Response(body) });
    const events = await Array.fromAsync(stream);
    return { events, message: await stream.result() };
  };

  test("frames that are lost, repeated or out of order break neither the contract nor the message", async () => {
    const places = fc.array(fc.nat({ max: frames.length - 1 }), { maxLength: frames.length + 4 });
    await fc.assert(
      fc.asyncProperty(places, async (chosen) => {
        const { events, message } = await play(chosen.map((place) => frames[place] as string));
        checkStreamContract(events);
        checkMessage(message);
      }),
      { numRuns: 60 },
    );
  });

  test.runIf(typeof frames[0] === "string")("values of other types in their fields do not either", async () => {
    const junk = fc.constantFrom(null, 7, "x", [], {}, true);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: frames.length - 1 }), fc.nat(), junk, async (place, field, value) => {
        const { events, message } = await play(frames.with(place, replaceField(frames[place] as string, field, value)));
        checkStreamContract(events);
        checkMessage(message);
      }),
      { numRuns: 120 },
    );
  });
});

/** Whatever came, what is kept has the types that its readers count on. */
function checkMessage({ errorMessage = "", content, usage, ...message }: AssistantMessage): void {
  expect(errorMessage).not.toMatch(/undefined|Cannot read|is not (?:a function|iterable)/);
  const { cost, ...counts } = usage;
  const { totalFromProvider: _flag, ...costs } = cost;
  expect([...Object.values(counts), ...Object.values(costs)].filter((count) => !(count >= 0))).toEqual([]);
  for (const block of content) {
    const texts =
      block.type === "toolCall" ? [block.id, block.name] : [block.type === "text" ? block.text : block.thinking];
    for (const text of texts) expect(text).toBeTypeOf("string");
  }
  for (const field of ["responseId", "responseModel", "rawStopReason"] as const) {
    expect(typeof (message[field] ?? "")).toBe("string");
  }
}

/** The frame with one value, anywhere in its JSON, replaced. */
function replaceField(frame: string, which: number, value: unknown): string {
  const start = frame.indexOf("{");
  if (start < 0) return frame;
  const data = JSON.parse(frame.slice(start)) as object;
  const places: [object, string][] = [];
  const visit = (node: unknown) => {
    if (typeof node !== "object" || node === null) return;
    for (const key of Object.keys(node)) {
      places.push([node, key]);
      visit((node as Record<string, unknown>)[key]);
    }
  };
  visit(data);
  const [node, key] = places[which % places.length] as [object, string];
  Object.assign(node, { [key]: value });
  return `${frame.slice(0, start)}${JSON.stringify(data)}${/\n*$/.exec(frame)?.[0] ?? ""}`;
}
