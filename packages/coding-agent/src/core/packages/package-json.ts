import { join } from "node:path";
import { ConfigError, formatDiagnostic, isObject, loadJsonFile, parseJson, readFile } from "../json-file/index.ts";

/** What a folder's package.json, or a lock file of npm, says; nothing where there is none, or none that can be read. */
export function readPackageJson(folder: string, name = "package.json"): Readonly<Record<string, unknown>> {
  const { text } = readFile(join(folder, name));
  const parsed = text === undefined ? undefined : parseJson(text);
  return parsed?.ok && isObject(parsed.value) ? parsed.value : {};
}

/** Throws, with file and line, where a package has a package.json that says nothing: what it names would be missing without a word. */
export function assertReadablePackage(folder: string): void {
  const { broken, diagnostics } = loadJsonFile(join(folder, "package.json"), { type: "object" });
  const [problem] = diagnostics;
  if (broken && problem) throw new ConfigError("package", formatDiagnostic(problem));
}
