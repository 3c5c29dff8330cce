import { globSync } from "node:fs";
import { at } from "../bootstrap/root.mjs";

/** Returns the sources of the wire protocols. A run loads one of them, with its first request. */
export function protocolSources(): string[] {
  return globSync("packages/ai/src/protocols/*/index.ts", { cwd: at(".") }).sort();
}
