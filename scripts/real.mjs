// Runs the tests with real external programs. Tests that cannot run here are listed with the reason, and a last line counts all.
import { startVitest } from "vitest/node";
import { at } from "./bootstrap/root.mjs";

const runner = await startVitest("test", process.argv.slice(2), {
  config: at("vitest.real.config.ts"),
  root: at("."),
  watch: false,
  reporters: ["default"],
});
const modules = runner.state.getTestModules();
const tests = modules.flatMap((module) => [...module.children.allTests()]);
const count = { passed: 0, failed: 0, skipped: 0 };
for (const test of tests) count[test.result().state]++;
// A file that could not be loaded, or an error outside of a test, is not counted as a failed test.
const stray = modules.filter((module) => module.errors().length > 0).length + runner.state.getUnhandledErrors().length;
const failed = count.failed + stray;
await runner.close();

if (count.skipped > 0) console.log(`skipped: ${count.skipped}`);
for (const test of tests.filter((each) => each.result().state === "skipped"))
  console.log(`  ${test.name} (${test.result().note ?? "no reason given"})`);
console.log(`real: ${count.passed} passed, ${failed} failed, ${count.skipped} skipped`);
process.exitCode = failed > 0 || count.passed === 0 ? 1 : 0;
