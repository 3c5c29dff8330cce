import type { ExtensionAPI } from "@tau/coding-agent";
import type { TSchema } from "typebox";
import { rankTools } from "./rank-tools.ts";
import { toolSearch } from "./tool.ts";

const DEFAULT_LIMIT = 8;

export interface ToolSearchDetails {
  readonly query: string;
  readonly activated_tools: readonly string[];
  readonly match_count: number;
  readonly total_tools: number;
}

/** Also exported by the SDK as `createToolSearchExtension()`. */
export default function (pi: ExtensionAPI): void {
  pi.services.provide("tool-ranking", rankTools);
  pi.registerTool({
    ...toolSearch,
    parameters: toolSearch.parameters as object as TSchema,
    reachesTools: () => "all",
    async execute(toolCallId, params) {
      const { query, limit = DEFAULT_LIMIT } = params as { query: string; limit?: number };
      const all = pi.tools.findable();
      const hidden = all.filter(({ isDeclared }) => !isDeclared);
      const names = rankTools(hidden, query, limit);
      const details: ToolSearchDetails = {
        query: query.trim(),
        activated_tools: pi.tools.declare(names, { toolCallId }),
        match_count: names.length,
        total_tools: all.length,
      };
      return { content: [{ type: "text", text: JSON.stringify(details) }], details };
    },
  });
}
