import type { Progress } from "@modelcontextprotocol/client";
import { cleanText } from "./clean-text.ts";
import { anyObject, type JsonObject } from "./json.ts";
import type { Server } from "./server.ts";
import { timeoutOf } from "./server-entry.ts";

export interface ServerRequest {
  readonly method: "tools/call" | "prompts/get" | "resources/read" | "completion/complete";
  readonly params: JsonObject;
  /** The name of the tool, prompt or resource, for messages. */
  readonly subject: string;
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (text: string) => void;
}

/** The limit of a call's total time. Progress extends the timeout only up to this. */
const MAX_TOTAL_MS = 60 * 60 * 1000;
const QUESTION = "Fulfilling input required";
const LOG_LEVEL = "io.modelcontextprotocol/logLevel";

/** Sends a request to a server and starts the server if it is not running. Errors name the server. */
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
    // The server restarted and did not accept the call: repeat it in a new session.
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
            // This is how the client library reports that the server asks the user.
            if (message?.startsWith(QUESTION)) return onProgress("waits for your answer");
            const share = total === undefined ? `${progress}` : `${progress}/${total}`;
            onProgress(message ? `${share} ${cleanText(message, 500)}` : share);
          },
        }
      : {}),
  });
}

/** Returns whether the server has lost the session. The protocol signals this with status 404. */
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
