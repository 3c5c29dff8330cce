import { createRequire } from "node:module";
import { isAbsolute } from "node:path";
import type { Extension, ToolDefinition } from "../contract/index.ts";
import { ExtensionHostError } from "../extension-host-error.ts";
import { readSchema } from "./foreign-schema.ts";

/** Returns a tool of an extension with its parameters as JSON Schema and its arguments fully validated. */
export function readTool(tool: ToolDefinition, extension: Pick<Extension, "resolvedPath">): ToolDefinition {
  if (typeof tool?.name !== "string" || typeof tool.execute !== "function")
    throw new ExtensionHostError("invalid-registration", "A tool needs a name and an execute function.");
  const zod = () => ownModule(extension, "zod");
  const { schema: parameters, parse } = readSchema(tool.parameters, zod);
  const outputSchema = tool.outputSchema && readSchema(tool.outputSchema, zod).schema;
  if (parameters === tool.parameters && outputSchema === tool.outputSchema) return tool;
  const changes: Partial<ToolDefinition> = { parameters };
  if (outputSchema) changes.outputSchema = outputSchema;
  if (parse)
    changes.execute = async (id, params, ...rest) => await tool.execute(id, (await parse(params)) as never, ...rest);
  return withFields(tool, changes);
}

/**
 * Copies a tool with some fields replaced. Keeps the prototype: a tool may be an
 * instance of a class, with methods that are not its own properties.
 */
export function withFields(tool: ToolDefinition, fields: Partial<ToolDefinition>): ToolDefinition {
  return Object.assign(Object.create(Object.getPrototypeOf(tool)), tool, fields);
}

/** Loads a module as the extension would: its own copy, otherwise the host's. */
export function ownModule({ resolvedPath }: Pick<Extension, "resolvedPath">, name: string): unknown {
  const host = createRequire(import.meta.url);
  if (!isAbsolute(resolvedPath)) return host(name);
  try {
    return createRequire(resolvedPath)(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
    return host(name);
  }
}
