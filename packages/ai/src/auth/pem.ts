import { RequestError } from "../ai-error.ts";
import { nodeModules } from "../transport/connection/node-modules.ts";

const files = new Map<string, string>();

/** Returns whether a value is PEM text itself rather than the path of a file. */
export function isInlinePem(value: string): boolean {
  return value.includes("-----BEGIN ");
}

/** Returns the PEM text that a variable holds or points to. Inline text may have escaped newlines, as in env files. */
export function readPem(variable: string, value: string): string {
  if (isInlinePem(value)) return value.replaceAll("\\n", "\n");
  const known = files.get(value);
  if (known !== undefined) return known;
  try {
    const text = nodeModules()?.getBuiltinModule("node:fs").readFileSync(value, "utf8") ?? "";
    files.set(value, text);
    return text;
  } catch (cause) {
    throw new RequestError(
      `${variable} names ${value}, which cannot be read. Give the path of a PEM file, or its text.`,
      {
        code: "invalid-request",
        cause,
      },
    );
  }
}
