import { canonicalPath, withAncestors } from "./trust-store.ts";

/** The real paths of folders that may bring nothing, as decided in this process. */
const refused = new Set<string>();

/** So that code which the user has loaded does not trust a folder that the user does not. */
export function rememberTrust(cwd: string, isTrusted: boolean): void {
  if (isTrusted) refused.delete(canonicalPath(cwd));
  else refused.add(canonicalPath(cwd));
}

/** Whether this folder, or one that it is in, was refused in this process. */
export function isRefused(cwd: string): boolean {
  return refused.size > 0 && withAncestors(canonicalPath(cwd)).some((folder) => refused.has(folder));
}
