import { expect, test } from "vitest";
import { extractJson } from "../extract-json.ts";

const output = JSON.stringify({ items: [{ name: "a", "first line": 3 }], total: 1 });
const at = (path: string, query: string | null = null) => extractJson(output, "0-a", { path, query });

test("R105: a path and a query give one value; text as it is, everything else as JSON", () => {
  expect(at("items/0/name")).toBe("a");
  expect(at("items/0/")).toBe('{\n  "name": "a",\n  "first line": 3\n}');
  expect(at("", "items[0].name")).toBe("a");
  expect(at("", '$.items[0]["first line"]')).toBe("3");
  expect(at("", ".total")).toBe("1");
  expect(JSON.parse(at("", "."))).toEqual(JSON.parse(output));
});

test("R105: both at once, what is not there, what cannot be read, and an output that is no JSON are errors", () => {
  expect(() => at("items", "items")).toThrow("0-a is asked for by a path and by ?q= at once. Use one of them.");
  expect(() => at("items/3")).toThrow("0-a has no items.3. items is a list of 1.");
  expect(() => at("", "sum")).toThrow("0-a has no sum. The output has items, total.");
  expect(() => at("total/x")).toThrow("0-a has no total.x. total is 1.");
  expect(() => at("constructor")).toThrow("0-a has no constructor.");
  expect(() => at("", "items[*]")).toThrow(
    '"items[*]" cannot be read at "[*]". Write it like agent://0-a?q=items[0].name',
  );
  expect(() => extractJson("plain", "0-a", { path: "x", query: null })).toThrow(
    "The output of 0-a is not JSON. Read agent://0-a as it is.",
  );
});
