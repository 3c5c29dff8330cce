import type { DiffOptions } from "./contract/index.ts";

/** Returns the change as a unified diff. */
export async function unifiedPatch({ change, path = "file" }: Pick<DiffOptions, "change" | "path">): Promise<string> {
  if (typeof change === "string") return change;
  const { formatPatch, structuredPatch } = await import("diff");
  return formatPatch(structuredPatch(path, path, change.before, change.after, undefined, undefined, { context: 4 }));
}
