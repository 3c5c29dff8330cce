import { existsSync } from "node:fs";
import { join } from "node:path";
import type { SettingValue } from "../settings/index.ts";
import type { ProjectTrustOption } from "./trust-options.ts";
import type { ProjectTrustStore } from "./trust-store.ts";

export interface ProjectTrustQuestion {
  readonly cwd: string;
  readonly store: ProjectTrustStore;
  /** Whether the folder has anything that needs trust. */
  readonly hasProtected: boolean;
  /** The answer of `--approve` or `--no-approve`. */
  readonly override?: boolean | undefined;
  readonly fallback: SettingValue<"defaultProjectTrust">;
  /** Asks the user's extensions; the first that answers decides. */
  readonly decide?: () => Promise<{ readonly trusted: boolean; readonly remember?: boolean } | undefined>;
  /** Asks the user, in a mode that can. The answer is stored as its option says. */
  readonly ask?: (
    options: readonly ProjectTrustOption[],
    changed: readonly string[],
  ) => Promise<ProjectTrustOption | undefined>;
}

export interface ProjectTrust {
  readonly trusted: boolean;
  /**
   * The answer is a decision: of the user, an extension, a flag or a setting. Otherwise it is the default for an
   * undecided folder.
   */
  readonly decided: boolean;
  /** What has changed since the folder was trusted. */
  readonly changed?: readonly string[];
}

/** Resolves to whether the settings and code of a folder may be used. */
export async function resolveProjectTrust(question: ProjectTrustQuestion): Promise<ProjectTrust> {
  const { cwd, store, hasProtected, override, fallback } = question;
  if (override !== undefined) return { trusted: override, decided: true };
  if (hasProtected) return await (await import("./protected-trust.ts")).resolveProtectedTrust(question);
  const kept = store.get(cwd);
  // The folder's own variables are used only after a decision, and can direct programs.
  if (kept && existsSync(join(cwd, ".env")))
    return await (await import("./protected-trust.ts")).resolveProtectedTrust(question);
  if (kept !== null) return { trusted: kept, decided: true };
  return { trusted: fallback !== "never", decided: fallback !== "ask" };
}
