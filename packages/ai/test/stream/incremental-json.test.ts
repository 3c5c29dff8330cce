import fc from "fast-check";
import { expect, test } from "vitest";
import { IncrementalJson, parseStreamingJson } from "../../src/stream/incremental-json.ts";

test("P-AI-27 blank and hopeless text give an empty object", () => {
  for (const text of [undefined, "", " \n\t", "hello", "}", ":::"]) expect(parseStreamingJson(text)).toEqual({});
});

test("P-AI-28 every prefix of random JSON shows what it already says", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), fc.boolean(), (json, spaced) => {
      const text = spaced ? JSON.stringify(JSON.parse(json), undefined, 1) : json;
      const reader = new IncrementalJson();
      for (let length = 1; length <= text.length; length++) {
        reader.push(text[length - 1]!);
        expect(structuredClone(reader.value)).toEqual(closePrefix(text.slice(0, length)));
      }
      expect(reader.isComplete).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test("how the text was cut never shows", () => {
  fc.assert(
    fc.property(fc.json(), fc.array(fc.nat(400)), (json, cuts) => {
      const reader = new IncrementalJson();
      const edges = [...new Set([0, ...cuts.filter((cut) => cut < json.length), json.length])].sort((a, b) => a - b);
      for (let index = 1; index < edges.length; index++) reader.push(json.slice(edges[index - 1], edges[index]));
      expect(reader.value).toEqual(JSON.parse(json));
      expect(reader.isComplete).toBe(true);
    }),
  );
});

test("P-AI-29 raw control characters inside a string are kept", () => {
  expect(parseStreamingJson('{"a":"line one\nline\ttwo\u0001"}')).toEqual({ a: "line one\nline\ttwo\u0001" });
});

test("P-AI-30 an unknown escape stays as text", () => {
  expect(parseStreamingJson(String.raw`{"path":"C:\path\w","broken":"\u12G4\u"}`)).toEqual({
    path: String.raw`C:\path\w`,
    broken: String.raw`\u12G4\u`,
  });
});

test("text in any position never throws, and the value stays what was known before the fault", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const reader = new IncrementalJson();
      reader.push(text);
      expect(() => reader.value).not.toThrow();
    }),
  );
  expect(parseStreamingJson('{"a":1,"b" 2}')).toEqual({ a: 1 });
  expect(parseStreamingJson('{"a":[1,2}')).toEqual({ a: [1, 2] });
  expect(parseStreamingJson('{"a":1} trailing')).toEqual({ a: 1 });
});

test("half of an emoji is held back until the other half comes", () => {
  const reader = new IncrementalJson();
  reader.push('{"a":"x\\ud83d');
  expect(reader.value).toEqual({ a: "x" });
  reader.push("\\ude00");
  expect(reader.value).toEqual({ a: "x😀" });
});

test("a key named __proto__ is a key", () => {
  expect(Object.keys(parseStreamingJson('{"__proto__":{"x":1},"a'))).toEqual(["__proto__"]);
});

/** The slow way: scan the prefix, take off what is unfinished, close what is open, and parse it whole. */
function closePrefix(prefix: string): unknown {
  const { inString, closers } = scan(prefix);
  let text = prefix;
  if (inString) {
    text = text.replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, (tail) => (isEscaped(text, tail) ? tail : ""));
    text = text.replace(/\\u[dD][89abAB][0-9a-fA-F]{2}$/, "").replace(/[\ud800-\udbff]$/, "");
    text += '"';
  }
  const unsigned = text.replace(/-$/, "");
  const candidates = [
    text,
    completeLiteral(text),
    completeNumber(text),
    withoutComma(unsigned),
    withoutLastKey(unsigned),
  ];
  for (const candidate of candidates) {
    const value = tryParse(candidate + closers);
    if (value !== undefined) return value.value;
  }
  return undefined;
}

function scan(text: string): { inString: boolean; closers: string } {
  const withoutStrings = text.replace(/"(?:[^"\\]|\\.)*"/gs, "");
  const [structure = "", open] = withoutStrings.split('"');
  const closers: string[] = [];
  for (const char of structure) {
    if (char === "{" || char === "[") closers.unshift(char === "{" ? "}" : "]");
    else if (char === "}" || char === "]") closers.shift();
  }
  return { inString: open !== undefined, closers: closers.join("") };
}

function isEscaped(text: string, tail: string): boolean {
  const before = /\\*$/.exec(text.slice(0, text.length - tail.length))![0].length;
  return before % 2 === 1;
}

function withoutLastKey(text: string): string {
  return text.replace(/,?\s*"(?:[^"\\]|\\.)*"\s*:?\s*$/s, "");
}

function withoutComma(text: string): string {
  return text.replace(/,\s*$/, "");
}

function completeLiteral(text: string): string {
  return text.replace(/[a-z]+$/, (word) => ["true", "false", "null"].find((whole) => whole.startsWith(word)) ?? word);
}

function completeNumber(text: string): string {
  return text.replace(/(?:\.|[eE][+-]?)$/, "");
}

function tryParse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
