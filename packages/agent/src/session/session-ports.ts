import { randomUuid } from "./random-uuid.ts";

/** Where a session gets times and ids from. With given ones it can be replayed: the same events make the same log. */
export interface SessionPorts {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A version-4 UUID. */
  readonly uuid: () => string;
}

export const systemPorts: SessionPorts = { now: Date.now, uuid: randomUuid };
