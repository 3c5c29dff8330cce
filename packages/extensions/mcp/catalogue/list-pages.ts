import type { Client } from "@modelcontextprotocol/client";
import { anyObject, textOf } from "../json.ts";

export interface PageRequest {
  readonly method: "tools/list" | "prompts/list" | "resources/list" | "resources/templates/list";
  /** The field of the answer that contains the items. */
  readonly key: string;
}

const MAX_PAGES = 64;
const LIST_MS = 30_000;

/** Requests all pages of a list. `take` receives each item and returns whether to continue. */
export async function listPages(
  client: Client,
  { method, key }: PageRequest,
  take: (item: unknown) => boolean,
): Promise<void> {
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await client.request({ method, params }, anyObject, { timeout: LIST_MS });
    const items = answer[key];
    for (const item of Array.isArray(items) ? items : []) if (!take(item)) return;
    cursor = textOf(answer.nextCursor);
    // A repeated cursor would loop for ever.
    if (cursor === undefined || cursors.has(cursor)) return;
    cursors.add(cursor);
  }
}
