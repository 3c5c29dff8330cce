import type { BuildOptions } from "esbuild";
import { at } from "../bootstrap/root.mjs";
import { readPackage } from "./read-package.ts";

/** Returns the options of all our bundles. */
export function sharedOptions() {
  return {
    absWorkingDir: at("."),
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node22.19",
    conditions: ["@tau/source"],
    mainFields: ["module", "main"],
    define: { TAU_VERSION: JSON.stringify(readPackage("coding-agent").version) },
    logLevel: "warning",
  } satisfies BuildOptions;
}
