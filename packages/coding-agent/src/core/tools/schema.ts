import type * as TypeBox from "typebox";

type Builders = Pick<
  typeof TypeBox.Type,
  "Array" | "Boolean" | "Integer" | "Number" | "Object" | "Optional" | "String"
>;
type Schema = Readonly<Record<string, unknown>>;

const optional = new WeakSet<object>();

/**
 * Replaces TypeBox's builders for the few types that our tools use, with TypeBox's own types. The schemas are the same
 * JSON. The library, whose 170 KB would be most of what a start loads, is loaded only when something is validated.
 */
export const Type = {
  Array: (items: Schema, options?: Schema) => ({ type: "array", items, ...options }),
  Boolean: (options?: Schema) => ({ type: "boolean", ...options }),
  Integer: (options?: Schema) => ({ type: "integer", ...options }),
  Number: (options?: Schema) => ({ type: "number", ...options }),
  Object: (properties: Readonly<Record<string, Schema>>, options?: Schema) => {
    const required = Object.keys(properties).filter((name) => !optional.has(properties[name] as Schema));
    return { type: "object", ...(required.length > 0 ? { required } : {}), properties, ...options };
  },
  Optional: (schema: Schema) => {
    const copy = { ...schema };
    optional.add(copy);
    return copy;
  },
  String: (options?: Schema) => ({ type: "string", ...options }),
} as unknown as Builders;
