import { describe, expect, it } from "vitest";
import { firstDifference, toComparable } from "../comparable.ts";
import { uncovered } from "../coverage.ts";
import exportNames from "../exports.json" with { type: "json" };
import { knownDifferences } from "../known/index.ts";
import { runs } from "../subjects/cells.ts";
import { subjects } from "../subjects/index.ts";

describe("comparable values", () => {
  it("keeps what a program can rely on and nothing else", () => {
    const value = { b: undefined, a: ["/root/x/file", () => 1], set: new Set([1]), error: new Error("wording") };
    expect(toComparable(value, "/root/x")).toEqual({
      a: ["<root>/file", "[function]"],
      set: { set: [1] },
      error: { error: true },
    });
  });

  it("finds the first place that differs", () => {
    expect(firstDifference({ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] })).toEqual({ path: "a.1.b", ours: 2, theirs: 3 });
    expect(firstDifference([], {})).toEqual({ path: "", ours: [], theirs: {} });
    expect(firstDifference({ a: 1 }, { a: 1 })).toBeUndefined();
  });

  it("reads a line by what it shows, not by its sequences", () => {
    expect(runs("\x1b[31ma\x1b[0m b")).toEqual(runs("\x1b[31ma\x1b[39m \x1b[1m\x1b[22mb"));
    expect(runs("\x1b[31ma\x1b[0m")).not.toEqual(runs("a"));
  });
});

describe("the lists", () => {
  it("has one subject of each name, and known differences of subjects that exist", () => {
    const names = subjects.map((subject) => subject.name);
    expect(new Set(names).size).toBe(names.length);
    expect(knownDifferences.filter((row) => !names.includes(row.subject))).toEqual([]);
  });

  it("names every export that no subject has read", () => {
    const all = Object.entries(exportNames).flatMap(([pack, list]) => list.map((name) => `${pack}.${name}`));
    expect(uncovered(new Set(all), new Set(all))).toEqual([]);
    const less = new Set(all.filter((name) => name !== "tui.visibleWidth"));
    expect(uncovered(new Set(all), less)).toEqual([expect.stringContaining("tui.visibleWidth")]);
  });
});
