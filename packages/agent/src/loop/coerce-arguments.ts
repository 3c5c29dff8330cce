/** The parts of JSON Schema that matter for conversions. */
interface Shape {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly patternProperties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly items?: unknown;
  readonly anyOf?: readonly unknown[];
  readonly oneOf?: readonly unknown[];
  readonly allOf?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}

export type Check = (schema: object, value: unknown) => boolean;

/**
 * Converts common mistakes of models to fit the schema: numbers and booleans as text, lists and objects as JSON text, a single value for a
 * list, `null` for an omitted value or, if a value is required, for an empty one. Does not change the given value; parts that fit stay as
 * they are.
 */
export function coerceArguments(schema: unknown, value: unknown, check: Check): unknown {
  if (!isObject(schema)) return value;
  const shape: Shape = schema;
  for (const part of shape.allOf ?? []) value = coerceArguments(part, value, check);
  const variants = shape.anyOf ?? shape.oneOf;
  if (variants) return coerceToVariant(variants, value, check);
  if (shape.const !== undefined) return coerceToEnum([shape.const], value);
  if (shape.enum) return coerceToEnum(shape.enum, value);
  return coerceParts(shape, coerceToType(shape.type, value), check);
}

function coerceToVariant(variants: readonly unknown[], value: unknown, check: Check): unknown {
  if (variants.some((variant) => isObject(variant) && check(variant, value))) return value;
  for (const variant of variants) {
    const candidate = coerceArguments(variant, value, check);
    if (isObject(variant) && check(variant, candidate)) return candidate;
  }
  return value;
}

function coerceToEnum(allowed: readonly unknown[], value: unknown): unknown {
  if (allowed.includes(value) || typeof value === "object") return value;
  const match = allowed.find((candidate) => String(candidate) === String(value));
  return match === undefined ? value : match;
}

function coerceToType(type: Shape["type"], value: unknown): unknown {
  const types = typeof type === "string" ? [type] : (type ?? []);
  if (types.some((name) => hasType(name, value))) return value;
  for (const name of types) {
    const candidate = CONVERSIONS[name]?.(value);
    if (candidate !== undefined) return candidate;
  }
  return value;
}

function coerceParts(shape: Shape, value: unknown, check: Check): unknown {
  if (Array.isArray(value)) {
    return isObject(shape.items) ? value.map((item) => coerceArguments(shape.items, item, check)) : value;
  }
  if (!isObject(value)) return value;
  const result: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) {
    const schema = propertySchema(shape, key);
    if (part === null && isLeftOut(shape, key, schema, check)) continue;
    // Not an assignment: a key named __proto__ must stay a key.
    Object.defineProperty(result, key, {
      value: coerceArguments(schema, part, check),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return result;
}

function propertySchema(shape: Shape, key: string): unknown {
  if (shape.properties && Object.hasOwn(shape.properties, key)) return shape.properties[key];
  const patterns = Object.entries(shape.patternProperties ?? {});
  const match = patterns.find(([pattern]) => new RegExp(pattern).test(key));
  return match ? match[1] : shape.additionalProperties;
}

function isLeftOut(shape: Shape, key: string, schema: unknown, check: Check): boolean {
  return isObject(schema) && !shape.required?.includes(key) && !check(schema, null);
}

function hasType(name: string, value: unknown): boolean {
  switch (name) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value) && !Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === name;
  }
}

/** Each conversion returns `undefined` if the value has no sensible reading. */
const CONVERSIONS: Readonly<Record<string, (value: unknown) => unknown>> = {
  number: toNumber,
  integer: (value) => {
    const number = toNumber(value);
    return Number.isInteger(number) ? number : undefined;
  },
  boolean: (value) => (value === null ? false : BOOLEANS.get(String(value).toLowerCase())),
  string: (value) =>
    typeof value === "number" || typeof value === "boolean" ? String(value) : value === null ? "" : undefined,
  null: (value) => (value === "null" ? null : undefined),
  array: (value) => fromJson(value, "[", Array.isArray) ?? (value === null ? undefined : [value]),
  object: (value) => fromJson(value, "{", isObject),
};

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

function toNumber(value: unknown): number | undefined {
  if (value === null || typeof value === "boolean") return Number(value);
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function fromJson(value: unknown, opening: string, accepts: (parsed: unknown) => boolean): unknown {
  if (typeof value !== "string" || !value.trimStart().startsWith(opening)) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return accepts(parsed) ? parsed : undefined;
  } catch {
    // Text that only looks like JSON stays text.
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
