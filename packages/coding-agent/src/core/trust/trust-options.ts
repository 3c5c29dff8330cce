import { homedir } from "node:os";
import { dirname } from "node:path";
import { canonicalPath, type ProjectTrustUpdate } from "./trust-store.ts";

export interface ProjectTrustOption {
  label: string;
  trusted: boolean;
  updates: ProjectTrustUpdate[];
  /** Where the decision is stored, if it is. */
  savedPath?: string;
}

/** Returns the answers to offer, the usual one first. */
export function getProjectTrustOptions(
  cwd: string,
  options: { includeSessionOnly?: boolean } = {},
): ProjectTrustOption[] {
  const path = canonicalPath(cwd);
  const parent = getProjectTrustParentPath(cwd);
  const save = (target: string, decision: boolean): Pick<ProjectTrustOption, "trusted" | "updates" | "savedPath"> => ({
    trusted: decision,
    updates: [{ path: target, decision }],
    savedPath: target,
  });
  return [
    { label: "Trust this folder", ...save(path, true) },
    ...(parent ? [{ label: `Trust everything in ${parent}`, ...save(parent, true) }] : []),
    ...(options.includeSessionOnly ? [{ label: "Trust it this time", trusted: true, updates: [] }] : []),
    { label: "Do not trust it", ...save(path, false) },
    ...(options.includeSessionOnly ? [{ label: "Not this time", trusted: false, updates: [] }] : []),
  ];
}

/** Returns the parent folder, unless trusting it would trust the whole home or disk. */
export function getProjectTrustParentPath(cwd: string): string | undefined {
  const parent = dirname(canonicalPath(cwd));
  const tooWide =
    parent === dirname(parent) ||
    parent === canonicalPath(homedir()) ||
    canonicalPath(homedir()).startsWith(`${parent}/`);
  return tooWide ? undefined : parent;
}
