// The end-to-end tests start the built CLI: build it first if a source is newer.
import { execFileSync } from "node:child_process";
import { isBuilt, isBuiltWithTypes } from "./bootstrap/freshness.mjs";
import { at } from "./bootstrap/root.mjs";

export default function buildForTests() {
  if (!isBuilt()) execFileSync(process.execPath, [at("scripts/build.mjs")], { stdio: "inherit" });
}

/** For tests of what ships. `npm test` has built it: to build it anew would take it away from the tests beside. */
export function buildTypesForTests() {
  if (!isBuiltWithTypes()) execFileSync(process.execPath, [at("scripts/build.mjs"), "--types"], { stdio: "inherit" });
}
