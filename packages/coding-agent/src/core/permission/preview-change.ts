import { readFile, stat } from "node:fs/promises";
import { isMissing } from "@tau/agent/error-code";
import { decodeText, isBinary, normalizeToLF } from "../files/index.ts";
import type { Edit } from "../tools/edit/apply-edits.ts";
import type { PermissionRequest } from "./permission.ts";

/** A larger file is not read to show a change of it. */
const LARGEST_BYTES = 2 * 1024 * 1024;

/** What a call of `edit` or `write` would change, as a unified diff. Nothing for other calls, and for one that would fail. */
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
    // The call will fail in the same way, and the model reads why.
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
