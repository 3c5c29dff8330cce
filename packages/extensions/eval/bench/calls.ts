import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { evalSession } from "../test/eval-session.ts";

const PAIRS = 100;
const MOST_MS = 3;

/** Measures what a call of the tool costs above the time of the code itself: the same cell timed inside the kernel and around the call. */
const CELLS = {
  py: "*** Cell py\nimport time\nbegun = time.perf_counter()\nfor _ in range(1_000): pass\n(time.perf_counter() - begun) * 1000",
  js: "*** Cell js\nconst begun = performance.now()\nfor (let i = 0; i < 10_000; i++);\nperformance.now() - begun",
} as const;

await using session = await evalSession({ settings: {} });
const languages = (await hasPython()) ? (["js", "py"] as const) : (["js"] as const);
// The first calls start the kernels.
await session.run(...languages.map((language) => CELLS[language]));
const tool = session.harness.session.agent.state.tools.find(({ name }) => name === "eval");
if (!tool) throw new Error("The tool eval is not there.");
for (const language of languages) {
  const more: number[] = [];
  for (let pair = 0; pair < PAIRS + 5; pair++) {
    const begun = performance.now();
    const { content } = await tool.execute(`bench-${pair}`, { input: CELLS[language] }, new AbortController().signal);
    const whole = performance.now() - begun;
    const [block] = content;
    // The first ones only warm up.
    if (pair >= 5) more.push(whole - Number(block?.type === "text" ? block.text : Number.NaN));
  }
  const median = more.toSorted((a, b) => a - b)[PAIRS / 2] ?? Number.NaN;
  process.stdout.write(
    `  a ${language} cell costs ${median.toFixed(2)} ms above its own time (at most ${MOST_MS} ms)\n`,
  );
  if (!(median <= MOST_MS)) process.exitCode = 1;
}

async function hasPython(): Promise<boolean> {
  const child = spawn("python3", ["--version"], { cwd: fileURLToPath(new URL(".", import.meta.url)), stdio: "ignore" });
  return await new Promise((resolve) => {
    child.on("error", () => resolve(false));
    child.on("exit", (code) => resolve(code === 0));
  });
}
