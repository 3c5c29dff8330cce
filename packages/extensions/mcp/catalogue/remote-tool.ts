import type { Client } from "@modelcontextprotocol/client";
import { cleanText } from "../clean-text.ts";
import { isObject, type JsonObject, textOf } from "../json.ts";
import { cleanSchema } from "./clean-schema.ts";
import { listPages } from "./list-pages.ts";

/** A tool as its server describes it, with cleaned texts and limited in size. */
export interface RemoteTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly parameters: JsonObject;
  /** The schema of structured results. */
  readonly outputSchema?: JsonObject;
}

const MAX_TOOLS = 2000;

/** Lists the tools. An invalid tool is reported and left out; the others are kept. */
export async function listTools(client: Client, report: (problem: string) => void): Promise<RemoteTool[]> {
  const tools = new Map<string, RemoteTool>();
  await listPages(client, { method: "tools/list", key: "tools" }, (item) => {
    const tool = remoteTool(item);
    if (tool === undefined) report(`A tool without a name was left out: ${JSON.stringify(item).slice(0, 200)}`);
    else if (needsTasks(item)) report(`The tool ${tool.name} can only run as a task of MCP, and was left out.`);
    else if (tools.has(tool.name)) report(`The tool ${tool.name} is listed twice; the first counts.`);
    else tools.set(tool.name, tool);
    return tools.size < MAX_TOOLS;
  });
  if (tools.size >= MAX_TOOLS) report(`Only the first ${MAX_TOOLS} tools are used.`);
  return [...tools.values()];
}

/** Returns whether a tool requires MCP tasks, an experiment of the 2025 protocol that is not supported. */
function needsTasks(item: unknown): boolean {
  const execution = isObject(item) ? item.execution : undefined;
  return isObject(execution) && execution.taskSupport === "required";
}

function remoteTool(item: unknown): RemoteTool | undefined {
  if (!isObject(item) || typeof item.name !== "string" || !/^[^\p{C}]{1,200}$/u.test(item.name)) return undefined;
  const title = textOf(item.title) ?? (isObject(item.annotations) ? textOf(item.annotations.title) : undefined);
  return {
    name: item.name,
    ...(title ? { title: cleanText(title, 100) } : {}),
    description: cleanText(textOf(item.description) ?? "") || item.name,
    parameters: cleanSchema(item.inputSchema),
    ...(isObject(item.outputSchema) ? { outputSchema: cleanSchema(item.outputSchema) } : {}),
  };
}
