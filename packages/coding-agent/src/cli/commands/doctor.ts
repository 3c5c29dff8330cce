import { printableLine, printLine } from "../../core/output/print.ts";
import { redactSecrets } from "../../core/redaction/index.ts";
import { examine, type Finding } from "../doctor/index.ts";
import { ExitCode } from "../exit-code.ts";
import { noWord, readCommandLine } from "./command-line.ts";

const MARKS: Readonly<Record<Finding["state"], string>> = { ok: "ok  ", note: "-   ", problem: "FAIL" };

export async function run(args: readonly string[]): Promise<number> {
  noWord(readCommandLine({}, args).words, "tau doctor");
  const findings = await examine(process.cwd());
  for (const { state, topic, text, fix } of findings) {
    printLine(`${MARKS[state]} ${topic.padEnd(12)} ${printableLine(redactSecrets(text))}`);
    if (fix) printLine(`${" ".repeat(18)}${fix}`);
  }
  return findings.some(({ state }) => state === "problem") ? ExitCode.configuration : ExitCode.done;
}
