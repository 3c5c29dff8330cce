// The end-to-end tests start the built CLI, so it is built first if a source is newer.
import { execFileSync } from "node:child_process";
import { isBuilt, isBuiltWithTypes } from "./bootstrap/freshness.mjs";
import { at } from "./bootstrap/root.mjs";

export default function buildForTests() {
  if (!isBuilt()) execFileSync(process.execPath, [at("scripts/build.mjs")], { stdio: "inherit" });
}

/** Builds the libraries for tests of the shipped files. `npm test` has already built them: rebuilding would break tests that run in parallel. */
export function buildTypesForTests() {
  if (!isBuiltWithTypes()) execFileSync(process.execPath, [at("scripts/build.mjs"), "--types"], { stdio: "inherit" });
}
