import { SnapshotError } from "./snapshot.ts";
import type { SnapshotStore } from "./store.ts";

/** Contents that are the same as in the user's repository are only there, and the repository may have been deleted or cleaned up. */
export const LOST_CONTENT = "the recorded content was in a repository that was deleted or cleaned up";

/** Reads contents by their ids. Throws `lost-content` if one is missing. */
export async function readContents(store: SnapshotStore, ids: readonly string[]): Promise<Map<string, Buffer>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const output = await store.git(["cat-file", "--batch", "--buffer"], `${wanted.join("\n")}\n`);
  const contents = new Map<string, Buffer>();
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf("\n", at);
    const [id = "", kind, size] = output.toString("latin1", at, end).split(" ");
    if (kind !== "blob") throw new SnapshotError("lost-content", `No file was changed: ${LOST_CONTENT} (${id}).`);
    contents.set(id, output.subarray(end + 1, end + 1 + Number(size)));
    at = end + 2 + Number(size);
  }
  return contents;
}

/** Resolves to those ids whose contents are missing. */
export async function lostContents(store: SnapshotStore, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const output = await store.git(["cat-file", "--batch-check=%(objectname)", "--buffer"], `${ids.join("\n")}\n`);
  const rows = output.toString("latin1").split("\n");
  return new Set(rows.filter((row) => row.endsWith(" missing")).map((row) => row.slice(0, 40)));
}
