import type { Progress } from "@modelcontextprotocol/client";
import { cleanText } from "./clean-text.ts";
import { anyObject, type JsonObject } from "./json.ts";
import type { Server } from "./server.ts";
import { timeoutOf } from "./server-entry.ts";

export interface ServerRequest {
  readonly method: "tools/call" | "prompts/get" | "resources/read" | "completion/complete";
  readonly params: JsonObject;
  /** What it is about, for a message: the name of a tool or the like. */
  readonly subject: string;
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (text: string) => void;
}

/** Progress keeps a call alive, but not for ever. */
const MAX_TOTAL_MS = 60 * 60 * 1000;
const LOG_LEVEL = "io.modelcontextprotocol/logLevel";

/** Asks a server, which is started for it if it does not run. A failure says whose it is. */
export async function requestServer(
  server: Server,
  request: ServerRequest,
  options: RequestOptions,
): Promise<JsonObject> {
  try {
    return await send(server, request, options);
  } catch (error) {
    const { subject } = request;
    if (options.signal?.aborted) throw new Error(`The call of ${subject} was stopped.`, { cause: error });
    if (!isForgotten(error)) throw new Error(failureText(server, subject, error), { cause: error });
    // The server was started anew and did not take the call: it gets another session.
    await server.close();
    return await send(server, request, options);
  }
}

async function send(server: Server, { method, params }: ServerRequest, { signal, onProgress }: RequestOptions) {
  const client = await server.connected();
  const { config } = server.entry;
  const timeout = timeoutOf(config);
  const meta = config.logLevel && client.getDiscoverResult() ? { _meta: { [LOG_LEVEL]: config.logLevel } } : {};
  return await client.request({ method, params: { ...params, ...meta } }, anyObject, {
    ...(signal ? { signal } : {}),
    timeout,
    ...(onProgress
      ? {
          resetTimeoutOnProgress: true,
          maxTotalTimeout: Math.max(timeout, MAX_TOTAL_MS),
          onprogress: ({ progress, total, message }: Progress) => {
            const share = total === undefined ? `${progress}` : `${progress}/${total}`;
            onProgress(message ? `${share} ${cleanText(message, 500)}` : share);
          },
        }
      : {}),
  });
}

/** 404 for a session that was there is the protocol's way to ask for a new one. */
function isForgotten(error: unknown): boolean {
  const { status, data } = error as { status?: unknown; data?: { status?: unknown } };
  return status === 404 || data?.status === 404;
}

function failureText({ entry, log }: Server, subject: string, error: unknown): string {
  const { code, message = String(error), requiredScope } = error as FailureFacts;
  const { name, config } = entry;
  const where = `${subject} of the MCP server ${name}`;
  if (code === "REQUEST_TIMEOUT")
    return `${where} did not answer within ${timeoutOf(config) / 1000} s. Its entry may set another "timeout", in seconds.`;
  if (requiredScope !== undefined)
    return `${where} needs more rights than the sign-in has. Run: tau mcp login --scope '${cleanText(requiredScope, 200)}' ${name}`;
  if (code !== "CONNECTION_CLOSED") return `${where} failed: ${cleanText(message, 2000)}`;
  const said = log.tail();
  return `The MCP server ${name} ended during the call of ${subject}.${said ? ` Its last words:\n${said}` : ""}`;
}

interface FailureFacts {
  readonly code?: unknown;
  readonly message?: string;
  readonly requiredScope?: string;
}
