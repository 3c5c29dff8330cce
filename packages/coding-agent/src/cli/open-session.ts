import type { SessionLog } from "@tau/agent";
import { createLog } from "@tau/agent/node";
import { sessionStoreOptions } from "../core/session/log/session-store-options.ts";
import { sessionDirectory } from "./session-directory.ts";
import type { SessionPlace } from "./session-place.ts";

const NAMING = ["session", "fork", "sessionId", "continue", "resume", "noSession"] as const;

/** The session that the flags ask for, else a new one; undefined where the user is asked about it and would rather leave. */
export async function openSession(place: SessionPlace): Promise<SessionLog | undefined> {
  const { options, services } = place;
  if (NAMING.some((key) => options[key] !== undefined))
    return await (await import("./open-named-session.ts")).openNamedSession(place);
  const log = createLog(services.cwd, sessionDirectory(options, services), sessionStoreOptions(services));
  if (options.name !== undefined) log.appendSessionInfo(options.name);
  return log;
}
