import { readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { AgentTool } from "@tau/agent";
import { openMode } from "../../../src/core/tools/edit/edit-modes/index.ts";
import { createEditTool } from "../../../src/core/tools/edit/tool.ts";
import { createReadTool } from "../../../src/core/tools/read/tool.ts";
import { encoders } from "./encode.ts";
import type { PerturbedEdit } from "./perturb.ts";

export type ModeName = "replace" | "hashline" | "patch" | "apply_patch" | "vim";

export const MODES: readonly ModeName[] = ["replace", "hashline", "patch", "apply_patch", "vim"];

/** `wrong`: the file has changed, and not to what it was to be. */
export type Outcome = "right" | "refused" | "wrong";

export interface EditRun {
  readonly outcome: Outcome;
  readonly input: string;
  /** What the file holds, or why the edit was refused. */
  readonly answer: string;
}

/** Reads a file with the tool, lets it change, and edits it with the tool, all on the disk. */
export async function runEdit(mode: ModeName, edit: PerturbedEdit, folder: string, name: string): Promise<EditRun> {
  const path = `file${extname(name)}`;
  const file = join(folder, path);
  const opened = openMode(mode, folder);
  const tool = opened?.tool ?? (createEditTool(folder) as AgentTool);
  writeFileSync(file, edit.seen);
  const read = createReadTool(folder, {
    ports: () => opened?.decorator && { ...NO_PORTS, decorators: [opened.decorator] },
  });
  await read.execute("bench", { path });
  writeFileSync(file, edit.current);
  const input = encoders[mode]?.(edit, path) ?? {};
  const failure = await tool.execute("bench", input).then(
    () => undefined,
    (error: unknown) => String(error),
  );
  const now = readFileSync(file, "utf8");
  const compared = (text: string) => (edit.isBlankTolerant ? text.replace(/[ \t]+$/gm, "") : text);
  const isRight = edit.expected !== undefined && compared(now) === compared(edit.expected);
  const outcome = failure !== undefined && now === edit.current ? "refused" : isRight ? "right" : "wrong";
  return { outcome, input: JSON.stringify(input, null, 1), answer: failure ?? now };
}

const NO_PORTS = { schemes: [], readers: [] };
