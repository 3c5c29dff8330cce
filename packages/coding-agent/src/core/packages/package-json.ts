import { join } from "node:path";
import { ConfigError, formatDiagnostic, isObject, loadJsonFile, parseJson, readFile } from "../json-file/index.ts";

/** Reads a folder's package.json or an npm lock file. Returns an empty object if it is missing or unreadable. */
export function readPackageJson(folder: string, name = "package.json"): Readonly<Record<string, unknown>> {
  const { text } = readFile(join(folder, name));
  const parsed = text === undefined ? undefined : parseJson(text);
  return parsed?.ok && isObject(parsed.value) ? parsed.value : {};
}

/** Throws, with file and line, if a package.json cannot be parsed: otherwise its resources would be missing without any message. */
export function assertReadablePackage(folder: string): void {
  const { broken, diagnostics } = loadJsonFile(join(folder, "package.json"), { type: "object" });
  const [problem] = diagnostics;
  if (broken && problem) throw new ConfigError("package", formatDiagnostic(problem));
}
