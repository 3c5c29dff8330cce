import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { SessionManager } from "@tau/agent/node";
import type { SessionServices } from "../core/session/session-services.ts";
import { sessionStoreOptions } from "../core/session/session-store-options.ts";
import { CliError, usageError } from "./cli-error.ts";
import { ExitCode } from "./exit-code.ts";
import type { Options } from "./options.ts";

/** The session that the flags ask for: in memory, the latest, a named one, a copy of one, or a new one. */
export function openSession(options: Options, services: SessionServices): SessionManager {
  const { cwd, agentDir, settings } = services;
  const directory = sessionDirectory(options, services);
  const home = sessionStoreOptions({ agentDir, settings });
  const naming = options.sessionId === undefined ? {} : { id: options.sessionId };
  const find = (reference: string) => findSession(reference, cwd, directory);
  const session = options.noSession
    ? SessionManager.inMemory(cwd, naming)
    : options.fork !== undefined
      ? SessionManager.forkFrom(find(options.fork), cwd, directory, { ...home, ...naming })
      : options.session !== undefined
        ? SessionManager.open(find(options.session), directory, undefined, home)
        : options.continue
          ? SessionManager.continueRecent(cwd, directory, home)
          : SessionManager.create(cwd, directory, { ...home, ...naming });
  if (options.name !== undefined) session.appendSessionInfo(options.name);
  return session;
}

export function checkCombination(options: Options): void {
  const given = (["session", "continue", "resume", "noSession", "fork"] as const).filter((key) => options[key]);
  if (given.length > 1) throw usageError(`These options exclude each other: ${given.map(dashed).join(", ")}.`);
  if (options.sessionId !== undefined && (options.session || options.continue || options.resume))
    throw usageError("--session-id names a new session: leave out --session, --continue and --resume.");
}

function dashed(key: string): string {
  return key === "noSession" ? "--no-session" : `--${key}`;
}

/** Where sessions are kept, if not in the usual place. */
export function sessionDirectory(options: Options, { cwd, settings }: SessionServices): string | undefined {
  const directory = options.sessionDir ?? settings.getSessionDir();
  return directory === undefined ? undefined : resolve(cwd, directory);
}

/** A path, or the id of a session of this folder. */
export function findSession(reference: string, cwd: string, directory: string | undefined): string {
  const path = findHere(reference, cwd, directory);
  if (path === undefined) throw noSuchSession(reference);
  return path;
}

export function findHere(reference: string, cwd: string, directory: string | undefined): string | undefined {
  const path = resolve(cwd, reference);
  return existsSync(path) ? path : SessionManager.findById(cwd, reference, directory);
}

export function noSuchSession(reference: string): CliError {
  return new CliError(`There is no session "${reference}". tau --resume lists them.`, ExitCode.storage);
}
