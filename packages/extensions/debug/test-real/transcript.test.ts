import { readFile, writeFile } from "node:fs/promises";
import { requireProgram } from "@tau/testkit";
import { expect, test } from "vitest";
import { toySession } from "../test/toy.ts";
import type { DebugParams } from "../tool.ts";

const PAGE = new URL("../../../../docs/debugger.md", import.meta.url);
const PROGRAM = /\$ cat stats\.py\n([\s\S]*?)```/;
const TRANSCRIPT = /(<!-- transcript -->\n\n```text\n)([\s\S]*?)(```\n\n<!-- end of transcript -->)/;

const CALLS: readonly DebugParams[] = [
  { action: "launch", program: "stats.py", timeout: 120 },
  { action: "set_breakpoint", file: "stats.py", line: 4, condition: "value == 6" },
  { action: "continue" },
  { action: "scopes" },
  { action: "step_over" },
  { action: "step_over" },
  { action: "scopes" },
  { action: "evaluate", expression: "values[:-1]" },
  { action: "evaluate", expression: "sum(values) / len(values)" },
  { action: "terminate" },
];

/** References are numbered by the adapter, and differ between its versions. */
const withoutReferences = (text: string) => text.replaceAll(/ +\[[a-z_]+ \w+\]/g, "");

test("the transcript in the manual is what a scripted model gets from debugpy (TAU_WRITE=1 writes it)", async (context) => {
  await requireProgram("debugpy/adapter", context);
  await requireProgram("bwrap", context);
  const page = await readFile(PAGE, "utf8");
  const [, program = ""] = PROGRAM.exec(page) ?? [];
  await using session = await toySession({
    files: { "stats.py": program },
    settings: { sandbox: "bubblewrap", debug: {} },
  });
  const texts = await session.ask(...CALLS);
  const transcript = CALLS.map(
    (call, index) => `> debug ${shown(call)}\n${withoutReferences(texts[index] ?? "")}\n`,
  ).join("\n");
  if (process.env.TAU_WRITE === "1")
    await writeFile(
      PAGE,
      page.replace(TRANSCRIPT, (_whole, before, _old, after) => `${before}${transcript}${after}`),
    );
  else expect(TRANSCRIPT.exec(page)?.[2]).toBe(transcript);
});

function shown({ action, timeout: _, ...params }: DebugParams): string {
  const given = Object.entries(params).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [action, ...given].join(" ");
}
