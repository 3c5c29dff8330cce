import { existsSync } from "node:fs";
import { SessionLog } from "@tau/agent";
import { cloneLog, continueLog, createLog, findSessionFile, openLog } from "@tau/agent/node";
import { sessionStoreOptions } from "../../core/session/log/session-store-options.ts";
import { usageError } from "../cli-error.ts";
import type { Options } from "../options/options.ts";
import { locateSession } from "./locate-session.ts";
import { sessionDirectory } from "./session-directory.ts";
import type { SessionPlace } from "./session-place.ts";

/** Opens the session that the flags name or describe. Resolves to undefined if the user is asked about it and cancels. */
export async function openNamedSession(place: SessionPlace): Promise<SessionLog | undefined> {
  const located = await locateSession(place);
  if (!located) return undefined;
  const log = open(located, place);
  if (located.name !== undefined) log.appendSessionInfo(located.name);
  const folder = log.getCwd();
  if (folder === "" || existsSync(folder)) return log;
  return await (await import("./folder-of-session.ts")).sessionInFolder(log, place);
}

/**
 * Opens a session in memory, the latest, a named one, or a copy. With `--session-id` a script names its session: the first run creates it,
 * later ones continue it.
 */
function open(options: Options, { services, workspace }: SessionPlace): SessionLog {
  const { cwd } = services;
  const { fork, session, sessionId } = options;
  const naming = { workspace, ...(sessionId === undefined ? {} : { id: sessionId }) };
  if (options.noSession) return SessionLog.inMemory(cwd, naming);
  const directory = sessionDirectory(options, services);
  const store = { ...sessionStoreOptions(services), takeOver: options.takeOver ?? false };
  const known = sessionId === undefined ? undefined : findSessionFile(cwd, sessionId, directory);
  if (fork !== undefined) {
    if (known !== undefined)
      throw usageError(`There is a session "${sessionId}" already: a copy needs another --session-id.`);
    return cloneLog(fork, cwd, directory, { ...store, ...naming });
  }
  if (session !== undefined) return openLog(session, directory, undefined, store);
  if (options.continue) return continueLog(cwd, directory, { ...store, workspace });
  return known === undefined
    ? createLog(cwd, directory, { ...store, ...naming })
    : openLog(known, directory, undefined, store);
}
