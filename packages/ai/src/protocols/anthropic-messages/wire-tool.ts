import type { Tool } from "../../contract/tool.ts";
import type { AnthropicMessagesCompat } from "./compat.ts";

export function wireTool(tool: Tool, compat: AnthropicMessagesCompat) {
  return {
    name: tool.name,
    description: tool.description,
    input_schema: tool.parameters,
    ...(compat.supportsEagerToolInputStreaming !== false && { eager_input_streaming: true }),
    ...(compat.supportsStrictTools && tool.constrainedSampling?.type === "json_schema" && { strict: true }),
  };
}
