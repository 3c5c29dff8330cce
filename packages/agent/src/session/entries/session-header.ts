import { optional } from "../../optional-fields.ts";
import { type SessionPorts, systemPorts } from "../session-ports.ts";
import { CURRENT_SESSION_VERSION, type SessionHeader } from "./entry.ts";
import { assertValidSessionId, createSessionId } from "./entry-id.ts";

export interface NewSessionOptions {
  id?: string;
  parentSession?: string;
  /** The remote workspace in which the session works. */
  workspace?: string | undefined;
  /** Default: the clock and the random numbers of the system. */
  ports?: SessionPorts;
}

export function createHeader(
  cwd: string,
  { id, parentSession, workspace, ports = systemPorts }: NewSessionOptions,
): SessionHeader {
  if (id !== undefined) assertValidSessionId(id);
  return {
    type: "session",
    version: CURRENT_SESSION_VERSION,
    id: id ?? createSessionId(ports),
    timestamp: new Date(ports.now()).toISOString(),
    cwd,
    ...optional({ parentSession, workspace }),
  };
}
