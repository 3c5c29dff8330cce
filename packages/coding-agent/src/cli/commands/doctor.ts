import { printableLine, printLine } from "../../core/output/print.ts";
import { getAgentDir } from "../../core/paths/index.ts";
import { knownSecrets, redactSecrets } from "../../core/redaction/index.ts";
import { examine, type Finding } from "../doctor/index.ts";
import { ExitCode } from "../exit-code.ts";
import { flag } from "../options/option.ts";
import { noWord, readCommandLine } from "./command-line.ts";

const table = {
  online: flag({ group: "Process", description: "Try every provider's credentials with a short request" }),
} as const;
const MARKS: Readonly<Record<Finding["state"], string>> = { ok: "ok  ", note: "-   ", problem: "FAIL" };

export async function run(args: readonly string[]): Promise<number> {
  const { options, words } = readCommandLine(table, args);
  noWord(words, "tau doctor [--online]");
  const known = knownSecrets(getAgentDir());
  const findings = await examine(process.cwd(), { isOnline: options.online === true });
  for (const { state, topic, text, fix } of findings) {
    printLine(`${MARKS[state]} ${topic.padEnd(12)} ${printableLine(redactSecrets(text, known))}`);
    if (fix) printLine(`${" ".repeat(18)}${fix}`);
  }
  return findings.some(({ state }) => state === "problem") ? ExitCode.configuration : ExitCode.done;
}
