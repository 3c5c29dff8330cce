import type { AgentToolResult } from "@tau/agent";
import type { JsonValue } from "@tau/ai";
import type { ExtensionAPI, ToolDefinition } from "@tau/coding-agent";
import type { TSchema } from "typebox";
import type { RemoteTool } from "../catalogue/remote-tool.ts";
import type { Server } from "../server.ts";
import { exposureOf } from "../server-entry.ts";
import { callTool } from "./call-tool.ts";
import { type McpDetails, resultContent } from "./tool-result.ts";

/**
 * Returns the definition of a server's tool for the model. It declares no effects, whatever the server claims, so that the user is
 * asked about each tool.
 */
export function toolDefinition(
  name: string,
  tool: RemoteTool,
  server: Server,
  pi: ExtensionAPI,
): ToolDefinition<TSchema, McpDetails> {
  const { config, name: serverName } = server.entry;
  const exposure = exposureOf(tool.name, config);
  return {
    name,
    label: `${serverName}: ${tool.title ?? tool.name}`,
    description: tool.description,
    parameters: tool.parameters as object as TSchema,
    namespace: { name: serverName, ...(config.description ? { description: config.description } : {}) },
    loadout: exposure === "direct" ? "direct" : "found",
    exposure: exposure === "hidden" || exposure === "codemode" ? exposure : "direct",
    ...(tool.outputSchema ? { outputSchema: tool.outputSchema as object as TSchema } : {}),
    async execute(_id, params, signal, onUpdate, ctx): Promise<AgentToolResult<McpDetails>> {
      const details = { server: serverName, tool: tool.name };
      const ask = { server: serverName, ui: ctx.ui, processes: pi.processes, signal };
      const answer = await callTool(server, tool.name, params, {
        signal,
        elicit: ctx.hasUI ? ask : undefined,
        onProgress: (text) => onUpdate?.({ content: [{ type: "text", text }], details }),
      });
      const { structuredContent } = answer;
      return {
        content: await resultContent(answer, pi.artifacts),
        details: { ...details, ...(structuredContent === undefined ? {} : { structuredContent }) },
        ...(structuredContent === undefined ? {} : { structuredContent: structuredContent as JsonValue }),
        ...(answer.isError === true ? { isError: true } : {}),
      };
    },
  };
}
