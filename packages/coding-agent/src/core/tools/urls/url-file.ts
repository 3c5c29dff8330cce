import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { ToolError } from "../tool-error.ts";
import { locateRegistered, type RegisteredUrl, readRegistered } from "./registered-url.ts";
import type { UrlCall } from "./url-scheme.ts";

export interface UrlFile {
  readonly path: string;
  /** Removes the file if it is a temporary copy. */
  release(): Promise<void>;
}

/** Resolves to a file with the content of a URL, for programs that take paths: its own file, or a temporary copy. */
export async function fileOfUrl(registered: RegisteredUrl, call: UrlCall): Promise<UrlFile> {
  const located = await locateRegistered(registered, call);
  if (located !== undefined) return { path: located, release: async () => undefined };
  const { text, bytes, entries } = await readRegistered(registered, call);
  const { href, host, path } = registered.url;
  if (text === undefined && bytes === undefined && entries)
    throw new ToolError("not-a-file", `${href} is a folder. Read it to see what is in it.`);
  const folder = await mkdtemp(join(tmpdir(), "tau-url-"));
  const file = join(folder, basename(path).replaceAll("\n", "_") || host.replaceAll("/", "_") || "content");
  await writeFile(file, bytes ?? text ?? "", { mode: 0o600 });
  return { path: file, release: async () => await rm(folder, { recursive: true, force: true }) };
}
