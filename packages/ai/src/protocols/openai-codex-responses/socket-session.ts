import { registerSessionResourceCleanup } from "../../session/session-resources.ts";
import type { NodeWebSocket } from "../../transport/connection/node-websocket.ts";

/** The connection of one session between its turns, with the server's state of the last turn. */
export interface SocketSession {
  readonly socket: NodeWebSocket;
  /** The URL and key of the connection; another key or URL needs another connection. */
  readonly identity: string;
  last?: Exchange | undefined;
}

/** One exchange in the form of a request: the items sent, and the answer as the next request would send it. */
export interface Exchange {
  readonly responseId: string;
  /** The request without its input. */
  readonly frame: string;
  readonly items: readonly string[];
}

const IDLE_MS = 5 * 60_000;
const idle = new Map<string, { session: SocketSession; timer: ReturnType<typeof setTimeout> }>();
/** Sessions whose WebSocket failed: they use server-sent events for the rest of the process. */
const givenUp = new Set<string>();
let isRegistered = false;

/** Takes the session's idle connection if it has a matching one; concurrent turns do not share a connection. */
export function takeSocket(sessionId: string, identity: string): SocketSession | undefined {
  const kept = idle.get(sessionId);
  if (!kept) return undefined;
  clearTimeout(kept.timer);
  idle.delete(sessionId);
  if (kept.session.socket.isOpen && kept.session.identity === identity) return kept.session;
  kept.session.socket.close();
  return undefined;
}

/** Keeps a connection for the next turn. It is closed after five idle minutes and does not keep the process alive. */
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
