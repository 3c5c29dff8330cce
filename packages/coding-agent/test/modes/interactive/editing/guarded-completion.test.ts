import type { AutocompleteProvider } from "@tau/tui";
import { expect, test } from "vitest";
import { guardedCompletion } from "../../../../src/modes/interactive/editing/guarded-completion.ts";

const usual: AutocompleteProvider = {
  getSuggestions: async () => ({ items: [{ value: "usual", label: "usual" }], prefix: "" }),
  applyCompletion: (lines, cursorLine, cursorCol) => ({ lines, cursorLine, cursorCol }),
};

async function asked(extended: Partial<AutocompleteProvider>): Promise<string | undefined> {
  const provider = guardedCompletion({ ...usual, ...extended }, usual, 5);
  const found = await provider.getSuggestions([""], 0, 0, { signal: new AbortController().signal });
  return found?.items[0]?.value;
}

test("who throws or never answers is passed over; who finds nothing is believed", async () => {
  const bomb = () => {
    throw new Error("bomb");
  };
  expect(await asked({ getSuggestions: async () => ({ items: [{ value: "own", label: "own" }], prefix: "" }) })).toBe(
    "own",
  );
  expect(await asked({ getSuggestions: bomb })).toBe("usual");
  expect(await asked({ getSuggestions: async () => bomb() })).toBe("usual");
  expect(await asked({ getSuggestions: () => new Promise(() => undefined) })).toBe("usual");
  expect(await asked({ getSuggestions: async () => null })).toBeUndefined();
  const broken = guardedCompletion({ ...usual, applyCompletion: bomb, shouldTriggerFileCompletion: bomb }, usual);
  expect(broken.applyCompletion(["a"], 0, 1, { value: "", label: "" }, "")).toEqual({
    lines: ["a"],
    cursorLine: 0,
    cursorCol: 1,
  });
  expect(broken.shouldTriggerFileCompletion?.(["a"], 0, 1)).toBe(true);
});
