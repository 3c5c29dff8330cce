import { optional } from "../optional-fields.ts";
import { CURRENT_SESSION_VERSION, type SessionHeader } from "./entry.ts";
import { assertValidSessionId, createSessionId } from "./entry-id.ts";

export interface NewSessionOptions {
  id?: string;
  parentSession?: string;
}

export function createHeader(cwd: string, { id, parentSession }: NewSessionOptions): SessionHeader {
  if (id !== undefined) assertValidSessionId(id);
  return {
    type: "session",
    version: CURRENT_SESSION_VERSION,
    id: id ?? createSessionId(),
    timestamp: new Date().toISOString(),
    cwd,
    ...optional({ parentSession }),
  };
}
