// The end-to-end tests start the built CLI: build it first if a source is newer.
import { execFileSync } from "node:child_process";
import { isBuilt } from "./bootstrap/freshness.mjs";
import { at } from "./bootstrap/root.mjs";

export default function buildForTests() {
  if (!isBuilt()) execFileSync(process.execPath, [at("scripts/build.mjs")], { stdio: "inherit" });
}
