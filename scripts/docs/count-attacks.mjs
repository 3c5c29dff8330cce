// Prints the number of attacks in each file of test/attacks, as JSON. Every test counts, even if this machine cannot run it.
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
