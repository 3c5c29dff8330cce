import { registerSessionResourceCleanup } from "../../session/session-resources.ts";
import type { NodeWebSocket } from "../../transport/node-websocket.ts";

/** The connection of one session between its turns, and what the server remembers of the last one. */
export interface SocketSession {
  readonly socket: NodeWebSocket;
  /** What the socket was opened with; another key or address needs another socket. */
  readonly identity: string;
  last?: Exchange | undefined;
}

/** One exchange, in the terms of the request: what went out, and the answer as it would go out with the next. */
export interface Exchange {
  readonly responseId: string;
  /** Everything of the request but its input. */
  readonly frame: string;
  readonly items: readonly string[];
}

const IDLE_MS = 5 * 60_000;
const idle = new Map<string, { session: SocketSession; timer: ReturnType<typeof setTimeout> }>();
/** Sessions whose server could not be reached this way: they do without for as long as the process lives. */
const givenUp = new Set<string>();
let isRegistered = false;

/** Takes the session's idle connection, if it has one that fits; two turns at once do not share one. */
export function takeSocket(sessionId: string, identity: string): SocketSession | undefined {
  const kept = idle.get(sessionId);
  if (!kept) return undefined;
  clearTimeout(kept.timer);
  idle.delete(sessionId);
  if (kept.session.socket.isOpen && kept.session.identity === identity) return kept.session;
  kept.session.socket.close();
  return undefined;
}

/** Keeps a connection for the next turn. It neither outlives five minutes of silence nor keeps the process alive. */
export function keepSocket(sessionId: string, session: SocketSession): void {
  if (!isRegistered) registerSessionResourceCleanup(closeSockets);
  isRegistered = true;
  closeSockets(sessionId);
  session.socket.listen(undefined);
  const timer = setTimeout(() => closeSockets(sessionId), IDLE_MS);
  (timer as { unref?(): void }).unref?.();
  idle.set(sessionId, { session, timer });
}

export function closeSockets(sessionId?: string): void {
  for (const [id, { session, timer }] of idle) {
    if (sessionId !== undefined && id !== sessionId) continue;
    clearTimeout(timer);
    session.socket.close();
    idle.delete(id);
  }
  if (sessionId === undefined) givenUp.clear();
}

export function giveUpSockets(sessionId: string | undefined): void {
  if (sessionId) givenUp.add(sessionId);
}

export function hasGivenUp(sessionId: string | undefined): boolean {
  return sessionId !== undefined && givenUp.has(sessionId);
}
