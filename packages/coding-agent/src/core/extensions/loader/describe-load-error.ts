import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { errorText } from "../../error-text.ts";
import { isExtensionFile } from "./import-extension.ts";
import { originalLine } from "./transpile.ts";

/** Why an extension cannot be loaded, with the place in its own files where that is known. */
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

/** As the forgiving loader tells of a file that is no program. */
const SYNTAX = /^(?:ParseError: )?(?<reason>[^\n]*?)\s*\n\s*(?<place>\S[^\n]*:\d+:\d+)$/;
/** As the usual loaders of compiled modules complain. */
const NATIVE = /\.node\b|bindings file|native (?:module|binding)/i;
const FRAME = /^ +at .*?(?<file>(?:file:\/\/)?\/[^()]*?)(?:\?[^:()]*)?:(?<line>\d+):\d+\)?$/gm;

/** The innermost frame that is the extension's: what is above it is ours or a library's. */
function placeOf(stack: string, path: string): string | undefined {
  for (const { groups } of stack.matchAll(FRAME)) {
    const { file = "", line = "" } = groups ?? {};
    const isNative = file.startsWith("file:");
    const name = isNative ? fileURLToPath(file) : file;
    if (name !== path && !isExtensionFile(name)) continue;
    // The forgiving loader keeps lines where they are.
    const isMoved = isNative && /\.[cm]?tsx?$/.test(name);
    return `${name}:${isMoved ? originalLine(readFileSync(name, "utf8"), Number(line)) : line}`;
  }
  return undefined;
}
