import { createExtensionHarness } from "@tau/testkit/extensions";
import { manifest } from "../manifest.ts";

const RULES = 200;
const DELTAS = 4_000;
const DELTAS_PER_SECOND = 200;
const MOST_PERCENT = 2;
const ROUNDS = 5;

/** Measures what 200 rules cost while an answer arrives: the processor's time with and without them, for the same answers. */
const WORDS = ["const ", "value ", "= ", "await ", "load", "(", "path", ", ", "options", ");\n", "return ", "items."];
const text = Array.from({ length: DELTAS }, (_, at) => WORDS[at % WORDS.length] ?? "");
const files = Object.fromEntries(
  Array.from({ length: RULES }, (_, at) => [
    `.tau/rules/rule-${at}.md`,
    `---\ncondition: ["\\\\bforbidden${at}\\\\s*\\\\(", "(?i)never-${at} (?:do|use) \\\\w+"]\n---\nRule ${at}.\n`,
  ]),
);

async function open(withRules: boolean) {
  const harness = await createExtensionHarness({
    extensions: [manifest],
    files: withRules ? files : { "a.txt": "" },
    script: () => ({ text }),
  });
  await harness.prompt("warm up");
  return harness;
}

async function timeOf(harness: Awaited<ReturnType<typeof open>>): Promise<number> {
  const before = process.cpuUsage();
  await harness.prompt("Go");
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const bare = await open(false);
const ruled = await open(true);
const more: number[] = [];
for (let round = 0; round < ROUNDS; round++) more.push(-(await timeOf(bare)) + (await timeOf(ruled)));
await bare[Symbol.asyncDispose]();
await ruled[Symbol.asyncDispose]();
const median = more.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
const percent = (median / (DELTAS / DELTAS_PER_SECOND) / 1_000) * 100;
process.stdout.write(
  `  ${RULES} rules, ${DELTAS} deltas: ${median.toFixed(1)} ms more; at ${DELTAS_PER_SECOND} deltas/s ${percent.toFixed(2)} % of a core (at most ${MOST_PERCENT} %)\n`,
);
if (percent > MOST_PERCENT) process.exitCode = 1;
