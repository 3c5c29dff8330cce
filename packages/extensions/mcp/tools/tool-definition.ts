import type { AgentToolResult } from "@tau/agent";
import type { ExtensionAPI, ToolDefinition } from "@tau/coding-agent";
import type { TSchema } from "typebox";
import type { RemoteTool } from "../catalogue/remote-tool.ts";
import type { Server } from "../server.ts";
import type { Exposure, ServerConfig } from "../server-entry.ts";
import { callTool } from "./call-tool.ts";
import { type McpDetails, resultContent } from "./tool-result.ts";

/**
 * A tool of a server as the model gets it. It says nothing of its effects, whatever the server claims: the user is asked about each
 * tool.
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
    exposure: exposure === "hidden" ? "hidden" : "direct",
    async execute(_id, params, signal, onUpdate): Promise<AgentToolResult<McpDetails>> {
      const details = { server: serverName, tool: tool.name };
      const answer = await callTool(server, tool.name, params, {
        signal,
        onProgress: (text) => onUpdate?.({ content: [{ type: "text", text }], details }),
      });
      const { structuredContent } = answer;
      return {
        content: await resultContent(answer, pi.artifacts),
        details: { ...details, ...(structuredContent === undefined ? {} : { structuredContent }) },
        ...(answer.isError === true ? { isError: true } : {}),
      };
    },
  };
}

/** The most precise word counts: `get_*` before `*`, and both before what holds for the whole server. */
function exposureOf(tool: string, { exposure = "deferred", toolExposure = {} }: ServerConfig): Exposure {
  const patterns = Object.entries(toolExposure).toSorted(([a], [b]) => b.length - a.length);
  const [, own] = patterns.find(([pattern]) => matches(tool, pattern)) ?? [];
  return own ?? exposure;
}

function matches(name: string, pattern: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(name);
}
