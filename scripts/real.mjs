// Runs the tests with real external programs. Tests that cannot run here are listed with the reason, and a last line counts all.
import { startVitest } from "vitest/node";
import { at } from "./bootstrap/root.mjs";

/** An escape is an escape, even if a second try does not get out. */
const NEVER_AGAIN = /sandbox-escapes/;

const first = await runTests(process.argv.slice(2));
const failing = [...first.files]
  .filter(([path, file]) => file.failed.length > 0 && !NEVER_AGAIN.test(path))
  .map(([path]) => path);
// Other programs can delay a test beyond its timeout: a failing file runs once more, alone, and what only then passes is named.
const again = failing.length > 0 && first.stray === 0 ? await runTests(failing) : { files: new Map(), stray: 0 };
const files = new Map([...first.files, ...again.files]);
for (const path of failing) {
  const still = files.get(path).failed;
  for (const name of first.files.get(path).failed)
    if (!still.includes(name)) console.log(`passed only when run again: ${name}`);
}

const all = [...files.values()];
const passed = all.reduce((sum, file) => sum + file.passed, 0);
const skipped = all.flatMap((file) => file.skipped);
const failed = all.flatMap((file) => file.failed).length + first.stray + again.stray;
if (skipped.length > 0) console.log(`skipped: ${skipped.length}`);
for (const line of skipped) console.log(`  ${line}`);
console.log(`real: ${passed} passed, ${failed} failed, ${skipped.length} skipped`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

/** The results by file, and the number of files that could not be loaded and of errors outside tests. */
async function runTests(filters) {
  const runner = await startVitest("test", filters, {
    config: at("vitest.real.config.ts"),
    root: at("."),
    watch: false,
    reporters: ["default"],
  });
  const modules = runner.state.getTestModules();
  const files = new Map(modules.map((module) => [module.moduleId, resultsOf(module)]));
  const unloaded = modules.filter((module) => module.errors().length > 0).length;
  const stray = unloaded + runner.state.getUnhandledErrors().length;
  await runner.close();
  return { files, stray };
}

function resultsOf(module) {
  const results = { passed: 0, failed: [], skipped: [] };
  for (const test of module.children.allTests()) {
    const { state, note } = test.result();
    if (state === "passed") results.passed++;
    else if (state === "failed") results.failed.push(test.fullName);
    else results.skipped.push(`${test.name} (${note ?? "no reason given"})`);
  }
  return results;
}
