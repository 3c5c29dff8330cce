import { closeSync, openSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { LogContents } from "../../../src/node/log/log-contents.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const id = fc.oneof(
  fc.stringMatching(/^[0-9a-f]{8}$/),
  fc.constantFrom("a", "b", "ü", 'q"', "\\", "a b", "{"),
  fc.string(),
);
const type = fc.constantFrom("message", "custom", "label", "compaction", "thé");
const fields = fc.tuple(type, id, fc.option(id), fc.string(), fc.integer({ min: 0, max: 3 }));

/** In the order of the format, in another one, with blanks, or without a parent. */
const entryLine = fields.map(([kind, own, parentId, text, order]) => {
  const rest = {
    timestamp: "t",
    message: { role: "user", content: text },
    customType: "c",
    targetId: "a",
    summary: "s",
    firstKeptEntryId: "a",
  };
  if (order === 0) return JSON.stringify({ parentId, id: own, type: kind, ...rest });
  if (order === 1)
    return JSON.stringify({ type: kind, id: own, parentId, ...rest }, undefined, 1).replaceAll("\n", " ");
  return JSON.stringify({ type: kind, id: own, parentId, ...rest });
});
const line = fc.oneof(
  { weight: 6, arbitrary: entryLine },
  fc.constantFrom(
    "",
    "  ",
    "garbage",
    '{"type":"message"',
    '{"type":"session","id":"x"}',
    '{"type":"label","id":""}',
    "{}",
  ),
);

test("a scan at the first fields and a parser agree on every line that is sound", () => {
  const folder = temporaryFolder();
  const file = join(folder, "lines.jsonl");
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 30 }),
      fc.constantFrom("\n", "\r\n"),
      fc.boolean(),
      (lines, end, closed) => {
        writeFileSync(file, lines.join(end) + (closed ? end : ""));
        expect(shapeOf(file, "scan")).toEqual(shapeOf(file, "parse"));
      },
    ),
    { numRuns: 300 },
  );
});

function shapeOf(file: string, mode: "scan" | "parse") {
  const fd = openSync(file, "r");
  try {
    const contents = new LogContents();
    const findings = contents.scan(fd, 0, statSync(file).size, mode);
    const { table } = contents;
    const rows = Array.from({ length: table.count }, (_, position) => ({
      id: table.idAt(position),
      type: table.typeAt(position),
      parent: table.parentAt(position),
      offset: table.offsetAt(position),
      length: table.lengthAt(position),
      found: table.positionOf(table.idAt(position)),
    }));
    return { rows, findings, endsInNewline: contents.endsInNewline };
  } finally {
    closeSync(fd);
  }
}
