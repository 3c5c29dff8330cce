import { SnapshotError } from "./snapshot.ts";
import type { SnapshotStore } from "./store.ts";

/** Reads contents by their ids. Throws if one is missing: it may have been in the user's repository, which may have been cleaned up. */
export async function readContents(store: SnapshotStore, ids: readonly string[]): Promise<Map<string, Buffer>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const output = await store.git(["cat-file", "--batch", "--buffer"], `${wanted.join("\n")}\n`);
  const contents = new Map<string, Buffer>();
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf("\n", at);
    const [id = "", kind, size] = output.toString("latin1", at, end).split(" ");
    if (kind !== "blob")
      throw new SnapshotError(
        "no-snapshot",
        `A recorded content (${id}) is not there any more: the repository it was in was cleaned up. No file was changed.`,
      );
    contents.set(id, output.subarray(end + 1, end + 1 + Number(size)));
    at = end + 2 + Number(size);
  }
  return contents;
}
