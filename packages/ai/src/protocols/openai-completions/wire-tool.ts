import type { Tool } from "../../contract/tool.ts";
import { strictSchema } from "../strict-schema.ts";
import type { OpenAICompletionsCompat } from "./compat.ts";

export function wireTool(tool: Tool, compat: Pick<OpenAICompletionsCompat, "supportsStrictMode">) {
  const strict = strictSchema(tool, { isSupported: compat.supportsStrictMode ?? false, allRequired: true });
  return {
    type: "function",
    function: {
      name: tool.name,
      description: tool.description,
      parameters: strict ?? tool.parameters,
      ...(strict && { strict: true }),
    },
  };
}
