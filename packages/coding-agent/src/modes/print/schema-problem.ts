import { errorText } from "../../core/error-text.ts";
import { findInSchema, unknownType } from "../../core/json-schema/find-in-schema.ts";
import type { AnswerSchema } from "./checked-answer.ts";

/** Returns why a schema cannot be used, before a request to a model costs money. */
export async function schemaProblem(schema: AnswerSchema): Promise<string | undefined> {
  const found = findInSchema(
    schema,
    (keyword, value, place) => unknownType(keyword, value, place) ?? lostReference(keyword, value, place, schema),
  );
  if (found !== undefined) return found;
  const { Compile } = await import("typebox/schema");
  try {
    Compile(schema);
    return undefined;
  } catch (error) {
    return errorText(error);
  }
}

function lostReference(keyword: string, value: unknown, place: string, root: AnswerSchema): string | undefined {
  if (keyword !== "$ref" || typeof value !== "string" || isThere(value, root)) return undefined;
  return `${place}: ${JSON.stringify(value)} leads to nothing in this schema`;
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
