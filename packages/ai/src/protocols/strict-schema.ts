import { RequestError } from "../ai-error.ts";
import type { Tool } from "../contract/tool.ts";

export interface StrictSupport {
  /** Whether the model can be constrained to a schema while it writes a call. */
  readonly isSupported: boolean;
  /** For vendors without optional properties. */
  readonly allRequired?: boolean;
}

type Schema = Record<string, unknown>;

/**
 * Returns the strict schema of a tool that asks for one: its own schema with all objects closed. Returns `undefined` if the tool does not
 * ask, or only prefers it and it is not possible. Throws if the tool requires it and it is not possible.
 */
export function strictSchema(tool: Tool, { isSupported, allRequired = false }: StrictSupport): object | undefined {
  const sampling = tool.constrainedSampling || undefined;
  if (sampling?.type !== "json_schema") return undefined;
  const schema = isSupported ? closed(tool.parameters as Schema, allRequired) : undefined;
  if (schema || sampling.strict !== "require") return schema;
  const why = isSupported
    ? `its schema cannot be held to: objects must name all their properties${allRequired ? ", each of them required" : ""}`
    : "the model cannot be held to one: choose another";
  throw new RequestError(`The tool ${tool.name} requires arguments by its schema, and ${why}.`, {
    code: "invalid-request",
  });
}

/** Returns the schema with all objects closed; `undefined` if one is explicitly open or uses a reference. */
function closed(schema: Schema, allRequired: boolean): Schema | undefined {
  return canClose(schema, allRequired) ? close(schema) : undefined;
}

function canClose(schema: Schema, allRequired: boolean): boolean {
  if ("$ref" in schema || "patternProperties" in schema || (schema.additionalProperties ?? false) !== false)
    return false;
  const names = Object.keys(schema.properties ?? {});
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  if (allRequired && names.some((name) => !required.includes(name))) return false;
  return parts(schema).every((part) => canClose(part, allRequired));
}

function close(schema: Schema): Schema {
  const isObject = schema.type === "object" || "properties" in schema;
  const entries = Object.entries(schema).map(([keyword, value]) => [keyword, closeWithin(keyword, value)]);
  return { ...Object.fromEntries(entries), ...(isObject && { additionalProperties: false }) };
}

function closeWithin(keyword: string, value: unknown): unknown {
  if (ONE.has(keyword) && isSchema(value)) return close(value);
  if (SEVERAL.has(keyword) && Array.isArray(value)) return value.map((part) => (isSchema(part) ? close(part) : part));
  if (keyword !== "properties" || !isSchema(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, isSchema(part) ? close(part) : part]));
}

/** Returns the direct subschemas. */
function parts(schema: Schema): Schema[] {
  const below = Object.entries(schema).flatMap(([keyword, value]): unknown[] => {
    if (keyword === "properties") return Object.values(value ?? {});
    return ONE.has(keyword) || SEVERAL.has(keyword) ? [value].flat() : [];
  });
  return below.filter(isSchema);
}

const ONE: ReadonlySet<string> = new Set(["items", "not"]);
const SEVERAL: ReadonlySet<string> = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
