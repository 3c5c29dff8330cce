import { expect, test } from "vitest";
import { parseMerges } from "../local/consolidate.ts";

const known = new Set([1, 2, 3, 4]);

test("merges of known, distinct notes are taken, others left out", () => {
  const answer = JSON.stringify([
    { replaces: [1, "2"], content: " both " },
    { replaces: [2, 3], content: "2 is taken" },
    { replaces: [3], content: "one alone" },
    { replaces: [3, 3], content: "one twice" },
    { replaces: [3, 77], content: "unknown" },
    { replaces: [3, 4], content: "" },
    { replaces: "34", content: "no list" },
    null,
    "text",
  ]);
  expect(parseMerges(`Here you are:\n\`\`\`json\n${answer}\n\`\`\``, known)).toEqual([
    { replaces: [1, 2], content: "both" },
  ]);
  expect(parseMerges("[]", known)).toEqual([]);
});

test.each(["", "nothing to do", "[1, 2", "{}"])("the answer %j is refused", (answer) => {
  expect(() => parseMerges(answer, known)).toThrow("The model did not answer with a list of merges.");
});
