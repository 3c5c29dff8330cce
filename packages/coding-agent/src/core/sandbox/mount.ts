/**
 * How a confined command sees one path. `absent-…`: the path does not exist and cannot be created, although its folder
 * is writable. `hidden-…`: the path exists, but appears as an empty folder or file.
 */
export interface Mount {
  readonly kind: "writable" | "read-only" | "absent-folder" | "absent-file" | "hidden-folder" | "hidden-file";
  readonly path: string;
  /** For an absent file: the text of its placeholder. */
  readonly text?: string;
}

/** A protected path that is a link. Nothing can be mounted on a link, so it is checked when the command has ended. */
export interface ProtectedLink {
  readonly path: string;
  readonly target: string;
}

export interface SandboxPlan {
  /** Outer paths come before inner ones. */
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

/** Orders mounts so that a later one covers an earlier one: outer paths first, and on the same path the stricter mount last. */
export function orderMounts(mounts: readonly Mount[]): Mount[] {
  const known = new Map(mounts.map((mount) => [`${mount.kind} ${mount.path}`, mount]));
  const depth = ({ path }: Mount) => path.split("/").length;
  return [...known.values()].sort((a, b) => depth(a) - depth(b) || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}
