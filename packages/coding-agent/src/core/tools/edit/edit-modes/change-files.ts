import { lstat, rmdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { isMissing } from "@tau/agent/error-code";
import { inCallOrder } from "../../../files/call-order.ts";
import {
  decodeText,
  encodeText,
  isBinary,
  localFiles,
  normalizeToLF,
  withFileMutationQueue,
} from "../../../files/index.ts";
import { identify } from "../../../files/mutation-queue.ts";
import { resolveExisting } from "../../existing-path.ts";
import { fileError } from "../../file-error.ts";
import { expandHome, resolveToCwd } from "../../path.ts";
import { refuseSummarized, type SummarizedFiles } from "../../summarized-files.ts";
import { throwIfAborted } from "../../throw-if-aborted.ts";
import { ToolError } from "../../tool-error.ts";
import { refuseGeneratedFile } from "../generated-file.ts";
import { isAsRead, localEditOperations, savedMeanwhile } from "../operations.ts";
import type { AppliedText } from "./hashline/apply.ts";

/** A change to one file. Changes are made only if all of them can be made to all files. */
export interface FileChange {
  readonly kind: "add" | "update" | "delete";
  /** The path as the model wrote it. */
  readonly path: string;
  /** The new path of the file. */
  readonly moveTo?: string | undefined;
  /** An update of a missing file creates it. */
  readonly isNewIfMissing?: boolean;
  /** Returns the new text. Throws if the change does not fit. Of a deleted file, only whether it throws counts. */
  apply(content: string, absolutePath: string): AppliedText;
}

/** A change that was made. The texts have LF line ends. */
export interface ChangedFile {
  readonly kind: FileChange["kind"];
  readonly path: string;
  readonly absolutePath: string;
  readonly movedTo?: string;
  readonly before: string;
  readonly after: string;
  readonly warnings: readonly string[];
}

/** The file operations that changes need. */
export interface ChangeOperations {
  readFile(absolutePath: string): Promise<Buffer>;
  writeFile(absolutePath: string, content: string | Uint8Array): Promise<void>;
  access(absolutePath: string): Promise<void>;
  /** Resolves to whether a file still has the bytes that were read. Without it, that is not looked at. */
  hasBytes?(absolutePath: string, bytes: Buffer): Promise<boolean>;
  /** Removes a file, or a link itself. */
  remove(absolutePath: string): Promise<void>;
  /** Removes an empty folder. */
  removeFolder(absolutePath: string): Promise<void>;
  /** Resolves to one identity for all paths to a file, links included. The file need not exist. */
  identify(absolutePath: string): Promise<string>;
  /** Resolves to whether there is nothing at a path, not even a link that leads nowhere. */
  isAbsent(absolutePath: string): Promise<boolean>;
  /** Resolves to the permission bits of a file. */
  modeOf(absolutePath: string): Promise<number | undefined>;
  setMode(absolutePath: string, mode: number): Promise<void>;
  /** Makes the folder of a file that is about to be written. Resolves to it, and to the outermost folder that was made. */
  makeFolderOf(absolutePath: string): Promise<{ readonly folder: string; readonly made: string | undefined }>;
}

export const localChangeOperations: ChangeOperations = {
  ...localEditOperations,
  remove: localFiles.remove,
  removeFolder: rmdir,
  identify,
  isAbsent,
  modeOf,
  setMode: localFiles.setMode,
  makeFolderOf: localFiles.makeFolderOf,
};

export interface ChangeOptions {
  readonly cwd: string;
  /** The folder that `~` means, if it is not that of the user on this machine. */
  readonly home?: string | undefined;
  readonly operations?: ChangeOperations | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly summarized?: SummarizedFiles | undefined;
  /** Whether files may be changed that say that they are generated. */
  readonly allowsGenerated?: boolean | undefined;
}

/** Reads all files, computes all texts, and only then writes. If a file cannot be written, the earlier ones are rolled back. */
export async function changeFiles(
  changes: readonly FileChange[],
  { cwd, home, operations = localChangeOperations, signal, summarized, allowsGenerated }: ChangeOptions,
): Promise<ChangedFile[]> {
  return await inCallOrder(operations, async () => {
    const located = await Promise.all(changes.map((change) => locate(change, { cwd, home, operations })));
    const files = await lockOrder(located, operations);
    return () =>
      withAllQueued(files, async () => {
        throwIfAborted(signal);
        const prepared: PreparedFile[] = [];
        for (const file of located) {
          if (file.change.kind === "update") refuseSummarized(summarized, file.absolutePath, file.change.path);
          prepared.push(await prepare(file, { operations, allowsGenerated }));
        }
        throwIfAborted(signal);
        await refuseChanged(prepared, operations);
        await writeAll(prepared, operations);
        return prepared.map(({ changed }) => changed);
      });
  });
}

/** Throws if another program has saved one of the files since it was read. */
async function refuseChanged(files: readonly PreparedFile[], operations: ChangeOperations): Promise<void> {
  for (const { changed, original } of files)
    if (original !== undefined && !(await isAsRead(operations, changed.absolutePath, original)))
      throw savedMeanwhile(changed.path);
}

interface LocatedChange {
  readonly change: FileChange;
  readonly absolutePath: string;
  readonly target?: string;
}

/** Resolves a change to the paths that the permission policy was told of: other spellings of the file are among them. */
async function locate(
  change: FileChange,
  { cwd, home, operations }: { readonly cwd: string; readonly home: string | undefined; operations: ChangeOperations },
): Promise<LocatedChange> {
  const { path, moveTo, isNewIfMissing } = change;
  for (const name of [path, moveTo ?? ""]) refuseUrl(name);
  const target = moveTo === undefined ? {} : { target: resolveToCwd(expandHome(moveTo, home), cwd) };
  const absolutePath = await resolveExisting(expandHome(path, home), cwd, async (spelling) => {
    if (await operations.isAbsent(spelling)) throw new ToolError("not-found", spelling);
  });
  const isNew = isNewIfMissing === true && (await operations.isAbsent(absolutePath));
  return { change: isNew ? { ...change, kind: "add" } : change, absolutePath, ...target };
}

/** Rejects URLs: a policy that was told of a URL has not decided about a file. */
function refuseUrl(path: string): void {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(path) || /^file:/i.test(path)) return;
  throw new ToolError(
    "invalid-argument",
    `${path} is a URL: it cannot be edited. Read it, and write the whole of it if it is writable.`,
  );
}

async function isAbsent(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return false;
  } catch (error) {
    if (isMissing(error)) return true;
    throw error;
  }
}

/** Returns the files involved, each once and always in the same order, so that two calls cannot deadlock. */
async function lockOrder(located: readonly LocatedChange[], operations: ChangeOperations): Promise<string[]> {
  const owners = new Map<string, string>();
  for (const { change, absolutePath, target } of located)
    for (const [path, name] of [
      [absolutePath, change.path] as const,
      ...(target ? [[target, change.moveTo ?? ""] as const] : []),
    ]) {
      const file = await operations.identify(path);
      const other = owners.get(file);
      if (other !== undefined)
        throw new ToolError("overlap", `${other} and ${name} are the same file. Put all its changes into one section.`);
      owners.set(file, name);
    }
  // Two files of another machine may have one name in the queue of this one.
  return [...new Set(await Promise.all([...owners.keys()].map(identify)))].sort();
}

async function withAllQueued<T>(files: readonly string[], run: () => Promise<T>): Promise<T> {
  const [first, ...rest] = files;
  return first === undefined ? await run() : await withFileMutationQueue(first, () => withAllQueued(rest, run));
}

interface PreparedFile {
  readonly changed: ChangedFile;
  /** The file's previous bytes; absent for a new file. */
  readonly original?: Buffer;
  readonly mode?: number;
  /** The new content and its path; absent if nothing is written. */
  readonly written?: { readonly path: string; readonly content: string | Uint8Array };
  readonly removed?: string;
}

interface PrepareOptions extends Pick<ChangeOptions, "allowsGenerated"> {
  readonly operations: ChangeOperations;
}

async function prepare(located: LocatedChange, options: PrepareOptions): Promise<PreparedFile> {
  const { operations } = options;
  const { change, absolutePath, target } = located;
  const { kind, path } = change;
  try {
    if (target !== undefined)
      await refuseExisting(
        target,
        change.moveTo ?? "",
        "It is not overwritten: choose another name, or delete it first.",
        operations,
      );
    return kind === "add"
      ? await prepareNew(change, absolutePath, operations)
      : await prepareExisting(located, options);
  } catch (error) {
    throw fileError(error, path, "edit");
  }
}

async function prepareNew(
  change: FileChange,
  absolutePath: string,
  operations: ChangeOperations,
): Promise<PreparedFile> {
  const { path, kind } = change;
  await refuseExisting(absolutePath, path, "Update it instead of adding it.", operations);
  const { text, warnings } = change.apply("", absolutePath);
  return {
    changed: { kind, path, absolutePath, before: "", after: normalizeToLF(text), warnings },
    written: { path: absolutePath, content: text },
  };
}

async function prepareExisting(
  { change, absolutePath, target }: LocatedChange,
  { operations, allowsGenerated }: PrepareOptions,
): Promise<PreparedFile> {
  const { kind, path, moveTo } = change;
  await operations.access(absolutePath);
  const original = await operations.readFile(absolutePath);
  // A file that is overwritten keeps its mode.
  const mode = kind === "delete" || target !== undefined ? await operations.modeOf(absolutePath) : undefined;
  const base = { original, ...(mode === undefined ? {} : { mode }) };
  if (kind === "delete") {
    const before = isBinary(original) ? "" : normalizeToLF(decodeText(original).text);
    if (!isBinary(original)) change.apply(before, absolutePath);
    return { ...base, changed: { kind, path, absolutePath, before, after: "", warnings: [] }, removed: absolutePath };
  }
  if (isBinary(original)) throw new ToolError("binary", `${path} is a binary file: it cannot be edited as text.`);
  const decoded = decodeText(original);
  if (!allowsGenerated) refuseGeneratedFile(decoded.text, path);
  const { text, warnings } = change.apply(decoded.text, absolutePath);
  const content = encodeText({ ...decoded, text });
  if (content === undefined)
    throw new ToolError(
      "invalid-argument",
      `${path} is not UTF-8, and its encoding cannot hold the new text. Use ASCII, or rewrite it.`,
    );
  const texts = { before: normalizeToLF(decoded.text), after: normalizeToLF(text) };
  const changed = { kind, path, absolutePath, ...texts, warnings };
  if (target === undefined || moveTo === undefined)
    return { ...base, changed, written: { path: absolutePath, content } };
  return {
    ...base,
    changed: { ...changed, movedTo: moveTo },
    written: { path: target, content },
    removed: absolutePath,
  };
}

async function modeOf(path: string): Promise<number | undefined> {
  return await stat(path).then(
    ({ mode }) => mode & 0o7777,
    () => undefined,
  );
}

async function refuseExisting(
  absolutePath: string,
  path: string,
  advice: string,
  operations: ChangeOperations,
): Promise<void> {
  if (!(await operations.isAbsent(absolutePath))) throw new ToolError("refused", `${path} exists already. ${advice}`);
}

/** Writes all files. Removals come last, so that each earlier step can be undone by writing the old content. */
async function writeAll(files: readonly PreparedFile[], operations: ChangeOperations): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  try {
    for (const file of files) if (file.written) await writeOne(file, file.written, operations, undo);
    for (const file of files)
      if (file.removed !== undefined) {
        const { removed, original = Buffer.alloc(0), mode } = file;
        await operations.remove(removed);
        undo.push(() => restore(removed, original, mode, operations));
      }
  } catch (error) {
    await takeBack(undo, error);
    const failed = files.map(({ changed }) => changed.path).join(", ");
    throw fileError(error, failed, "edit");
  }
}

async function writeOne(
  { original, mode, changed, removed }: PreparedFile,
  { path, content }: NonNullable<PreparedFile["written"]>,
  operations: ChangeOperations,
  undo: (() => Promise<void>)[],
): Promise<void> {
  if (original !== undefined && removed === undefined) {
    await operations.writeFile(path, content);
    undo.push(() => operations.writeFile(path, original));
    return;
  }
  const { folder, made } = await operations.makeFolderOf(path);
  if (made !== undefined) undo.push(() => removeEmptyFolders(folder, made, operations));
  await operations.writeFile(path, content);
  undo.push(() => operations.remove(path));
  if (mode !== undefined && changed.movedTo !== undefined) await operations.setMode(path, mode);
}

async function restore(
  path: string,
  content: Buffer,
  mode: number | undefined,
  operations: ChangeOperations,
): Promise<void> {
  await operations.writeFile(path, content);
  if (mode !== undefined) await operations.setMode(path, mode);
}

async function removeEmptyFolders(from: string, to: string, operations: ChangeOperations): Promise<void> {
  for (let folder = from; folder.startsWith(to); folder = dirname(folder)) await operations.removeFolder(folder);
}

async function takeBack(undo: readonly (() => Promise<void>)[], cause: unknown): Promise<void> {
  const failures: unknown[] = [];
  for (const step of undo.toReversed()) await step().catch((error: unknown) => failures.push(error));
  if (failures.length === 0) return;
  throw new ToolError(
    "not-writable",
    "A file could not be written, and the files that were changed before it could not all be put back. Check them with git diff.",
    { cause },
  );
}
