import type { JsonPath } from "./json-text.ts";

/** The subset of JSON Schema that describes our files. */
export interface FileSchema {
  readonly type?: "string" | "number" | "integer" | "boolean" | "object" | "array" | "null";
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: "regex" | "permission-rule";
  readonly anyOf?: readonly FileSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: FileSchema;
  readonly properties?: { readonly [key: string]: FileSchema };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | FileSchema;
  readonly default?: unknown;
  /** Name of the value in messages, with its article. */
  readonly title?: string;
  readonly description?: string;
}

export interface Violation {
  readonly path: JsonPath;
  readonly reason: string;
}

/** Yields every violation of the schema. Unknown keys are allowed, because they may belong to other programs, except dotted paths. */
export function* check(schema: FileSchema, value: unknown, path: JsonPath = []): Generator<Violation> {
  const reason = mismatch(schema, value);
  if (reason) yield { path, reason };
  else if (Array.isArray(value)) yield* checkItems(schema, value, path);
  else if (isObject(value)) yield* checkProperties(schema, value, path);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function* checkItems(schema: FileSchema, items: readonly unknown[], path: JsonPath): Generator<Violation> {
  const { items: itemSchema } = schema;
  if (!itemSchema) return;
  for (const [index, item] of items.entries()) yield* check(itemSchema, item, [...path, index]);
}

function* checkProperties(schema: FileSchema, value: Record<string, unknown>, path: JsonPath): Generator<Violation> {
  for (const key of schema.required ?? []) {
    if (value[key] === undefined) yield { path, reason: `lacks "${key}"` };
  }
  for (const [key, item] of Object.entries(value)) {
    const property = schemaOf(schema, key);
    if (property) yield* check(property, item, [...path, key]);
    else {
      // A dotted path to a value in an object has no effect as a name.
      const parts = key.split(".");
      const meant = parts.reduce<FileSchema | undefined>((found, part) => found && schemaOf(found, part), schema);
      const reason = `must be written as { "${parts.join('": { "')}": …${" }".repeat(parts.length)}`;
      if (meant) yield { path: [...path, key], reason };
    }
  }
}

/** Returns why a value does not match the schema, without looking at its items and properties. */
export function mismatch(schema: FileSchema, value: unknown): string | undefined {
  if (schema.anyOf && !schema.anyOf.some((option) => fits(option, value))) return `must be ${describe(schema)}`;
  if (schema.enum && !schema.enum.includes(value)) return `must be ${describe(schema)}`;
  if ("const" in schema && schema.const !== value) return `must be ${describe(schema)}`;
  if (schema.type && !hasType(schema.type, value)) return `must be ${describe(schema)}`;
  const wrongText = schema.format && formatMismatch(schema.format, String(value));
  if (wrongText) return wrongText;
  if (typeof value !== "number") return undefined;
  if (schema.minimum !== undefined && value < schema.minimum) return `must be at least ${schema.minimum}`;
  if (schema.maximum !== undefined && value > schema.maximum) return `must be at most ${schema.maximum}`;
  return undefined;
}

function formatMismatch(format: NonNullable<FileSchema["format"]>, text: string): string | undefined {
  if (format === "regex") return isExpression(text) ? undefined : "is no regular expression";
  if (RULE.test(text.trim())) return undefined;
  return "is no rule: write Tool or Tool(pattern), for example Bash(git diff:*)";
}

const RULE = /^[\w*.-]+(?:\(.*\))?$/s;

function isExpression(text: string): boolean {
  try {
    return new RegExp(text) !== undefined;
  } catch {
    return false;
  }
}

function fits(schema: FileSchema, value: unknown): boolean {
  return check(schema, value).next().done === true;
}

function hasType(type: NonNullable<FileSchema["type"]>, value: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isSafeInteger(value);
    case "number":
      return Number.isFinite(value);
    case "string":
    case "boolean":
      return typeof value === type;
  }
}

export function describe(schema: FileSchema): string {
  if (schema.title) return schema.title;
  if (schema.anyOf) return schema.anyOf.map(describe).join(" or ");
  if (schema.enum) return schema.enum.map((option) => JSON.stringify(option)).join(", ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.type === "array")
    return `a list${schema.items ? ` of ${describe(schema.items).replace(/^an? (\w+)$/, "$1s")}` : ""}`;
  return schema.type === "object" || schema.type === "integer" ? `an ${schema.type}` : `a ${schema.type ?? "value"}`;
}

export function schemaOf(schema: FileSchema, key: string): FileSchema | undefined {
  if (schema.properties && Object.hasOwn(schema.properties, key)) return schema.properties[key];
  return typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
}
