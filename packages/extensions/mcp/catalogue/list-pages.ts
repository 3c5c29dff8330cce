import type { Client } from "@modelcontextprotocol/client";
import { anyObject, textOf } from "../json.ts";

export interface PageRequest {
  readonly method: "tools/list" | "prompts/list" | "resources/list" | "resources/templates/list";
  /** The field of the answer that holds the items. */
  readonly key: string;
}

const MAX_PAGES = 64;
const LIST_MS = 30_000;

/** Asks for all pages of a list. `take` gets each item and says whether it wants more. */
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
    // A cursor that comes again would go round for ever.
    if (cursor === undefined || cursors.has(cursor)) return;
    cursors.add(cursor);
  }
}
