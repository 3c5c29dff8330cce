import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { subject } from "../../subject.ts";

const files = [
  "README.md",
  "src/main.ts",
  "src/main.test.ts",
  "src/deep/inner.ts",
  "docs/a b.md",
  ".hidden",
  "package.json",
];
const line = fc.oneof(
  fc.constantFrom(
    "",
    "/",
    "/m",
    "/mod",
    "/model ",
    "/model op",
    "hello",
    "hello /m",
    "@",
    "@src",
    "@mai",
    "see @src/m",
    "./",
    "./sr",
    "src/",
    "src/m",
    "~/",
    "docs/",
    '@"docs/a',
    "/zzz",
    "//",
    " /m",
    "a @",
  ),
  fc.array(fc.constantFrom("/", "@", "src", "m", " ", ".", "docs/"), { maxLength: 4 }).map((parts) => parts.join("")),
);

export const autocompleteSubjects = [
  subject({
    name: "tui/autocomplete-suggestions",
    inputs: fc.record({
      line,
      force: fc.boolean(),
      column: fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined }),
    }),
    runs: 300,
    run: async ({ tui, root }, { line, force, column }) => {
      const folder = join(root, "complete");
      for (const file of files) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), "");
      }
      const commands = [
        {
          name: "model",
          description: "Choose",
          getArgumentCompletions: (prefix: string) =>
            prefix.startsWith("o") ? [{ value: "opus", label: "opus" }] : null,
        },
        { name: "compact", description: "Shorten" },
        { value: "plain", label: "plain" },
      ];
      const provider = new tui.CombinedAutocompleteProvider(commands, folder, null);
      const at = Math.min(column ?? line.length, line.length);
      const found = await provider.getSuggestions([line], 0, at, { signal: new AbortController().signal, force });
      const applied = found?.items
        .slice(0, 3)
        .map((item) => provider.applyCompletion([line], 0, at, item, found.prefix));
      rmSync(folder, { recursive: true, force: true });
      return {
        prefix: found?.prefix,
        items: found?.items.map(({ value, label }) => ({ value, label })),
        applied,
        trigger: provider.shouldTriggerFileCompletion([line], 0, at),
      };
    },
  }),
];
