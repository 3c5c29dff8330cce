import { ConfigError } from "../json-file/index.ts";
import type { SettingValue } from "../settings/index.ts";
import type { ProjectTrustOption } from "./trust-options.ts";
import type { ProjectTrustStore, ProjectTrustUpdate } from "./trust-store.ts";

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
  const chosen = ask && (await ask(await optionsFor(cwd)));
  if (chosen && chosen.updates.length > 0) keep(store, chosen.updates);
  return { trusted: chosen?.trusted ?? false, decided: chosen !== undefined };
}

async function optionsFor(cwd: string): Promise<ProjectTrustOption[]> {
  const { getProjectTrustOptions } = await import("./trust-options.ts");
  return getProjectTrustOptions(cwd, { includeSessionOnly: true });
}

/** A broken file is told of at every start; until it is mended an answer holds for one run. */
function keep(store: ProjectTrustStore, updates: readonly ProjectTrustUpdate[]): void {
  try {
    store.setMany(updates);
  } catch (error) {
    if (!(error instanceof ConfigError && error.code === "broken-file")) throw error;
  }
}
