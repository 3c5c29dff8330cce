import { type FileSchema, isObject, mismatch, schemaOf } from "./check.ts";

/**
 * Returns a copy without the parts that violate the schema: a bad key or item is dropped, not the whole file. An object
 * that lacks a required key is dropped as a whole.
 */
export function prune(schema: FileSchema, value: unknown): unknown {
  if (mismatch(schema, value)) return undefined;
  if (Array.isArray(value)) return value.flatMap((item) => pruneItem(schema, item));
  if (!isObject(value)) return value;
  const kept: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const property = schemaOf(schema, key);
    const pruned = property ? prune(property, item) : item;
    if (pruned !== undefined && key !== "__proto__") kept[key] = pruned;
  }
  return schema.required?.some((key) => kept[key] === undefined) ? undefined : kept;
}

function pruneItem(schema: FileSchema, item: unknown): unknown[] {
  const pruned = schema.items ? prune(schema.items, item) : item;
  return pruned === undefined ? [] : [pruned];
}
