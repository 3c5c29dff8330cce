import type { Extension, ToolDefinition } from "../contract/index.ts";
import { ExtensionHostError } from "../extension-host-error.ts";
import { readSchema } from "./foreign-schema.ts";
import { ownModule } from "./own-module.ts";

/** The tool as an extension wrote it, with its parameters as JSON Schema and its arguments checked in full. */
export function readTool(tool: ToolDefinition, extension: Extension): ToolDefinition {
  if (typeof tool?.name !== "string" || typeof tool.execute !== "function")
    throw new ExtensionHostError("invalid-registration", "A tool needs a name and an execute function.");
  const zod = () => ownModule(extension, "zod");
  const { schema: parameters, parse } = readSchema(tool.parameters, zod);
  const outputSchema = tool.outputSchema && readSchema(tool.outputSchema, zod).schema;
  if (parameters === tool.parameters && outputSchema === tool.outputSchema) return tool;
  // A tool may be an object of a class, whose methods are no properties of its own.
  const read: ToolDefinition = Object.assign(Object.create(Object.getPrototypeOf(tool)), tool);
  read.parameters = parameters;
  if (outputSchema) read.outputSchema = outputSchema;
  if (parse)
    read.execute = async (id, params, ...rest) => await tool.execute(id, (await parse(params)) as never, ...rest);
  return read;
}
