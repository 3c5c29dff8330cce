import { join } from "node:path";
import { isObject, parseJson, readFile } from "../json-file/index.ts";

/** What a folder's package.json says; nothing where there is none, or none that can be read. */
export function readPackageJson(folder: string): Readonly<Record<string, unknown>> {
  const { text } = readFile(join(folder, "package.json"));
  const parsed = text === undefined ? undefined : parseJson(text);
  return parsed?.ok && isObject(parsed.value) ? parsed.value : {};
}
