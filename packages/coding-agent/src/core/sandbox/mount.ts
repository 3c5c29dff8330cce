/**
 * One path as a confined command finds it. `absent-…`: it does not exist and cannot be made, though the folder around it is writable.
 * `hidden`: it exists, and shows as an empty folder or file.
 */
export interface Mount {
  readonly kind: "writable" | "read-only" | "absent-folder" | "absent-file" | "hidden-folder" | "hidden-file";
  readonly path: string;
  /** For an absent file: what it has to hold while it stands there. */
  readonly text?: string;
}

/** A protected path that is a link: nothing can be mounted on it, so what became of it is looked at when the command has ended. */
export interface ProtectedLink {
  readonly path: string;
  readonly target: string;
}

export interface SandboxPlan {
  /** The outer before the inner. */
  readonly mounts: readonly Mount[];
  readonly links: readonly ProtectedLink[];
}

const ORDER: readonly Mount["kind"][] = [
  "writable",
  "read-only",
  "absent-folder",
  "absent-file",
  "hidden-folder",
  "hidden-file",
];

/** A later mount covers an earlier one: the outer path first, and of two on one path the stricter last. */
export function orderMounts(mounts: readonly Mount[]): Mount[] {
  const known = new Map(mounts.map((mount) => [`${mount.kind} ${mount.path}`, mount]));
  const depth = ({ path }: Mount) => path.split("/").length;
  return [...known.values()].sort((a, b) => depth(a) - depth(b) || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}
