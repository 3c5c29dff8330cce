import { homedir } from "node:os";
import { dirname } from "node:path";
import { ConfigError } from "../json-file/index.ts";
import type { SettingValue } from "../settings/index.ts";
import { canonicalPath, type ProjectTrustStore, type ProjectTrustUpdate } from "./trust-store.ts";

export interface ProjectTrustOption {
  label: string;
  trusted: boolean;
  updates: ProjectTrustUpdate[];
  /** Where the decision is kept, if it is. */
  savedPath?: string;
}

export interface ProjectTrustQuestion {
  readonly cwd: string;
  readonly store: ProjectTrustStore;
  /** Whether the folder brings anything that has to be trusted. */
  readonly hasProtected: boolean;
  /** `--approve` and `--no-approve`. */
  readonly override?: boolean | undefined;
  readonly fallback: SettingValue<"defaultProjectTrust">;
  /** Extensions of the user; the first that answers decides. */
  readonly decide?: () => Promise<{ readonly trusted: boolean; readonly remember?: boolean } | undefined>;
  /** The prompt of a mode that has one. The answer is kept as its option says. */
  readonly ask?: (options: readonly ProjectTrustOption[]) => Promise<ProjectTrustOption | undefined>;
}

export interface ProjectTrust {
  readonly trusted: boolean;
  /** Somebody said so. Else it is the answer for a folder that nobody decided on. */
  readonly decided: boolean;
}

/** Whether what a folder brings may be used. Where nobody can be asked, the answer is no. */
export async function resolveProjectTrust(question: ProjectTrustQuestion): Promise<ProjectTrust> {
  const { cwd, store, hasProtected, override, fallback, decide, ask } = question;
  if (override !== undefined) return { trusted: override, decided: true };
  const answer = hasProtected ? await decide?.() : undefined;
  if (answer) {
    if (answer.remember) keep(store, [{ path: cwd, decision: answer.trusted }]);
    return { trusted: answer.trusted, decided: true };
  }
  const kept = store.get(cwd);
  if (kept !== null) return { trusted: kept, decided: true };
  if (fallback !== "ask") return { trusted: fallback === "always", decided: true };
  if (!hasProtected) return { trusted: true, decided: false };
  const chosen = await ask?.(getProjectTrustOptions(cwd, { includeSessionOnly: true }));
  if (chosen && chosen.updates.length > 0) keep(store, chosen.updates);
  return { trusted: chosen?.trusted ?? false, decided: chosen !== undefined };
}

/** A broken file is told of at every start; until it is mended an answer holds for one run. */
function keep(store: ProjectTrustStore, updates: readonly ProjectTrustUpdate[]): void {
  try {
    store.setMany(updates);
  } catch (error) {
    if (!(error instanceof ConfigError && error.code === "broken-file")) throw error;
  }
}

/** The answers to offer, the usual one first. */
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

/** The folder above, unless trusting it would trust the whole home or disk. */
export function getProjectTrustParentPath(cwd: string): string | undefined {
  const parent = dirname(canonicalPath(cwd));
  const tooWide =
    parent === dirname(parent) ||
    parent === canonicalPath(homedir()) ||
    canonicalPath(homedir()).startsWith(`${parent}/`);
  return tooWide ? undefined : parent;
}
