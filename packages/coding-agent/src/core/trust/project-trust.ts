import type { SettingValue } from "../settings/index.ts";
import type { ProjectTrustOption } from "./trust-options.ts";
import type { ProjectTrustStore } from "./trust-store.ts";

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
  readonly ask?: (
    options: readonly ProjectTrustOption[],
    changed: readonly string[],
  ) => Promise<ProjectTrustOption | undefined>;
}

export interface ProjectTrust {
  readonly trusted: boolean;
  /** Somebody said so. Else it is the answer for a folder that nobody decided on. */
  readonly decided: boolean;
  /** What is not as it was when the folder was trusted. */
  readonly changed?: readonly string[];
}

/** Whether what a folder brings may be used. */
export async function resolveProjectTrust(question: ProjectTrustQuestion): Promise<ProjectTrust> {
  const { cwd, store, hasProtected, override, fallback } = question;
  if (override !== undefined) return { trusted: override, decided: true };
  if (hasProtected) return await (await import("./protected-trust.ts")).resolveProtectedTrust(question);
  const kept = store.get(cwd);
  if (kept !== null) return { trusted: kept, decided: true };
  return { trusted: fallback !== "never", decided: fallback !== "ask" };
}
