// Prints how many attempts each file of test/attacks holds, as JSON. Every test counts, whether or not this machine can run it.
import { createVitest } from "vitest/node";
import { at } from "../bootstrap/root.mjs";

const runner = await createVitest("test", {
  root: at("."),
  config: at("vitest.config.ts"),
  watch: false,
  globalSetup: [],
});
const { testModules } = await runner.collect(["test/attacks"], { staticParse: false });
const counts = testModules.map(({ moduleId, children }) => [moduleId, [...children.allTests()].length]);
await runner.close();
process.stdout.write(`\n${JSON.stringify(Object.fromEntries(counts))}\n`);
