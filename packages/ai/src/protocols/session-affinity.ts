export type SessionAffinityFormat = "openai" | "openai-nosession" | "openrouter";

/** Returns headers by which a load balancer keeps a session on the replica that has its cache. */
export function sessionAffinityHeaders(
  format: SessionAffinityFormat,
  sessionId: string | undefined,
): Record<string, string> {
  if (!sessionId) return {};
  if (format === "openrouter") return { "x-session-id": sessionId };
  return {
    ...(format === "openai" && { session_id: sessionId }),
    "x-client-request-id": sessionId,
    "x-session-affinity": sessionId,
  };
}
