import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@tau/testkit";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { manifest } from "../manifest.ts";

const FILES = 5000;
const ROUNDS = 3;
const MOST_RATIO = 1.3;
/** No file matches, so that neither search can stop early. */
const PATTERN = "$A === neverWritten($B)";

/** Measures `ast_grep` over 5,000 TypeScript files, beside ast-grep's own program if `AST_GREP` names it. */
await using harness = await createExtensionHarness({ extensions: [manifest], script: () => ({ text: "Done." }) });
const { cwd } = harness.workspace;
const sources = globSync("packages/*/{src,test}/**/*.ts", { cwd: repositoryRoot });
for (let index = 0; index < FILES; index++) {
  mkdirSync(join(cwd, `d${index % 50}`), { recursive: true });
  cpSync(join(repositoryRoot, sources[index % sources.length] ?? ""), join(cwd, `d${index % 50}`, `${index}.ts`));
}
await harness.prompt("Start");
const tool = harness.session.agent.state.tools.find(({ name }) => name === "ast_grep");
if (!tool) throw new Error("The tool is not there.");
const program = process.env.AST_GREP;

for (const pattern of ["$A === $A", PATTERN]) {
  const ours = await best(() => tool.execute("bench", { pat: pattern }, new AbortController().signal));
  process.stdout.write(`  ${pattern}: ${ours.toFixed(0)} ms for ${FILES} files\n`);
  if (program === undefined) continue;
  const theirs = await best(async () => runProgram(program, pattern));
  const ratio = ours / theirs;
  process.stdout.write(`  ${program} alone: ${theirs.toFixed(0)} ms; ${ratio.toFixed(2)}x (at most ${MOST_RATIO}x)\n`);
  if (ratio > MOST_RATIO) process.exitCode = 1;
}
if (program === undefined) process.stdout.write("  AST_GREP=<path of ast-grep> compares with its own program\n");

/** The program's exit code is 1 if it finds nothing. */
function runProgram(file: string, pattern: string): void {
  try {
    execFileSync(file, ["run", "-p", pattern, "-l", "ts", "--json=stream"], { cwd, stdio: "ignore" });
  } catch (error) {
    if ((error as { status?: number }).status !== 1) throw error;
  }
}

async function best(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now();
    await run();
    times.push(performance.now() - begun);
  }
  return Math.min(...times);
}
