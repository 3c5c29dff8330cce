import type { StreamOptions } from "../../contract/options.ts";

/** Transport statistics of one session, for debugging slow turns. */
export interface OpenAICodexWebSocketDebugStats {
  requests: number;
  connectionsCreated: number;
  connectionsReused: number;
  cachedContextRequests: number;
  storeTrueRequests: number;
  fullContextRequests: number;
  deltaRequests: number;
  lastInputItems: number;
  lastDeltaInputItems?: number;
  lastPreviousResponseId?: string;
  websocketFailures: number;
  sseFallbacks: number;
  websocketFallbackActive?: boolean;
  lastWebSocketError?: string;
}

const sessions = new Map<string, OpenAICodexWebSocketDebugStats>();

export function getOpenAICodexWebSocketDebugStats(sessionId: string): OpenAICodexWebSocketDebugStats | undefined {
  const stats = sessions.get(sessionId);
  return stats && { ...stats };
}

/** Resets the statistics of one session, or of all. */
export function resetOpenAICodexWebSocketDebugStats(sessionId?: string): void {
  if (sessionId === undefined) sessions.clear();
  else sessions.delete(sessionId);
}

/** Updates the statistics. Requests without a session are not counted. */
export function countSocket(
  sessionId: string | undefined,
  count: (stats: OpenAICodexWebSocketDebugStats) => void,
): void {
  if (!sessionId) return;
  const stats = sessions.get(sessionId) ?? none();
  sessions.set(sessionId, stats);
  count(stats);
}

/** Counts one request over a socket: its items, and how many of them the server already knows. */
export function countRequest(
  { sessionId, transport }: Pick<StreamOptions, "sessionId" | "transport">,
  sent: { isStored: boolean; items: number; known: number; previous: string | undefined },
): void {
  countSocket(sessionId, (stats) => {
    stats.requests++;
    if (transport === "websocket-cached") stats.cachedContextRequests++;
    if (sent.isStored) stats.storeTrueRequests++;
    stats.lastInputItems = sent.items;
    delete stats.lastDeltaInputItems;
    delete stats.lastPreviousResponseId;
    if (sent.known === 0) stats.fullContextRequests++;
    else {
      stats.deltaRequests++;
      stats.lastDeltaInputItems = sent.items - sent.known;
      if (sent.previous) stats.lastPreviousResponseId = sent.previous;
    }
  });
}

function none(): OpenAICodexWebSocketDebugStats {
  return {
    requests: 0,
    connectionsCreated: 0,
    connectionsReused: 0,
    cachedContextRequests: 0,
    storeTrueRequests: 0,
    fullContextRequests: 0,
    deltaRequests: 0,
    lastInputItems: 0,
    websocketFailures: 0,
    sseFallbacks: 0,
  };
}
