import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { printNotice } from "../../output/print.ts";
import type { Extension } from "../contract/index.ts";
import { hostModuleUrl } from "../loader/module-map.ts";
import { ownModule } from "./own-module.ts";

/**
 * Whole modules as members of `pi`, as some extensions expect them. Each is loaded when it is first read. Zod is the extension's own
 * where it has one.
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

/** Goes to stderr, and only where somebody looks for it: stdout may carry a protocol. */
function logger(path: string) {
  const write = (level: string) => (message: string, details?: unknown) => {
    if (level === "debug" && !process.env.TAU_DEBUG) return;
    const rest = details === undefined ? "" : ` ${JSON.stringify(details)}`;
    printNotice(`${path}: ${level}: ${message}${rest}`);
  };
  return { debug: write("debug"), info: write("info"), warn: write("warning"), error: write("error") };
}
