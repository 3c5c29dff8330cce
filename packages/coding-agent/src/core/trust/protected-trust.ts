import { ConfigError } from "../json-file/index.ts";
import type { ProjectTrust, ProjectTrustQuestion } from "./project-trust.ts";
import { getProjectTrustOptions } from "./trust-options.ts";
import type { ProjectTrustStore, ProjectTrustUpdate } from "./trust-store.ts";
import { changedCode, keepCode } from "./trusted-code.ts";

/** Decides about a folder that has something that needs trust. If the user cannot be asked, the answer is no. */
export async function resolveProtectedTrust(question: ProjectTrustQuestion): Promise<ProjectTrust> {
  const { cwd, store, fallback, decide } = question;
  const place = { cwd, agentDir: store.agentDir };
  const answer = await decide?.();
  if (answer) {
    if (answer.remember) keep(store, [{ path: cwd, decision: answer.trusted }]);
    if (answer.remember && answer.trusted) await keepCode(place);
    return { trusted: answer.trusted, decided: true };
  }
  const kept = store.get(cwd);
  const changed = kept ? await changedCode(place) : [];
  if (changed.length > 0) return { ...(await askUser(question, changed)), changed };
  if (kept !== null) return { trusted: kept, decided: true };
  if (fallback !== "ask") return { trusted: fallback === "always", decided: true };
  return await askUser(question, []);
}

/** Explains why an untrusted folder contributes nothing, if the user could not be asked. */
export function leftOutText(found: readonly string[], changed: readonly string[]): string {
  const names = changed.length > 0 ? changed : found;
  const shown = names.slice(0, 3).join(", ") + (names.length > 3 ? ` and ${names.length - 3} more` : "");
  return changed.length > 0
    ? `what you trusted in this folder has changed (${shown}), so it is left out. Use --approve for one run, or start tau to decide.`
    : `this folder is not trusted: ${shown} left out. Use --approve for one run, or decide with /trust in tau.`;
}

async function askUser({ cwd, store, ask }: ProjectTrustQuestion, changed: readonly string[]): Promise<ProjectTrust> {
  const chosen = await ask?.(getProjectTrustOptions(cwd, { includeSessionOnly: true }), changed);
  if (!chosen) return { trusted: false, decided: false };
  if (chosen.updates.length > 0) {
    keep(store, chosen.updates);
    if (chosen.trusted) await keepCode({ cwd, agentDir: store.agentDir });
  }
  return { trusted: chosen.trusted, decided: true };
}

/** Stores the decisions. A broken file is reported at every start; until it is repaired, an answer applies to one run only. */
function keep(store: ProjectTrustStore, updates: readonly ProjectTrustUpdate[]): void {
  try {
    store.setMany(updates);
  } catch (error) {
    if (!(error instanceof ConfigError && error.code === "broken-file")) throw error;
  }
}
