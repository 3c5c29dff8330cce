import { Editor, parseKey, StdinBuffer } from "@tau/tui";
import fc from "fast-check";
import { StillScreen } from "../../../../tui/test/still-screen.ts";
import { editorTheme } from "../../../../tui/test/themes.ts";
import type { FaultReport } from "../fault-report.ts";
import { damage, findBroken, pieces, sizes, wounds } from "./damage.ts";

const TYPED = Buffer.from(
  "hello\r\u001b[A\u001b[1;5C\u001b[200~pasted\ntext\u001b[201~\u001b[<35;20;5M\u001b]11;rgb:0/0/0\u0007\u001bP>|x\u001b\\\u001b[97;5u\u001bOA\u007f\u0015é😀",
);

/** Damages what a terminal sends. Nothing may throw, and no byte of a paste or a key may keep the input waiting. */
export async function fuzzKeys(runs: number, seed: number): Promise<FaultReport> {
  const property = fc.asyncProperty(wounds, sizes, async (list, lengths) => {
    const editor = new Editor(new StillScreen().tui, editorTheme);
    const buffer = new StdinBuffer({ timeout: 1 });
    buffer.on("data", (sequence: string) => {
      parseKey(sequence);
      editor.handleInput(sequence);
    });
    buffer.on("paste", (text: string) => editor.handleInput(`\u001b[200~${text}\u001b[201~`));
    for (const piece of pieces(damage(TYPED, list), lengths)) buffer.process(piece.toString("utf8"));
    for (const sequence of buffer.flush()) buffer.emit("data", sequence);
    buffer.destroy();
    const lines = editor.render(WIDTH);
    if (lines.length === 0) throw new Error("the editor draws nothing");
  });
  return { name: "damaged input of terminals", cases: runs, failures: await findBroken(property, runs, seed) };
}

const WIDTH = 80;
