import { Compile } from "typebox/compile";
import { Check } from "typebox/schema";
import { Convert } from "typebox/value";
import { AiError } from "../ai-error.ts";
import type { ToolCall } from "../contract/messages.ts";
import type { Tool } from "../contract/tool.ts";
import { coerceToolArguments } from "./coerce-tool-arguments.ts";

/** Validates the arguments of a call to one of these tools and corrects obvious mistakes, such as a number as text. */
export function validateToolCall(tools: Tool[], toolCall: ToolCall): unknown {
  const tool = tools.find(({ name }) => name === toolCall.name);
  if (!tool) throw new AiError(`Tool "${toolCall.name}" not found`, { code: "invalid-request" });
  return validateToolArguments(tool, toolCall);
}

export function validateToolArguments(tool: Tool, toolCall: ToolCall): unknown {
  if (toolCall.argumentsError) throw new AiError(toolCall.argumentsError, { code: "invalid-request" });
  const schema = Compile(tool.parameters as Parameters<typeof Compile>[0]);
  const converted = coerceToolArguments(tool.parameters, structuredClone(toolCall.arguments), Check);
  if (schema.Check(converted)) return converted;
  // Conversions that TypeBox offers for its own schemas: one value to a list, "" to 0, 1.5 to the integer 1.
  const lenient = Convert(tool.parameters as Parameters<typeof Convert>[0], structuredClone(converted));
  if (schema.Check(lenient)) return lenient;
  const problems = [...schema.Errors(converted)].map(({ instancePath, message }) => {
    return `  - ${instancePath.slice(1).replaceAll("/", ".") || "root"}: ${message}`;
  });
  const received = JSON.stringify(toolCall.arguments, undefined, 2);
  throw new AiError(
    `Validation failed for tool "${toolCall.name}":\n${problems.join("\n")}\n\nReceived arguments:\n${received}`,
    { code: "invalid-request" },
  );
}
