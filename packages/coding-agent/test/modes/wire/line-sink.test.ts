import fc from "fast-check";
import { expect, test } from "vitest";
import { createLineSink } from "../../../src/modes/wire/line-sink.ts";
import { serializeJsonLine, stringifyDeep } from "../../../src/modes/wire/serialize-json-line.ts";

/** An output that takes text only when the test says so. */
class SlowOutput {
  text = "";
  writes = 0;
  isFull = false;
  private drained: (() => void) | undefined;

  write(text: string): boolean {
    this.text += text;
    this.writes++;
    return !this.isFull;
  }

  onceDrained(listener: () => void): void {
    this.drained = listener;
  }

  drain(): void {
    this.isFull = false;
    this.drained?.();
  }

  get lines(): unknown[] {
    return this.text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }
}

function textDelta(delta: string, contentIndex = 0): object {
  const usage = { input: 0 };
  return { type: "message_update", usage, assistantMessageEvent: { type: "text_delta", contentIndex, delta } };
}

function laggingSink() {
  const output = new SlowOutput();
  output.isFull = true;
  const sink = createLineSink(output);
  sink.write({ type: "ready" });
  sink.flush();
  return { output, sink };
}

test("what a reader has not taken is held: deltas of one block are joined, all else stays in its place", () => {
  const { output, sink } = laggingSink();
  const response = { type: "response", command: "get_state", success: true };
  const update = (toolCallId: string, text: string) => ({ type: "tool_execution_update", toolCallId, text });
  const output1 = (delta: string) => ({ type: "bash_execution_update", id: "b", delta });
  for (const line of [textDelta("a"), textDelta("b"), textDelta("x", 1), response, textDelta("c"), textDelta("d")])
    sink.write(line);
  sink.write({ type: "turn_start" });
  for (const line of [update("1", "old"), update("2", "other"), update("1", "new")]) sink.write(line);
  for (const line of [output1("1\n"), output1("2\n")]) sink.write(line);
  expect(output.lines).toEqual([{ type: "ready" }]);
  output.drain();
  expect(output.lines).toEqual([
    { type: "ready" },
    textDelta("ab"),
    textDelta("x", 1),
    response,
    textDelta("cd"),
    { type: "turn_start" },
    update("1", "new"),
    update("2", "other"),
    output1("1\n2\n"),
  ]);
});

test("a record is held as it was when it was written", () => {
  const { output, sink } = laggingSink();
  const messages = ["first"];
  sink.write({ type: "response", data: { messages } });
  messages.push("second");
  output.drain();
  expect(output.lines.at(-1)).toEqual({ type: "response", data: { messages: ["first"] } });
});

test("the end of the mode hands everything on, read or not", () => {
  const { output, sink } = laggingSink();
  sink.write({ type: "agent_settled" });
  sink.flush();
  expect(output.lines).toEqual([{ type: "ready" }, { type: "agent_settled" }]);
});

test("a reader that falls behind again is waited for again", () => {
  const { output, sink } = laggingSink();
  const long = "x".repeat(40_000);
  for (const type of ["one", "two", "three"]) sink.write({ type, long });
  output.drain();
  output.isFull = true;
  sink.write({ type: "four", long });
  sink.write({ type: "five" });
  output.drain();
  expect(output.lines.map((line) => (line as { type: string }).type)).toEqual([
    "ready",
    "one",
    "two",
    "three",
    "four",
    "five",
  ]);
});

test("of a command's output that nobody reads the end is kept", () => {
  const { output, sink } = laggingSink();
  const piece = "y".repeat(1_000_000);
  for (let count = 0; count < 30; count++) sink.write({ type: "bash_execution_update", delta: piece });
  sink.write({ type: "bash_execution_update", delta: "end" });
  output.drain();
  const { delta } = output.lines.at(-1) as { delta: string };
  expect(delta.endsWith("yend")).toBe(true);
  expect(delta.length).toBeLessThan(10_000_000);
});

test("a value nested deeper than the stack is written", () => {
  let tree: object = { children: [] };
  for (let depth = 0; depth < 50_000; depth++) tree = { entry: { id: depth }, children: [tree] };
  const opening = Array.from({ length: 50_000 }, (_, index) => `{"entry":{"id":${49_999 - index}},"children":[`);
  const expected = `{"tree":${opening.join("")}{"children":[]}${"]}".repeat(50_000)}}\n`;
  expect(serializeJsonLine({ tree }) === expected).toBe(true);
});

test("with a stack of its own the text is the same as the built-in function's", () => {
  const member = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.date({ noInvalidDate: true }));
  const value = fc.oneof(fc.array(member), fc.dictionary(fc.string(), member));
  fc.assert(
    fc.property(value, (any) => {
      expect(stringifyDeep(any)).toBe(JSON.stringify(any));
    }),
  );
});
