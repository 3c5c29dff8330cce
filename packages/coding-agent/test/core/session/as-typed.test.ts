import { expect, test } from "vitest";
import { asTyped } from "../../../src/core/session/log/as-typed.ts";

test.each([
  ["plain words", "plain words"],
  ['<file name="/w/notes.md">\none\ntwo\n</file>\nsum up @notes.md', "sum up @notes.md"],
  ['<file name="/w/a b.md">\n\n</file>\nsee @"a b.md", please', 'see @"a b.md", please'],
  ['<file name="/w/notes.md">\nx\n</file>\nsum up', "@notes.md sum up"],
  ['<file name="/w/p.png"></file>\n<folder name="/w/src">\na.ts\n</folder>\nlook', "@p.png @src look"],
  ['<file name="/w/notes.md">\nx\n</file>', "@notes.md"],
  ["<file name=unquoted> is what I typed", "<file name=unquoted> is what I typed"],
  ['<skill name="tidy" location="/s">\nlong\n</skill>\n\nnow', "/skill:tidy now"],
  [
    '<file name="/w/a.ts">\nx\n</file>\n<skill name="tidy" location="/s">\nlong\n</skill>\n\n@a.ts',
    "/skill:tidy @a.ts",
  ],
])("%j was typed as %j", (message, typed) => {
  expect(asTyped(message)).toBe(typed);
});
