import type { Model } from "../../contract/model.ts";
import type { Tool } from "../../contract/tool.ts";
import { strictSchema } from "../strict-schema.ts";
import { resolveCompat } from "./compat.ts";
import { toolGrammar } from "./grammar-tool.ts";

export function wireTool(model: Model, tool: Tool): Record<string, unknown> {
  const { name, description, parameters } = tool;
  const grammar = toolGrammar(model, tool);
  if (grammar) {
    const { syntax, definition } = grammar;
    return { type: "custom", name, description, format: { type: "grammar", syntax, definition } };
  }
  // Without `strict: false` the API would convert the schema to a strict one.
  const strict = strictSchema(tool, {
    isSupported: resolveCompat(model).supportsStrictMode ?? false,
    allRequired: true,
  });
  return { type: "function", name, description, parameters: strict ?? parameters, strict: strict !== undefined };
}
