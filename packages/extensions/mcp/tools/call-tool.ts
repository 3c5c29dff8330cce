import type { ElicitRequestParams } from "@modelcontextprotocol/client";
import { isObject, type JsonObject } from "../json.ts";
import type { ElicitOptions } from "../requests/elicitation.ts";
import { elicit } from "../requests/elicitation.ts";
import type { Server } from "../server.ts";
import { type RequestOptions, requestServer } from "../server-request.ts";

interface CallOptions extends RequestOptions {
  /** Present if there is a user to ask. */
  readonly elicit?: ElicitOptions | undefined;
}

/** The error code of a server that requires the user to open pages first. */
const URL_ELICITATION_REQUIRED = -32042;

/** Calls a tool of a server. If pages must be opened first, asks the user and repeats the call. */
export async function callTool(
  server: Server,
  name: string,
  args: unknown,
  { elicit: ask, ...options }: CallOptions,
): Promise<JsonObject> {
  const request = { method: "tools/call" as const, params: { name, arguments: args }, subject: name };
  try {
    return await requestServer(server, request, options);
  } catch (error) {
    const pages = ask ? pagesOf(error) : [];
    if (!ask || pages.length === 0) throw error;
    for (const page of pages) {
      const { action } = await elicit(page, ask);
      if (action !== "accept")
        throw new Error(`The user has not opened the page that ${name} needs.`, { cause: error });
    }
    return await requestServer(server, request, options);
  }
}

function pagesOf(error: unknown): ElicitRequestParams[] {
  const { code, data } = ((error as Error).cause ?? {}) as { code?: unknown; data?: unknown };
  const list = code === URL_ELICITATION_REQUIRED && isObject(data) ? data.elicitations : undefined;
  return (Array.isArray(list) ? list : [])
    .filter((page) => isObject(page) && typeof page.url === "string" && typeof page.message === "string")
    .map((page) => ({ ...page, mode: "url" }) as ElicitRequestParams);
}
