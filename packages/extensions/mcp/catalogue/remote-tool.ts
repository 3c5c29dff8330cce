import type { Client } from "@modelcontextprotocol/client";
import { cleanText } from "../clean-text.ts";
import { anyObject, isObject, type JsonObject, textOf } from "../json.ts";
import { cleanSchema } from "./clean-schema.ts";

/** A tool as its server describes it, in the form that is kept: clean, and small enough to keep. */
export interface RemoteTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

const MAX_PAGES = 64;
const MAX_TOOLS = 2000;
const LIST_MS = 30_000;

/** All pages. A tool that makes no sense is left out, and told of; the others are there. */
export async function listTools(client: Client, report: (problem: string) => void): Promise<RemoteTool[]> {
  const tools = new Map<string, RemoteTool>();
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES && tools.size < MAX_TOOLS; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await client.request({ method: "tools/list", params }, anyObject, { timeout: LIST_MS });
    for (const item of Array.isArray(answer.tools) ? answer.tools : []) addTool(item, tools, report);
    cursor = textOf(answer.nextCursor);
    // A cursor that comes again would go round for ever.
    if (cursor === undefined || cursors.has(cursor)) break;
    cursors.add(cursor);
  }
  if (tools.size >= MAX_TOOLS) report(`Only the first ${MAX_TOOLS} tools are used.`);
  return [...tools.values()];
}

function addTool(item: unknown, tools: Map<string, RemoteTool>, report: (problem: string) => void): void {
  const tool = remoteTool(item);
  if (tool === undefined) report(`A tool without a name was left out: ${JSON.stringify(item).slice(0, 200)}`);
  else if (tools.has(tool.name)) report(`The tool ${tool.name} is listed twice; the first counts.`);
  else if (tools.size < MAX_TOOLS) tools.set(tool.name, tool);
}

function remoteTool(item: unknown): RemoteTool | undefined {
  if (!isObject(item) || typeof item.name !== "string" || !/^[^\p{C}]{1,200}$/u.test(item.name)) return undefined;
  const title = textOf(item.title) ?? (isObject(item.annotations) ? textOf(item.annotations.title) : undefined);
  return {
    name: item.name,
    ...(title ? { title: cleanText(title, 100) } : {}),
    description: cleanText(textOf(item.description) ?? "") || item.name,
    parameters: cleanSchema(item.inputSchema),
  };
}
