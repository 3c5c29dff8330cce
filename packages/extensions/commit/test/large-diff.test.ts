import { expect, test } from "vitest";
import type { FileChange } from "../change.ts";
import { digestInPieces } from "../digest.ts";
import { openRepository, textOf } from "./open-repository.ts";

test("a diff that is too long for one request is read in pieces, in at most 30 requests", async () => {
  await using repository = await openRepository();
  const { workspace } = repository;
  const text = Array.from({ length: 60 }, (_, line) => `const value${line} = compute(${line});`).join("\n");
  for (let index = 0; index < 120; index++) await workspace.write(`src/${index % 10}/file${index}.ts`, text);
  const summaries = (context: Parameters<typeof textOf>[0]) =>
    [...textOf(context).matchAll(/^(F\d+) A/gm)].map(([, id]) => `${id}: adds values`).join("\n");
  const proposal = {
    commits: [
      { subject: "Odd", changes: ["src/1/", "src/3/"] },
      { subject: "Rest", changes: [] },
    ],
  };
  const answer = (context: Parameters<typeof textOf>[0]) =>
    context.systemPrompt?.startsWith("You read a part") ? summaries(context) : proposal;
  const { requests } = await repository.commit([answer], { dryRun: true }, { contextWindow: 16_000 });
  expect(requests.length).toBeGreaterThan(5);
  expect(requests.length).toBeLessThanOrEqual(30);
  const last = textOf(requests.at(-1) as never);
  expect(last.match(/: adds values/g)).toHaveLength(120);
  for (const request of requests) expect(textOf(request).length).toBeLessThan(16_000 * 2);
});

test("however many files and however long, the pieces keep their number and their length", () => {
  const hunk = (id: string, length: number) => ({
    id,
    oldStart: 1,
    oldLines: 0,
    lines: Array.from({ length }, () => "+x".padEnd(80, "y")),
  });
  const change = (index: number): FileChange => ({
    ...{
      id: `F${index}`,
      status: "A",
      path: `src/deep/folder${index % 100}/file${index}.ts`,
      hunks: [hunk(`F${index}.1`, index % 50)],
    },
    ...{
      oldMode: "0",
      newMode: "100644",
      oldBlob: "",
      newBlob: "",
      added: 1,
      removed: 0,
      isBinary: false,
      isCut: false,
    },
  });
  const files = Array.from({ length: 10_000 }, (_, index) => change(index));
  for (const characters of [120_000, 20_000, 2_000]) {
    const pieces = digestInPieces(files, { characters, pieces: 24 });
    expect(pieces.length).toBeLessThanOrEqual(24);
    for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(characters);
  }
});
