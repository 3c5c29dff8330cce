import { cleanText } from "../clean-text.ts";
import { anyObject, type JsonObject } from "../json.ts";
import type { Server } from "../server.ts";
import { timeoutOf } from "../server-entry.ts";

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (text: string) => void;
}

/** Progress keeps a call alive, but not for ever. */
const MAX_TOTAL_MS = 60 * 60 * 1000;

/** Calls a tool of a server, which is started for it if it does not run. A failure says whose it is. */
export async function callTool(
  server: Server,
  name: string,
  args: unknown,
  { signal, onProgress }: CallOptions,
): Promise<JsonObject> {
  try {
    return await request(server, name, args, { signal, onProgress });
  } catch (error) {
    if (signal?.aborted) throw new Error(`The call of ${name} was stopped.`, { cause: error });
    if (!isForgotten(error)) throw new Error(failureText(server, name, error), { cause: error });
    // The server was started anew and did not take the call: it gets another session.
    await server.close();
    return await request(server, name, args, { signal, onProgress });
  }
}

async function request(
  server: Server,
  name: string,
  args: unknown,
  { signal, onProgress }: CallOptions,
): Promise<JsonObject> {
  const client = await server.connected();
  const timeout = timeoutOf(server.entry.config);
  return await client.request({ method: "tools/call", params: { name, arguments: args } }, anyObject, {
    ...(signal ? { signal } : {}),
    timeout,
    resetTimeoutOnProgress: true,
    maxTotalTimeout: Math.max(timeout, MAX_TOTAL_MS),
    onprogress: ({ progress, total, message }) => {
      const share = total === undefined ? `${progress}` : `${progress}/${total}`;
      onProgress(message ? `${share} ${cleanText(message, 500)}` : share);
    },
  });
}

/** 404 for a session that was there is the protocol's way to ask for a new one. */
function isForgotten(error: unknown): boolean {
  const { status, data } = error as { status?: unknown; data?: { status?: unknown } };
  return status === 404 || data?.status === 404;
}

function failureText({ entry, log }: Server, tool: string, error: unknown): string {
  const { code, message = String(error) } = error as { code?: unknown; message?: string };
  const where = `${tool} of the MCP server ${entry.name}`;
  if (code === "REQUEST_TIMEOUT")
    return `${where} did not answer within ${timeoutOf(entry.config) / 1000} s. Its entry may set another "timeout", in seconds.`;
  if (code !== "CONNECTION_CLOSED") return `${where} failed: ${cleanText(message, 2000)}`;
  const said = log.tail();
  return `The MCP server ${entry.name} ended during the call of ${tool}.${said ? ` Its last words:\n${said}` : ""}`;
}
