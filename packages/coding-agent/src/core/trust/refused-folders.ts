import { canonicalPath, withAncestors } from "./trust-store.ts";

/** Real paths of folders that were refused in this process. */
const refused = new Set<string>();

/** Records a decision, so that code which the user has loaded cannot trust a folder that the user refused. */
export function rememberTrust(cwd: string, isTrusted: boolean): void {
  if (isTrusted) refused.delete(canonicalPath(cwd));
  else refused.add(canonicalPath(cwd));
}

/** Returns whether this folder, or one above it, was refused in this process. */
export function isRefused(cwd: string): boolean {
  return refused.size > 0 && withAncestors(canonicalPath(cwd)).some((folder) => refused.has(folder));
}
