import fc from "fast-check";
import { LineReader } from "../../../src/modes/wire/line-reader.ts";
import type { FaultReport } from "../fault-report.ts";
import { damage, findBroken, pieces, sizes, wounds } from "./damage.ts";

const LINES = Buffer.from(
  ['{"type":"prompt","message":"hi"}', '{"type":"abort"}', "", '{"id":"é\u2028😀","type":"get_state"}', "tail"].join(
    "\n",
  ),
);

/** Damages lines of JSON and cuts them anywhere. The lines must be those of the whole text. */
export async function fuzzLines(runs: number, seed: number): Promise<FaultReport> {
  const property = fc.asyncProperty(wounds, sizes, async (list, lengths) => {
    const bytes = damage(LINES, list);
    const read: string[] = [];
    const reader = new LineReader((line) => read.push(line));
    for (const piece of pieces(bytes, lengths)) reader.push(piece);
    reader.end();
    const expected = bytes.toString("utf8").split("\n");
    if (expected.at(-1) === "") expected.pop();
    const wanted = expected.map((line) => line.replace(/\r$/, ""));
    if (JSON.stringify(read) !== JSON.stringify(wanted)) throw new Error(`read ${JSON.stringify(read).slice(0, 300)}`);
  });
  return { name: "damaged lines of JSON", cases: runs, failures: await findBroken(property, runs, seed) };
}
