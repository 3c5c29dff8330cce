import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { findSessionFile, listAllSessions, listProjectSessions, type SessionInfo } from "@tau/agent/node";
import { CliError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";

export interface FoundSession {
  readonly path: string;
  /** The session's folder, if it is not the current one. */
  readonly elsewhere?: string;
}

export interface SessionSearch {
  readonly cwd: string;
  /** The folder of sessions, if not the default. */
  readonly directory?: string | undefined;
}

/** Finds the session by path, id or beginning of an id: first among the sessions of this folder, then among all others. */
export async function findSession(reference: string, search: SessionSearch): Promise<FoundSession> {
  const { cwd, directory } = search;
  const path = resolve(cwd, reference);
  const isPath = reference !== "" && existsSync(path);
  const here = isPath ? path : findSessionFile(cwd, reference, directory);
  if (here !== undefined) return { path: here };
  const beginning = only(await listProjectSessions(cwd, directory), reference);
  if (beginning) return { path: beginning.path };
  const other = only(await listAllSessions(directory), reference);
  if (other) return { path: other.path, elsewhere: other.cwd };
  throw new CliError(`There is no session "${reference}". tau sessions list --all lists them.`, ExitCode.storage);
}

function only(sessions: readonly SessionInfo[], reference: string): SessionInfo | undefined {
  const exact = sessions.find(({ id }) => id === reference);
  if (exact) return exact;
  const matching = sessions.filter(({ id }) => reference !== "" && id.startsWith(reference));
  if (matching.length > 1) {
    const ids = matching.map(({ id }) => id);
    const shown = ids.slice(0, 5).join(", ") + (ids.length > 5 ? ` and ${ids.length - 5} more` : "");
    throw new CliError(`"${reference}" is the beginning of several sessions: ${shown}.`, ExitCode.storage);
  }
  return matching[0];
}
