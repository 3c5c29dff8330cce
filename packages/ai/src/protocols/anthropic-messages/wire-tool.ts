import type { Tool } from "../../contract/tool.ts";
import { strictSchema } from "../strict-schema.ts";
import type { AnthropicMessagesCompat } from "./compat.ts";

export function wireTool(tool: Tool, compat: AnthropicMessagesCompat) {
  const strict = strictSchema(tool, { isSupported: compat.supportsStrictTools ?? false });
  return {
    name: tool.name,
    description: tool.description,
    input_schema: strict ?? tool.parameters,
    ...(compat.supportsEagerToolInputStreaming !== false && { eager_input_streaming: true }),
    ...(strict && { strict: true }),
  };
}
