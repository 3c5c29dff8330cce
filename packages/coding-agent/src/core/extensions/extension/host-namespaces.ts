import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { printNotice } from "../../output/print.ts";
import type { Extension } from "../contract/index.ts";
import { hostModuleUrl } from "../loader/module-map.ts";
import { ownModule } from "./read-tool.ts";

/**
 * Returns whole modules as members of `pi`, because some extensions expect them there. Each is loaded when it is first read. `zod` is the
 * extension's own copy if it has one.
 */
export function hostNamespaces(extension: Extension): PropertyDescriptorMap {
  const require = createRequire(import.meta.url);
  const host = (name: "typebox" | "coding-agent") => () => require(fileURLToPath(hostModuleUrl(name)));
  return {
    typebox: { get: host("typebox"), enumerable: false },
    pi: { get: host("coding-agent"), enumerable: false },
    zod: { get: () => ownModule(extension, "zod"), enumerable: false },
    logger: { value: logger(extension.path), enumerable: false },
  };
}

/** Logs to stderr, because stdout may carry a protocol. Debug messages are printed only if TAU_DEBUG is set. */
function logger(path: string) {
  const write = (level: string) => (message: string, details?: unknown) => {
    if (level === "debug" && !process.env.TAU_DEBUG) return;
    const rest = details === undefined ? "" : ` ${JSON.stringify(details)}`;
    printNotice(`${path}: ${level}: ${message}${rest}`);
  };
  return { debug: write("debug"), info: write("info"), warn: write("warning"), error: write("error") };
}
