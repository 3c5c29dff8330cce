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
export async function previewChange({ tool, paths, call }: PermissionRequest): Promise<string | undefined> {
  const [path] = paths ?? [];
  if (path === undefined || call === undefined || (tool !== "edit" && tool !== "write")) return undefined;
  try {
    const before = await textOf(path, tool === "write");
    const after = before === undefined ? undefined : await changed(before, path, call.args);
    if (before === undefined || after === undefined) return undefined;
    const { renderDiff } = await import("../tools/edit/render-diff.ts");
    return (await renderDiff(path, before, normalizeToLF(after))).patch;
  } catch {
    // The call itself will fail in the same way and tell the model why.
    return undefined;
  }
}

async function textOf(path: string, mayBeAbsent: boolean): Promise<string | undefined> {
  try {
    if ((await stat(path)).size > LARGEST_BYTES) return undefined;
    const bytes = await readFile(path);
    return isBinary(bytes) ? undefined : normalizeToLF(decodeText(bytes).text);
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
