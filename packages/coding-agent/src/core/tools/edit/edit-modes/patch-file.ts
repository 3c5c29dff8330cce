import type { Hunk } from "./hunks/hunk.ts";

/** The part of a patch that concerns one file. */
export interface PatchFile {
  readonly kind: "add" | "update" | "delete";
  readonly path: string;
  readonly moveTo?: string;
  /** The hunks of an update. */
  readonly hunks: readonly Hunk[];
  /** The content of a new file. */
  readonly content?: string;
}
