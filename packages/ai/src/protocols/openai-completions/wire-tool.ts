import type { Tool } from "../../contract/tool.ts";
import type { ResolvedCompat } from "./compat.ts";

export function wireTool(tool: Tool, compat: ResolvedCompat) {
  const strict = compat.supportsStrictMode && tool.constrainedSampling?.type === "json_schema";
  return {
    type: "function",
    function: {
      name: tool.name,
      description: tool.description,
      parameters: tool.parameters,
      ...(strict && { strict: true }),
    },
  };
}
