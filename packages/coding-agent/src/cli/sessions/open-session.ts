import type { SessionLog } from "@tau/agent";
import { createLog } from "@tau/agent/node";
import { sessionStoreOptions } from "../../core/session/log/session-store-options.ts";
import { sessionDirectory } from "./session-directory.ts";
import type { SessionPlace } from "./session-place.ts";

const NAMING = ["session", "fork", "sessionId", "continue", "resume", "noSession"] as const;

/** Opens the session that the flags ask for, else a new one. Resolves to undefined if the user is asked about it and cancels. */
export async function openSession(place: SessionPlace): Promise<SessionLog | undefined> {
  const { options, services, workspace } = place;
  if (NAMING.some((key) => options[key] !== undefined))
    return await (await import("./open-named-session.ts")).openNamedSession(place);
  const log = createLog(services.cwd, sessionDirectory(options, services), {
    ...sessionStoreOptions(services),
    workspace,
  });
  if (options.name !== undefined) log.appendSessionInfo(options.name);
  return log;
}
