import fc from "fast-check";
import { expect, test } from "vitest";
import { rankTools, type SearchedTool } from "../rank-tools.ts";

const tool = (name: string, description = "", properties: object = {}): SearchedTool => ({
  name,
  description,
  parameters: { type: "object", properties },
});

test("R336: a hit in the name comes before one in the description, and that before one in a parameter", () => {
  const tools = [tool("a", "", { diagram: {} }), tool("b", "draws a diagram"), tool("diagram")];
  expect(rankTools(tools, "diagram", 8)).toEqual(["diagram", "b", "a"]);
});

test("R336: tools that match equally are sorted by name", () => {
  const tools = ["c", "a", "b"].map((name) => tool(name, "draws a picture"));
  expect(rankTools(tools, "picture", 8)).toEqual(["a", "b", "c"]);
});

test("a name in camel case or with underscores is found by its words", () => {
  const tools = [tool("fetchHTMLPage"), tool("render_mermaid"), tool("mcp__docs__search")];
  expect(rankTools(tools, "html", 8)).toEqual(["fetchHTMLPage"]);
  expect(rankTools(tools, "Mermaid!", 8)).toEqual(["render_mermaid"]);
  expect(rankTools(tools, "docs", 8)).toEqual(["mcp__docs__search"]);
});

test("parameters are found however deep they lie, also one that is named properties", () => {
  const deep = { list: { type: "array", items: { type: "object", properties: { expression: {}, properties: {} } } } };
  expect(rankTools([tool("a", "", deep), tool("b")], "expression", 8)).toEqual(["a"]);
  expect(rankTools([tool("a", "", deep), tool("b")], "properties", 8)).toEqual(["a"]);
});

test("a rare word counts more than one that all tools have, and no more than the limit are returned", () => {
  const tools = [tool("a", "reads files"), tool("b", "reads archives"), tool("c", "reads files")];
  expect(rankTools(tools, "reads archives", 8)[0]).toBe("b");
  expect(rankTools(tools, "reads", 2)).toEqual(["a", "b"]);
  expect(rankTools(tools, "telescope", 8)).toEqual([]);
  expect(rankTools([], "reads", 8)).toEqual([]);
});

test.each([
  ["", 8, "The query is empty"],
  [" \n", 8, "The query is empty"],
  ["--- ???", 8, "no letters or digits"],
  ["reads", 0, "limit must be a whole number above 0"],
  ["reads", 1.5, "limit must be a whole number above 0"],
])("R335: the query %j with limit %d is refused", (query, limit, message) => {
  expect(() => rankTools([tool("a", "reads")], query, limit)).toThrow(message);
});

test("whatever is searched, the answer is among the tools, without a repetition and in a stable order", () => {
  const words = fc.stringMatching(/^[a-c ]{1,12}$/);
  const tools = fc.uniqueArray(fc.record({ name: fc.stringMatching(/^[a-c]{1,4}$/), description: words }), {
    selector: ({ name }) => name,
  });
  fc.assert(
    fc.property(tools, fc.stringMatching(/^[a-c]{1,3}( [a-c]{1,3})?$/), fc.nat({ max: 4 }), (all, query, more) => {
      const searched = all.map((one) => ({ ...one, parameters: {} }));
      const found = rankTools(searched, query, more + 1);
      expect(found.length).toBeLessThanOrEqual(more + 1);
      expect(new Set(found).size).toBe(found.length);
      expect(found).toEqual(rankTools(searched.toReversed(), query, more + 1));
      expect(searched.map(({ name }) => name)).toEqual(expect.arrayContaining(found));
    }),
  );
});
