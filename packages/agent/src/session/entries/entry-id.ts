import { SessionError } from "../session-error.ts";
import { type SessionPorts, systemPorts } from "../session-ports.ts";

const ATTEMPTS = 64;
const VALID_SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** Returns eight hexadecimal digits, or a whole UUID in the unlikely case that no short id is free. */
export function createEntryId(isTaken: (id: string) => boolean, { uuid }: SessionPorts = systemPorts): string {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const id = uuid().slice(0, 8);
    if (!isTaken(id)) return id;
  }
  return uuid();
}

/** Returns a version-7 UUID, so that session files sort by creation time. */
export function createSessionId({ now, uuid }: SessionPorts = systemPorts): string {
  const time = now().toString(16).padStart(12, "0").slice(-12);
  const random = uuid();
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}

/** Checks an id, which becomes part of a file name. */
export function assertValidSessionId(id: string): void {
  if (VALID_SESSION_ID.test(id) && !id.includes("..")) return;
  throw new SessionError(
    "invalid-id",
    `Session id ${JSON.stringify(id)} cannot be used: take 1 to 128 letters, digits, ".", "_" or "-", starting with a letter or digit.`,
  );
}
