import { createHash } from "node:crypto";
import { readdir, readFile, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { replaceFile } from "../../core/files/replace-file.ts";
import { editJson, isObject, parseJson } from "../../core/json-file/index.ts";
import { failureOf, type ImportOutcome, leftOut, undone } from "./outcome.ts";

/** What the last import changed, so that it can be undone. Kept in Tau's home. */
export interface ImportRecord {
  readonly source: string;
  /** Files and folders that the import created, with the digest of their content. */
  readonly created: Record<string, string>;
  /** Tau's files to which keys were added, with digests of the values, so that credentials are not stored twice. */
  readonly merged: Record<string, { readonly isNew: boolean; readonly keys: Record<string, string> }>;
}

const FILE = "last-import.json";

export function saveRecord(home: string, record: ImportRecord): void {
  const isEmpty = Object.keys({ ...record.created, ...record.merged }).length === 0;
  if (!isEmpty) replaceFile(join(home, FILE), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, durable: true });
}

/** Undoes the last import. Leaves alone what was changed since, and reports it. Resolves to `undefined` if there is no record. */
export async function undoImport(home: string, dryRun: boolean): Promise<ImportOutcome[] | undefined> {
  const text = await readFile(join(home, FILE), "utf8").catch(() => undefined);
  const parsed = text === undefined ? undefined : parseJson(text);
  if (!parsed?.ok) return undefined;
  const { created, merged } = parsed.value as ImportRecord;
  const outcomes: ImportOutcome[] = [];
  const attempt = async (path: string, undo: () => Promise<ImportOutcome>) => {
    const what = relative(home, path);
    outcomes.push(await undo().catch((error: unknown) => leftOut(what, failureOf(error))));
  };
  for (const [path, { isNew, keys }] of Object.entries(merged))
    await attempt(path, () => removeKeys(home, path, keys, isNew, dryRun));
  for (const [path, digest] of Object.entries(created)) await attempt(path, () => remove(home, path, digest, dryRun));
  if (!dryRun) await rm(join(home, FILE));
  return outcomes;
}

async function remove(home: string, path: string, digest: string, dryRun: boolean): Promise<ImportOutcome> {
  const what = relative(home, path);
  if (!(await stat(path).catch(() => undefined))) return leftOut(what, "it no longer exists");
  if ((await digestOf(path)) !== digest) return leftOut(what, "it was changed since the import");
  if (dryRun) return undone(what);
  await rm(path, { recursive: true });
  await removeEmptyFolders(dirname(path), home);
  return undone(what);
}

async function removeEmptyFolders(folder: string, home: string): Promise<void> {
  for (let current = folder; current !== home && current.startsWith(home); current = dirname(current)) {
    const isEmpty = (await readdir(current)).length === 0;
    if (!isEmpty) return;
    await rmdir(current);
  }
}

async function removeKeys(
  home: string,
  path: string,
  keys: Record<string, string>,
  isNew: boolean,
  dryRun: boolean,
): Promise<ImportOutcome> {
  const file = relative(home, path);
  const text = await readFile(path, "utf8");
  const parsed = parseJson(text);
  const present = parsed.ok && isObject(parsed.value) ? parsed.value : {};
  const same = Object.keys(keys).filter((key) => key in present && digestOfValue(present[key]) === keys[key]);
  const changed = Object.keys(keys).filter((key) => !same.includes(key));
  const what = `${file} (${same.join(", ")})`;
  if (same.length === 0) return leftOut(`${file} (${changed.join(", ")})`, "it was changed since the import");
  const note = changed.length > 0 ? `; ${changed.join(", ")} changed since the import and stays` : "";
  if (dryRun) return undone(what + note);
  const isAllOfIt = isNew && same.length === Object.keys(present).length;
  if (isAllOfIt) await rm(path);
  else
    replaceFile(
      path,
      editJson(
        text,
        same.map((key) => ({ path: [key], value: undefined })),
      ),
      { durable: true },
    );
  return undone(what + note);
}

/** Returns the digest of a JSON value, independent of the order of its keys. */
export function digestOfValue(value: unknown): string {
  const sorted = JSON.stringify(value, (_, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
  return createHash("sha256").update(sorted).digest("hex");
}

/** Resolves to the digest of a file, or of a folder with the names and contents of all files in it. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  const isFolder = (await stat(path)).isDirectory();
  const names = isFolder ? await readdir(path, { recursive: true }) : [""];
  for (const name of names.sort()) {
    const file = join(path, name);
    hash.update(`${name}\0`);
    if ((await stat(file)).isFile()) hash.update(await readFile(file));
  }
  return hash.digest("hex");
}
