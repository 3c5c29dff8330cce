import { readFile, stat } from "node:fs/promises";
import { isMissing } from "@tau/agent/error-code";
import { decodeText, isBinary, normalizeToLF } from "../files/index.ts";
import type { Edit } from "../tools/edit/apply-edits.ts";
import type { PermissionRequest } from "./permission.ts";

/** Larger files are not read for a preview. */
const LARGEST_BYTES = 2 * 1024 * 1024;

/**
 * Resolves to the change that a call of `edit` or `write` would make, as a unified diff. Resolves to `undefined` for
 * other calls and for calls that would fail.
 */
export async function previewChange(
  { tool, paths, call }: PermissionRequest,
  read: ReadFile = readSmall,
): Promise<string | undefined> {
  const [path] = paths ?? [];
  if (path === undefined || call === undefined || (tool !== "edit" && tool !== "write")) return undefined;
  try {
    const before = await textOf(path, tool === "write", read);
    const after = before === undefined ? undefined : await changed(before, path, call.args);
    if (before === undefined || after === undefined) return undefined;
    const { renderDiff } = await import("../tools/edit/render-diff.ts");
    return (await renderDiff(path, before, normalizeToLF(after))).patch;
  } catch {
    // The call itself will fail in the same way and tell the model why.
    return undefined;
  }
}

type ReadFile = (path: string) => Promise<Buffer | undefined>;

async function readSmall(path: string): Promise<Buffer | undefined> {
  return (await stat(path)).size > LARGEST_BYTES ? undefined : await readFile(path);
}

async function textOf(path: string, mayBeAbsent: boolean, read: ReadFile): Promise<string | undefined> {
  try {
    const bytes = await read(path);
    return bytes === undefined || isBinary(bytes) ? undefined : normalizeToLF(decodeText(bytes).text);
  } catch (error) {
    if (mayBeAbsent && isMissing(error)) return "";
    throw error;
  }
}

async function changed(before: string, path: string, args: unknown): Promise<string | undefined> {
  const { content } = args as { content?: unknown };
  if (typeof content === "string") return content;
  const [{ applyEdits }, { prepareEditArguments }] = await Promise.all([
    import("../tools/edit/apply-edits.ts"),
    import("../tools/edit/prepare-arguments.ts"),
  ]);
  const { edits } = prepareEditArguments(args) as { readonly edits: readonly Edit[] };
  return applyEdits(before, edits, path);
}
