// The test command: types, lint with its layer limits, dead code, then every test, and a last line that counts all results.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { at } from "./bootstrap/root.mjs";

const RESULTS = at(".cache/test-results.json");
/**
 * The tests run in parts, one after the other, because a process grows with the tests it has run, and starting a program from it takes
 * the longer the larger it is. At the end of each part a core is idle until the last file has run.
 */
const PARTS = 2;
/** With more failing files than this, the fault is not in the timing. */
const MOST_AGAIN = 5;
const checks = [
  { name: "types", args: [at("node_modules/typescript/bin/tsc")] },
  {
    name: "lint and layers",
    args: [at("node_modules/@biomejs/biome/bin/biome"), "check", "--diagnostic-level=warn", "."],
  },
  { name: "plain words", args: [at("scripts/plain-words.mjs")] },
  { name: "file sizes", args: [at("scripts/file-sizes.mjs")], alwaysShow: true },
  { name: "dead code", args: [at("node_modules/knip/bin/knip.js"), "--no-config-hints"] },
  { name: "build", args: [at("scripts/build.mjs"), "--types"] },
];

const checksOnly = process.argv.includes("--checks-only");
const filters = process.argv.slice(2).filter((argument) => argument !== "--checks-only");
const total = { passed: 0, failed: 0 };
for (const check of checks) {
  const ok = await passes(check);
  total[ok ? "passed" : "failed"]++;
}
if (!checksOnly) await runTests();
console.log(`tests: ${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function passes({ name, args, alwaysShow = false }) {
  const started = performance.now();
  const { code, output } = await run(args, { capture: true });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? "ok" : "FAILED"}: ${name} (${seconds} s)`);
  if (code !== 0 || (alwaysShow && output)) console.log(output.trimEnd());
  return code === 0;
}

async function runTests() {
  const parts = filters.length > 0 ? 1 : PARTS;
  const results = new Map();
  let strayErrors = 0;
  for (let part = 1; part <= parts; part++) {
    const shard = parts > 1 ? [`--shard=${part}/${parts}`] : [];
    strayErrors += await runVitest([...shard, ...filters], results);
  }
  strayErrors += await runAgain(results);
  for (const { passed, failed } of results.values()) {
    total.passed += passed;
    total.failed += failed.length;
  }
  total.failed += strayErrors;
}

/**
 * Runs files with a few failed tests once more, on their own: screens and processes of other tests can delay a test beyond its timeout.
 * Every test that only then passes is named, because it needs a repair.
 */
async function runAgain(results) {
  const failing = [...results].filter(([, { failed }]) => failed.length > 0);
  if (failing.length === 0 || failing.length > MOST_AGAIN) return 0;
  const names = failing.flatMap(([, { failed }]) => failed);
  const strayErrors = await runVitest(
    failing.map(([file]) => file),
    results,
  );
  const still = new Set(failing.flatMap(([file]) => results.get(file)?.failed ?? []));
  for (const name of names) if (!still.has(name)) console.log(`passed only when run again: ${name}`);
  return strayErrors;
}

/** Runs tests and enters the results of each file. Resolves to the number of errors outside of tests. */
async function runVitest(args, results) {
  rmSync(RESULTS, { force: true });
  mkdirSync(at(".cache"), { recursive: true });
  const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${RESULTS}`];
  const { code } = await run([at("node_modules/vitest/vitest.mjs"), "run", ...reporters, ...args]);
  const files = readResults();
  for (const { name, assertionResults } of files) {
    const failed = assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
    results.set(name, { passed: assertionResults.filter(({ status }) => status === "passed").length, failed });
  }
  // A file that could not be loaded, or an error outside a test, is not counted as a failed test.
  const hasFailed = files.some(({ assertionResults }) => assertionResults.some(({ status }) => status === "failed"));
  return code !== 0 && !hasFailed ? 1 : 0;
}

function readResults() {
  try {
    return JSON.parse(readFileSync(RESULTS, "utf8")).testResults;
  } catch (error) {
    console.log(`The test runner left no results (${error.message}).`);
    return [];
  }
}

function run(args, { capture = false } = {}) {
  return new Promise((resolve, reject) => {
    const env = process.stdout.isTTY ? process.env : { ...process.env, NO_COLOR: "1" };
    const child = spawn(process.execPath, args, {
      env,
      cwd: at("."),
      stdio: ["ignore", capture ? "pipe" : "inherit", capture ? "pipe" : "inherit"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (output += data));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}
