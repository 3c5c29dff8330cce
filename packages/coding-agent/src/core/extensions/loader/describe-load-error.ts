import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { errorText } from "../../error-text.ts";
import { isExtensionFile } from "./import-extension.ts";
import { originalLine } from "./transpile.ts";

/** Returns why an extension cannot be loaded, with the position in its own files if known. */
export function describeLoadError(error: unknown, path: string): string {
  const message = errorText(error);
  const said = SYNTAX.exec(message)?.groups;
  if (said) return `${said.reason} (${said.place})`;
  const place = error instanceof Error ? placeOf(String(error.stack), path) : undefined;
  const located = place === undefined ? message : `${message} (${place})`;
  const modules = NATIVE.test(message) ? /^(.*)\/node_modules\//.exec(path)?.[1] : undefined;
  if (modules === undefined) return located;
  return `${located}\nA part of it is built by scripts, and none ran when it was installed: npm rebuild in ${modules} runs them.`;
}

/** The message of the jiti loader for a file with a syntax error. */
const SYNTAX = /^(?:ParseError: )?(?<reason>[^\n]*?)\s*\n\s*(?<place>\S[^\n]*:\d+:\d+)$/;
/** The messages of common loaders of compiled modules. */
const NATIVE = /\.node\b|bindings file|native (?:module|binding)/i;
const FRAME = /^ +at .*?(?<file>(?:file:\/\/)?\/[^()]*?)(?:\?[^:()]*)?:(?<line>\d+):\d+\)?$/gm;

/** Returns the innermost stack frame in the extension's files; the frames above it belong to Tau or to a library. */
function placeOf(stack: string, path: string): string | undefined {
  for (const { groups } of stack.matchAll(FRAME)) {
    const { file = "", line = "" } = groups ?? {};
    const isNative = file.startsWith("file:");
    const name = isNative ? fileURLToPath(file) : file;
    if (name !== path && !isExtensionFile(name)) continue;
    // The jiti loader keeps line numbers.
    const isMoved = isNative && /\.[cm]?tsx?$/.test(name);
    return `${name}:${isMoved ? originalLine(readFileSync(name, "utf8"), Number(line)) : line}`;
  }
  return undefined;
}
