import { join } from "node:path";
import { readFolder } from "@tau/agent/node";
import { isObject, parseJson, readFile } from "../../json-file/index.ts";
import type { LoadedItems } from "../discovery/index.ts";
import type { ResourceDiagnostic, SourceInfo } from "../source-info.ts";

/** An extension that another program describes in a file. It is only listed; none of its code runs. */
export interface ManifestRecord {
  readonly name: string;
  /** The folder of the extension. */
  readonly path: string;
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly sourceInfo: SourceInfo;
}

const FILE = "gemini-extension.json";

/** Returns the direct subfolders that have a manifest. */
export function loadManifestsAt(folder: string, describe: (path: string) => SourceInfo): LoadedItems<ManifestRecord> {
  const items: ManifestRecord[] = [];
  const diagnostics: ResourceDiagnostic[] = [];
  for (const entry of readFolder(folder)) {
    const path = join(entry.path, FILE);
    const text = entry.kind === "folder" ? readFile(path).text : undefined;
    if (text === undefined) continue;
    const parsed = parseJson(text);
    if (!parsed.ok || !isObject(parsed.value)) {
      diagnostics.push({ type: "warning", path, message: `Invalid JSON in ${path}` });
      continue;
    }
    const { name } = parsed.value;
    items.push({
      name: typeof name === "string" ? name : entry.name,
      path: entry.path,
      manifest: parsed.value,
      sourceInfo: describe(path),
    });
  }
  return { items, diagnostics };
}
