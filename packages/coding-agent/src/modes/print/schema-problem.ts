import { errorText } from "../../core/error-text.ts";
import type { AnswerSchema } from "./checked-answer.ts";

const TYPES: ReadonlySet<unknown> = new Set(["null", "boolean", "object", "array", "number", "integer", "string"]);
/** Keywords whose values are data, not schemas. */
const DATA = new Set(["const", "enum", "default", "examples"]);
/** Keywords whose values map names of the schema's author to schemas. */
const NAMED = new Set(["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"]);

/** Returns why a schema cannot be used, before a request to a model costs money. */
export async function schemaProblem(schema: AnswerSchema): Promise<string | undefined> {
  const found = problemIn(schema, schema, "#");
  if (found !== undefined) return found;
  const { Compile } = await import("typebox/schema");
  try {
    Compile(schema);
    return undefined;
  } catch (error) {
    return errorText(error);
  }
}

function problemIn(value: unknown, root: AnswerSchema, at: string): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const place = `${at}/${key}`;
    const problem = DATA.has(key)
      ? undefined
      : (problemOf(key, member, root, place) ?? problemBelow(key, member, root, place));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemBelow(key: string, member: unknown, root: AnswerSchema, at: string): string | undefined {
  if (!NAMED.has(key) || typeof member !== "object" || member === null) return problemIn(member, root, at);
  for (const [name, schema] of Object.entries(member)) {
    const problem = problemIn(schema, root, `${at}/${name}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOf(key: string, member: unknown, root: AnswerSchema, at: string): string | undefined {
  if (key === "type") {
    const unknown = [member].flat().find((type) => !TYPES.has(type));
    return unknown === undefined ? undefined : `${at}: there is no type ${JSON.stringify(unknown)}`;
  }
  if (key !== "$ref" || typeof member !== "string" || isThere(member, root)) return undefined;
  return `${at}: ${JSON.stringify(member)} leads to nothing in this schema`;
}

/** Returns whether a reference points into the schema. `$anchor` and `$id` are left to the validator; other documents are not fetched. */
function isThere(reference: string, root: AnswerSchema): boolean {
  if (!reference.startsWith("#/")) return reference.startsWith("#");
  let value: unknown = root;
  for (const part of reference.slice(2).split("/")) {
    const name = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return false;
    value = (value as Record<string, unknown>)[name];
  }
  return true;
}
