import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { FILE_LIMITS } from "../../files/index.ts";
import { formatSize } from "../../output/index.ts";
import { fileError } from "../file-error.ts";
import { ToolError } from "../tool-error.ts";
import type { ReaderFile } from "../tool-ports.ts";
import type { ReaderFiles, ReaderRequest } from "./read-by-reader.ts";
import { aborted } from "./use-reader.ts";

/** A database that is in use keeps its latest changes, or what undoes them, in a second file. */
const COMPANIONS: Readonly<Record<string, readonly string[]>> = { "application/vnd.sqlite3": ["-wal", "-journal"] };

/** Calls `use` with a path of this machine. A file of another machine is copied for that long. */
export async function withLocalFile<T>(
  { path, absolutePath, contentType, size }: ReaderFile & { readonly size: number },
  { examine, download }: ReaderFiles,
  { signal, report }: ReaderRequest,
  use: (absolutePath: string) => Promise<T>,
): Promise<T> {
  if (!download) return await use(absolutePath);
  const maxBytes = FILE_LIMITS.whole;
  if (size > maxBytes)
    throw new ToolError(
      "too-large",
      `${path} is ${formatSize(size)}, and at most ${formatSize(maxBytes)} of a file are copied from another machine to convert it. Use bash with a program for this format there.`,
    );
  const folder = await mkdtemp(join(tmpdir(), "tau-copy-"));
  try {
    const copy = join(folder, basename(absolutePath));
    report(`Copying ${path} (${formatSize(size)})…`);
    const options = { maxBytes, signal };
    await download(absolutePath, copy, options);
    for (const ending of COMPANIONS[contentType ?? ""] ?? [])
      if ((await examine(`${absolutePath}${ending}`))?.size)
        await download(`${absolutePath}${ending}`, `${copy}${ending}`, options);
    return await use(copy);
  } catch (error) {
    throw signal?.aborted ? aborted(error) : fileError(error, path, "read");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
