import { cleanText } from "../clean-text.ts";
import { isObject, type JsonObject } from "../json.ts";

const MAX_DEPTH = 24;
const MAX_PARTS = 5000;
/** Schema keywords that are useless to a model once references are resolved. */
const DROPPED = new Set(["$schema", "$id", "$defs", "definitions", "$anchor", "$dynamicAnchor", "$comment"]);

/**
 * Converts the schema of a tool's arguments to a form that providers accept: an object at the root, with local references resolved.
 * A recursive, external or broken reference becomes "any value". A schema that is too large becomes a plain object.
 */
export function cleanSchema(schema: unknown): JsonObject {
  const root = isObject(schema) ? schema : {};
  const walk = new Walk(root);
  const clean = walk.clean(root, 0, []);
  return walk.parts > MAX_PARTS ? { type: "object", properties: {} } : asRoot(isObject(clean) ? clean : {});
}

class Walk {
  parts = 0;
  private readonly root: JsonObject;

  constructor(root: JsonObject) {
    this.root = root;
  }

  clean(value: unknown, depth: number, open: readonly string[]): unknown {
    this.parts += 1;
    if (this.parts > MAX_PARTS || depth > MAX_DEPTH) return {};
    if (typeof value === "string") return cleanText(value);
    if (Array.isArray(value)) return value.map((item) => this.clean(item, depth + 1, open));
    if (!isObject(value)) return value;
    if (typeof value.$ref === "string") return this.resolve(value, value.$ref, depth, open);
    const entries = Object.entries(value).filter(([key]) => !DROPPED.has(key) && key !== "__proto__");
    return Object.fromEntries(entries.map(([key, item]) => [key, this.clean(item, depth + 1, open)]));
  }

  private resolve({ $ref: _, ...beside }: JsonObject, ref: string, depth: number, open: readonly string[]): unknown {
    const target = open.includes(ref) ? undefined : this.find(ref);
    const found = target === undefined ? {} : this.clean(target, depth + 1, [...open, ref]);
    const own = this.clean(beside, depth + 1, open);
    return isObject(found) && isObject(own) ? { ...found, ...own } : found;
  }

  private find(ref: string): unknown {
    if (!ref.startsWith("#")) return undefined;
    const path = ref.slice(1).split("/").slice(1);
    const steps = path.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
    let at: unknown = this.root;
    for (const step of steps) {
      const holder: JsonObject = isObject(at) || Array.isArray(at) ? (at as JsonObject) : {};
      at = Object.hasOwn(holder, step) ? holder[step] : undefined;
    }
    return at;
  }
}

/** Providers do not accept alternatives at the root, so the properties of all alternatives are merged. */
function asRoot({ anyOf, oneOf, allOf, not: _not, enum: _enum, const: _const, ...root }: JsonObject): JsonObject {
  const branches = [anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? list.filter(isObject) : []));
  const always = Array.isArray(allOf) ? allOf.filter(isObject) : [];
  const properties = Object.assign({}, ...branches.map(propertiesOf), propertiesOf(root)) as JsonObject;
  const required = [...new Set([...always.flatMap(requiredOf), ...requiredOf(root)])].filter((name) =>
    Object.hasOwn(properties, name),
  );
  return { ...root, type: "object", properties, ...(required.length > 0 ? { required } : { required: undefined }) };
}

function propertiesOf({ properties }: JsonObject): JsonObject {
  return isObject(properties) ? properties : {};
}

function requiredOf({ required }: JsonObject): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}
