/** The parts of JSON Schema that matter for conversions. */
interface Shape {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly items?: unknown;
  readonly anyOf?: readonly unknown[];
  readonly oneOf?: readonly unknown[];
  readonly allOf?: readonly unknown[];
}

export type Check = (schema: object, value: unknown) => boolean;

/**
 * Converts single values of the wrong type as pi-ai does, for TypeBox schemas and plain JSON Schema: `"5"` to 5, `null` to an empty value,
 * or to an omitted one if the property is optional. Does not change the given value.
 */
export function coerceToolArguments(schema: unknown, value: unknown, check: Check): unknown {
  if (!isObject(schema)) return value;
  const shape: Shape = schema;
  const whole = (shape.allOf ?? []).reduce<unknown>((part, each) => coerceToolArguments(each, part, check), value);
  const variants = shape.anyOf ?? shape.oneOf;
  if (variants) return coerceToVariant(variants.filter(isObject), whole, check);
  const typed = coerceToType(shape.type, whole);
  if (Array.isArray(typed)) return typed.map((item) => coerceToolArguments(shape.items, item, check));
  return isObject(typed) ? coerceProperties(shape, typed, check) : typed;
}

function coerceToVariant(variants: readonly object[], value: unknown, check: Check): unknown {
  if (variants.some((variant) => check(variant, value))) return value;
  for (const variant of variants) {
    const candidate = coerceToolArguments(variant, value, check);
    if (check(variant, candidate)) return candidate;
  }
  return value;
}

function coerceProperties(shape: Shape, value: object, check: Check): object {
  const entries = Object.entries(value).flatMap(([key, part]): [string, unknown][] => {
    const isNamed = shape.properties !== undefined && Object.hasOwn(shape.properties, key);
    const schema = isNamed ? shape.properties?.[key] : shape.additionalProperties;
    const isOptional = isNamed && !shape.required?.includes(key);
    if (part === null && isOptional && isObject(schema) && !check(schema, null)) return [];
    return [[key, coerceToolArguments(schema, part, check)]];
  });
  return Object.fromEntries(entries);
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

function hasType(name: string, value: unknown): boolean {
  if (name === "null") return value === null;
  if (name === "array") return Array.isArray(value);
  if (name === "integer") return Number.isInteger(value);
  return typeof value === name && value !== null;
}

/** Each conversion returns `undefined` if the value has no sensible reading. */
const CONVERSIONS: Readonly<Record<string, (value: unknown) => unknown>> = {
  string: (value) => (value === null ? "" : isObject(value) ? undefined : String(value)),
  number: toNumber,
  integer: (value) => {
    const number = toNumber(value);
    return Number.isInteger(number) ? number : undefined;
  },
  boolean: (value) => BOOLEANS.get(value),
  null: (value) => (value === "" || value === 0 || value === false ? null : undefined),
};

const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ["true", true],
  [1, true],
  ["false", false],
  [0, false],
  [null, false],
]);

function toNumber(value: unknown): number | undefined {
  if (value === null || typeof value === "boolean") return Number(value);
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
