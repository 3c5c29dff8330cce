import { stripTerminalSequences } from "../../core/output/terminal-text.ts";
import { redactSecrets } from "../../core/redaction/index.ts";
import { examine, type Finding } from "../doctor/index.ts";
import { ExitCode } from "../exit-code.ts";
import { noWord, readCommandLine } from "./command-line.ts";

const MARKS: Readonly<Record<Finding["state"], string>> = { ok: "ok  ", note: "-   ", problem: "FAIL" };

export async function run(args: readonly string[]): Promise<number> {
  noWord(readCommandLine({}, args).words, "tau doctor");
  const findings = await examine(process.cwd());
  for (const { state, topic, text, fix } of findings) {
    // The name of a folder, or what stands in a file, must not act on the terminal.
    process.stdout.write(`${MARKS[state]} ${topic.padEnd(12)} ${stripTerminalSequences(redactSecrets(text))}\n`);
    if (fix) process.stdout.write(`${" ".repeat(18)}${fix}\n`);
  }
  return findings.some(({ state }) => state === "problem") ? ExitCode.configuration : ExitCode.done;
}
