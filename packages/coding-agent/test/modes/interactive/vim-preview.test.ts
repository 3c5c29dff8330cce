import { expect, test } from "vitest";
import { EditInputPreview } from "../../../src/modes/interactive/renderers/tools/edit-input.ts";

test("commands of Vim are previewed while they stream: the command, then its new lines", () => {
  const input = ":e a.ts\n:/^a/,/^b/c\none\n:e is text\n.\n:/c/d\n:e b.ts\n:$a\nlast\n.\n";
  const preview = new EditInputPreview(() => undefined);
  for (let end = 1; end < input.length; end++) preview.update(input.slice(0, end), false);
  expect(preview.update(input, true).map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    ...["gap: :/^a/,/^b/c", "added: one", "added: :e is text", "gap: :/c/d"],
    ...["gap: b.ts", "gap: :$a", "added: last"],
  ]);
  expect(preview.paths).toEqual(["a.ts", "b.ts"]);
});
