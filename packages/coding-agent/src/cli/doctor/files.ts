import { constants, lstatSync, statSync } from "node:fs";
import { access } from "node:fs/promises";
import { dirname, relative } from "node:path";
import { isMissing } from "@tau/agent/error-code";
import { type FileDiagnostic, formatDiagnostic } from "../../core/json-file/index.ts";
import { appKeybindings, loadKeybindingsFile } from "../../core/keybindings/index.ts";
import { getKeybindingsPath } from "../../core/paths/index.ts";
import { findProtectedResources } from "../../core/resources/index.ts";
import { serviceProblems, type Workspace } from "../../core/workspace/workspace.ts";
import type { Examination, Finding } from "./finding.ts";

export const examineFiles: Examination = async (services) => {
  const { agentDir } = services;
  const keys = loadKeybindingsFile(getKeybindingsPath(agentDir), new Set(Object.keys(appKeybindings())));
  const problems = [
    ...serviceProblems(services),
    ...keys.diagnostics.filter(isBroken).map((each) => ({ isWarning: false, text: formatDiagnostic(each) })),
  ].map(({ isWarning, text }): Finding => {
    if (isWarning) return { state: "note", topic: "file", text };
    return { state: "problem", topic: "file", text, fix: "Correct the file; until then that part is ignored." };
  });
  return [await homeFinding(agentDir), ...problems, folderFinding(services)];
};

/** Counts only errors. Actions of the terminal library are checked where its keys are used. */
function isBroken({ type }: FileDiagnostic): boolean {
  return type === "error";
}

function folderFinding({ cwd, agentDir, settings }: Workspace): Finding {
  const topic = "folder";
  const found = findProtectedResources(cwd, { agentDir }).map((path) => relative(cwd, path));
  if (found.length === 0) return { state: "ok", topic, text: `${cwd} has no settings or extensions of its own` };
  const names = found.join(", ");
  if (settings.isProjectTrusted()) return { state: "ok", topic, text: `${cwd} is trusted, with ${names}` };
  const fix = "Review them. Trust the folder with /trust in tau, or for one run with --approve.";
  return { state: "note", topic, text: `${cwd} is not trusted. Left out: ${names}`, fix };
}

async function homeFinding(home: string): Promise<Finding> {
  const place = nearestThere(home);
  const problem = await access(place, constants.W_OK).then(
    () => (statSync(place).isDirectory() ? undefined : "it is not a folder"),
    (error: NodeJS.ErrnoException) => error.code,
  );
  if (problem !== undefined) {
    const fix = "Sessions and settings cannot be saved: change its owner, or set TAU_HOME.";
    return { state: "problem", topic: "home", text: `${home} cannot be written to (${problem})`, fix };
  }
  if (place === home) return { state: "ok", topic: "home", text: home };
  return { state: "note", topic: "home", text: `${home} will be created when it is needed` };
}

/**
 * Returns the path, or the nearest existing folder above it, in which a missing file would be created. A link counts as existing, even a
 * broken one.
 */
function nearestThere(path: string): string {
  try {
    lstatSync(path);
    return path;
  } catch (error) {
    if (isMissing(error)) return nearestThere(dirname(path));
    throw error;
  }
}
