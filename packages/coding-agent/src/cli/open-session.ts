import { SessionLog } from "@tau/agent";
import { cloneLog, continueLog, createLog, findSessionFile, openLog } from "@tau/agent/node";
import { resolveFrom } from "../core/paths/index.ts";
import type { SessionServices } from "../core/session/session-services.ts";
import { sessionStoreOptions } from "../core/session/session-store-options.ts";
import { usageError } from "./cli-error.ts";
import type { Options } from "./options.ts";

/** The session that the flags ask for: in memory, the latest, a named one, a copy of one, or a new one. */
export function openSession(options: Options, services: SessionServices): SessionLog {
  const { cwd, agentDir, settings } = services;
  const directory = sessionDirectory(options, services);
  const home = { ...sessionStoreOptions({ agentDir, settings }), takeOver: options.takeOver ?? false };
  const naming = options.sessionId === undefined ? {} : { id: options.sessionId };
  if (options.fork !== undefined && naming.id !== undefined && findSessionFile(cwd, naming.id, directory))
    throw usageError(`There is a session "${naming.id}" already: a copy needs another --session-id.`);
  const session = options.noSession
    ? SessionLog.inMemory(cwd, naming)
    : options.fork !== undefined
      ? cloneLog(options.fork, cwd, directory, { ...home, ...naming })
      : options.session !== undefined
        ? openLog(options.session, directory, undefined, home)
        : options.continue
          ? continueLog(cwd, directory, home)
          : openOrCreate(cwd, directory, { ...home, ...naming });
  if (options.name !== undefined) session.appendSessionInfo(options.name);
  return session;
}

/** A script may name its session: the first run makes it, later ones go on with it. */
function openOrCreate(
  cwd: string,
  directory: string | undefined,
  options: ReturnType<typeof sessionStoreOptions> & { readonly id?: string },
): SessionLog {
  const { id, ...home } = options;
  const known = id === undefined ? undefined : findSessionFile(cwd, id, directory);
  return known === undefined ? createLog(cwd, directory, options) : openLog(known, directory, undefined, home);
}

export function checkCombination(options: Options): void {
  const given = (["session", "continue", "resume", "noSession", "fork"] as const).filter((key) => options[key]);
  if (given.length > 1) throw usageError(`These options exclude each other: ${given.map(dashed).join(", ")}.`);
  const { sessionId } = options;
  if (sessionId === undefined) return;
  if (options.session || options.continue || options.resume)
    throw usageError("--session-id names the session itself: leave out --session, --continue and --resume.");
  if (!SESSION_ID.test(sessionId))
    throw usageError(
      `--session-id "${sessionId}" cannot be used: take 1 to 128 letters, digits, ".", "_" or "-", with a letter or digit at both ends.`,
    );
}

const SESSION_ID = /^[a-z0-9](?:[\w.-]{0,126}[a-z0-9])?$/i;

function dashed(key: string): string {
  return key === "noSession" ? "--no-session" : `--${key}`;
}

/** Where sessions are kept, if not in the usual place: the flag, then the variable, then the setting. */
export function sessionDirectory(
  options: Pick<Options, "sessionDir">,
  { cwd, settings }: Pick<SessionServices, "cwd" | "settings">,
): string | undefined {
  const variable = process.env.TAU_SESSION_DIR || process.env.PI_CODING_AGENT_SESSION_DIR || undefined;
  const directory = options.sessionDir ?? variable ?? settings.get("sessionDir");
  return directory === undefined ? undefined : resolveFrom(cwd, directory);
}
