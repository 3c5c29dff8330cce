type Schema = Readonly<Record<string, unknown>>;

const DEEPEST = 6;
const MOST_MEMBERS = 60;
const MOST_VALUES = 40;
const UNKNOWN = "unknown";

/** Returns the TypeScript type of the values that a JSON Schema accepts. What is too deep, recursive or invalid becomes `unknown`. */
export function schemaType(schema: unknown): string {
  return new SchemaTypes(schema).typeOf(schema, 0, []);
}

class SchemaTypes {
  private readonly root: unknown;

  constructor(root: unknown) {
    this.root = root;
  }

  /** `refs` are the references that lead here: one that occurs again is recursive. */
  typeOf(schema: unknown, depth: number, refs: readonly string[]): string {
    if (!isSchema(schema) || depth > DEEPEST) return UNKNOWN;
    if (typeof schema.$ref === "string") return this.referenced(schema.$ref, depth, refs);
    if ("const" in schema) return literal(schema.const);
    if (Array.isArray(schema.enum)) return union(schema.enum.slice(0, MOST_VALUES).map(literal));
    const parts = ["anyOf", "oneOf"].flatMap((key) => listOf(schema[key]));
    if (parts.length > 0) return union(parts.map((part) => this.typeOf(part, depth + 1, refs)));
    const all = listOf(schema.allOf).map((part) => this.typeOf(part, depth + 1, refs));
    const own = this.plainType(schema, depth, refs);
    const joined = [...new Set([...(own === UNKNOWN ? [] : [own]), ...all])];
    return joined.length === 0 ? UNKNOWN : joined.map((type) => inParentheses(type, joined.length > 1)).join(" & ");
  }

  private referenced(ref: string, depth: number, refs: readonly string[]): string {
    if (!ref.startsWith("#") || refs.includes(ref)) return UNKNOWN;
    let target: unknown = this.root;
    for (const part of ref.split("/").slice(1)) {
      const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
      target = isSchema(target) && Object.hasOwn(target, key) ? target[key] : undefined;
    }
    return this.typeOf(target, depth, [...refs, ref]);
  }

  private plainType(schema: Schema, depth: number, refs: readonly string[]): string {
    const { type } = schema;
    const names = Array.isArray(type) ? type : [type ?? (isSchema(schema.properties) ? "object" : undefined)];
    const nullable = schema.nullable === true ? ["null"] : [];
    return union([...names.map((name) => this.namedType(name, schema, depth, refs)), ...nullable]);
  }

  private namedType(name: unknown, schema: Schema, depth: number, refs: readonly string[]): string {
    switch (name) {
      case "string":
      case "boolean":
      case "null":
        return name;
      case "number":
      case "integer":
        return "number";
      case "array":
        return this.arrayType(schema, depth, refs);
      case "object":
        return this.objectType(schema, depth, refs);
      default:
        return UNKNOWN;
    }
  }

  private arrayType({ items, prefixItems }: Schema, depth: number, refs: readonly string[]): string {
    const fixed = listOf(prefixItems ?? items);
    if (fixed.length > 0) return `[${fixed.map((item) => this.typeOf(item, depth + 1, refs)).join(", ")}]`;
    const item = this.typeOf(items, depth + 1, refs);
    return `${inParentheses(item, true)}[]`;
  }

  private objectType(schema: Schema, depth: number, refs: readonly string[]): string {
    const required = listOf(schema.required);
    const members = isSchema(schema.properties) ? Object.entries(schema.properties) : [];
    const shown = members.slice(0, MOST_MEMBERS).map(([key, member]) => {
      const mark = required.includes(key) ? "" : "?";
      return `${memberName(key)}${mark}: ${this.typeOf(member, depth + 1, refs)}${remarkOf(member)}`;
    });
    if (members.length > MOST_MEMBERS) shown.push("/* and more */ [key: string]: unknown");
    const { additionalProperties: rest } = schema;
    if (shown.length === 0) return `Record<string, ${isSchema(rest) ? this.typeOf(rest, depth + 1, refs) : UNKNOWN}>`;
    if (isSchema(rest)) shown.push(`[key: string]: ${this.typeOf(rest, depth + 1, refs)}`);
    return `{ ${shown.join("; ")} }`;
  }
}

/** Makes a text safe inside a comment, on one line. */
export function commentText(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ").replaceAll("*/", "* /").trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** Returns the description and the default of a member, as a comment. */
function remarkOf(member: unknown): string {
  if (!isSchema(member)) return "";
  const said = typeof member.description === "string" ? commentText(member.description, 120) : "";
  const start = member.default === undefined ? "" : `default ${commentText(JSON.stringify(member.default) ?? "", 40)}`;
  const remark = [said, start].filter((part) => part !== "").join("; ");
  return remark === "" ? "" : ` /* ${remark} */`;
}

function memberName(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

function literal(value: unknown): string {
  return typeof value === "object" && value !== null ? UNKNOWN : (JSON.stringify(value) ?? UNKNOWN);
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  if (distinct.length === 0 || distinct.includes(UNKNOWN)) return UNKNOWN;
  return distinct.join(" | ");
}

function inParentheses(type: string, isNeeded: boolean): string {
  return isNeeded && / [|&] /.test(type) && !/^[{[]/.test(type) ? `(${type})` : type;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
