export interface HostileEntry {
  readonly id: string;
  readonly parentId: string | null;
  readonly text?: string;
}

/** A session file with ids and texts of someone else's choice. */
export function hostileSession(entries: readonly HostileEntry[]): string {
  const timestamp = "2026-01-01T00:00:00.000Z";
  const header = { type: "session", version: 3, id: "hostile", timestamp, cwd: "/" };
  const lines = entries.map(({ id, parentId, text = "something" }) => ({
    type: "message",
    id,
    parentId,
    timestamp,
    message: { ...ANSWER, content: [{ type: "text", text }] },
  }));
  return [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");
}

const ANSWER = {
  role: "assistant",
  api: "openai-completions",
  provider: "p",
  model: "m",
  stopReason: "stop",
  timestamp: 1,
  usage: {
    input: 1,
    output: 1,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 2,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  },
};
