import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StdinBuffer, type StdinBufferOptions } from "../../src/input/stdin-buffer.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("P-TUI-29 a CSI sequence split over three chunks is one event", () => {
  expect(read(["\x1b", "[1;5", "A"])).toEqual([["data", "\x1b[1;5A"]]);
});

test("P-TUI-30 an SGR mouse sequence split anywhere arrives whole", () => {
  const sequence = "\x1b[<35;20;5m";
  for (let cut = 1; cut < sequence.length; cut++) {
    expect(read([sequence.slice(0, cut), sequence.slice(cut)])).toEqual([["data", sequence]]);
  }
});

test("P-TUI-31 OSC ends at BEL and at ST, DCS and APC at ST", () => {
  for (const sequence of [
    "\x1b]11;rgb:0/0/0\x07",
    "\x1b]11;rgb:0/0/0\x1b\\",
    "\x1bP>|x\x07y\x1b\\",
    "\x1b_Gi=1;OK\x1b\\",
  ]) {
    expect(read([`${sequence}a`])).toEqual([
      ["data", sequence],
      ["data", "a"],
    ]);
  }
});

test("P-TUI-32 Escape before a CSI-u sequence is a key of its own", () => {
  expect(read(["\x1b\x1b[27;1:3u"])).toEqual([
    ["data", "\x1b"],
    ["data", "\x1b[27;1:3u"],
  ]);
});

test.each(["\x1b[A", "\x1bOP", "\x1b]11;rgb:0/0/0\x07", "\x1bP>|x\x1b\\", "\x1b_Gi=1;OK\x1b\\"])(
  "P-TUI-32 Escape before %j is a key of its own",
  (sequence) => {
    expect(read([`\x1b${sequence}`])).toEqual([
      ["data", "\x1b"],
      ["data", sequence],
    ]);
  },
);

test("P-TUI-33 ESC and a character are one meta key", () => {
  expect(read(["\x1bx\x1bé\x1b😀q"])).toEqual(["\x1bx", "\x1bé", "\x1b😀", "q"].map((key) => ["data", key]));
});

test("two Escapes that arrive at once are two, not Alt and Escape", () => {
  expect(read(["\x1b\x1bq"])).toEqual(["\x1b", "\x1b", "q"].map((key) => ["data", key]));
  expect(read(["\x1b\x1b"])).toEqual(["\x1b", "\x1b"].map((key) => ["data", key]));
});

test("P-TUI-34 a lone ESC is Escape after its time-out, an unfinished sequence after the longer one", () => {
  const { buffer, events } = recorder({ escapeTimeout: 10, timeout: 50 });
  buffer.process("\x1b");
  vi.advanceTimersByTime(9);
  expect(events).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(events).toEqual([["data", "\x1b"]]);
  buffer.process("\x1b[1;");
  vi.advanceTimersByTime(49);
  expect(events).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(events[1]).toEqual(["data", "\x1b[1;"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("P-TUI-35 a paste in pieces is one paste with its line breaks, and never times out", () => {
  const { buffer, events } = recorder();
  for (const piece of ["\x1b[20", "0~one\r\n", "\x1b[2", "01x\ntwo\x1b[20", "1", "~"]) {
    buffer.process(piece);
    if (piece.includes("one")) vi.runAllTimers();
  }
  expect(events).toEqual([["paste", "one\r\n\x1b[201x\ntwo"]]);
});

test("Escape ends a paste whose end was lost on the way", () => {
  const { buffer, events } = recorder();
  for (const piece of ["\x1b[200~one", " and two", "\x1b"]) buffer.process(piece);
  vi.advanceTimersByTime(499);
  expect(events).toEqual([]);
  vi.advanceTimersByTime(1);
  buffer.process("x");
  expect(events).toEqual([
    ["paste", "one and two"],
    ["data", "\x1b"],
    ["data", "x"],
  ]);
});

test("P-TUI-36 text around a paste keeps its place", () => {
  expect(read(["a\x1b[200~b\x1b[201~c\x1b[200~\x1b[201~\x1b[A"])).toEqual([
    ["data", "a"],
    ["paste", "b"],
    ["data", "c"],
    ["paste", ""],
    ["data", "\x1b[A"],
  ]);
});

test("P-TUI-37 a printable that arrives as CSI-u and as itself counts once", () => {
  expect(read(["\x1b[97uaa"]).map(([, text]) => text)).toEqual(["\x1b[97u", "a"]);
  expect(read(["\x1b[97;1:1ub"]).map(([, text]) => text)).toEqual(["\x1b[97;1:1u", "b"]);
});

test("P-TUI-37 the same character after a paste is a new one", () => {
  expect(read(["\x1b[97u\x1b[200~x\x1b[201~a"])).toEqual([
    ["data", "\x1b[97u"],
    ["paste", "x"],
    ["data", "a"],
  ]);
});

test("P-TUI-37 a release and a chord are no printable: the next press is a new one", () => {
  expect(read(["\x1b[97;1:3ua"]).map(([, text]) => text)).toEqual(["\x1b[97;1:3u", "a"]);
  expect(read(["\x1b[97;5ua"]).map(([, text]) => text)).toEqual(["\x1b[97;5u", "a"]);
});

test("function keys of the Linux console and reports of old mice stay whole", () => {
  expect(read(['\x1b[[A\x1b[M !"x']).map(([, text]) => text)).toEqual(["\x1b[[A", '\x1b[M !"', "x"]);
});

test("a control inside a sequence cuts it off", () => {
  expect(read(["\x1b[1\x1b[A\x1b]0;a\x1b[B\x1bO\r"]).map(([, text]) => text)).toEqual([
    "\x1b[1",
    "\x1b[A",
    "\x1b]0;a",
    "\x1b[B",
    "\x1bO",
    "\r",
  ]);
});

test.each(["\x7f", "é", "😀"])("%j inside a sequence is no part of it", (character) => {
  expect(read([`\x1b[1;${character}A`])).toEqual([
    ["data", "\x1b[1;"],
    ["data", character],
    ["data", "A"],
  ]);
});

test("clear forgets what is unfinished", () => {
  const { buffer, events } = recorder();
  buffer.process("\x1b[200~lost");
  buffer.clear();
  buffer.process("x");
  expect(events).toEqual([["data", "x"]]);
});

test("any chunking of the bytes gives the same events", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "\x1b",
      "\x1b\x1b",
      "\x1b[A",
      "\x1b[1;2",
      "\x1b[<0;10;20M",
      "\x1b[M !!",
      "\x1bOP",
      "\x1b[97u",
      "a",
      "\x1b[200~",
      "\x1b[201~",
      "\x1b[20",
      "\x1b]11;rgb:ff/ff/ff\x07",
      "\x1b]52;c;YQ==\x1b\\",
      "\x1bP1$r0m\x1b\\",
      "\x1b_Gi=1;OK\x1b\\",
      "é",
      "日本",
      "👩‍👩‍👧",
      "\r",
      "\x7f",
    ),
    fc.string({ unit: "binary", maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.array(fc.nat(200), { maxLength: 20 }), (pieces, cuts) => {
      const bytes = Buffer.from(pieces.join(""));
      expect(read(split(bytes, cuts))).toEqual(read([bytes]));
    }),
    { numRuns: 1000 },
  );
});

test("flush returns an unfinished sequence without an event, so that a caller does not handle it twice", () => {
  const { buffer, events } = recorder();
  buffer.process("a\x1b[1");
  expect(buffer.flush()).toEqual(["\x1b[1"]);
  expect(events).toEqual([["data", "a"]]);
  expect(buffer.getBuffer()).toBe("");
  buffer.destroy();
});

type Event = ["data" | "paste", string];

function recorder(options: StdinBufferOptions = {}) {
  const buffer = new StdinBuffer(options);
  const events: Event[] = [];
  buffer.on("data", (sequence) => events.push(["data", sequence]));
  buffer.on("paste", (text) => events.push(["paste", text]));
  return { buffer, events };
}

function read(chunks: readonly (string | Buffer)[]): Event[] {
  const { buffer, events } = recorder();
  for (const chunk of chunks) buffer.process(chunk);
  for (const sequence of buffer.flush()) buffer.emit("data", sequence);
  return events;
}

function split(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const edges = [0, ...new Set(cuts.filter((cut) => cut < bytes.length)), bytes.length].sort((a, b) => a - b);
  return edges.slice(1).map((end, index) => bytes.subarray(edges[index], end));
}
