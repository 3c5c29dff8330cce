import type { Hunk } from "./hunks/hunk.ts";

/** What a patch does to one file. */
export interface PatchFile {
  readonly kind: "add" | "update" | "delete";
  readonly path: string;
  readonly moveTo?: string;
  /** Of an update. */
  readonly hunks: readonly Hunk[];
  /** Of a new file. */
  readonly content?: string;
}
