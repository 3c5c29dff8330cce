const TYPES: ReadonlySet<unknown> = new Set(["null", "boolean", "object", "array", "number", "integer", "string"]);
/** Keywords whose values are data, not schemas. */
const DATA = new Set(["const", "enum", "default", "examples"]);
/** Keywords whose values map names of the schema's author to schemas. */
const NAMED = new Set(["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"]);

/** Returns what is wrong with the value of a keyword. `place` is its JSON Pointer. */
export type KeywordCheck = (keyword: string, value: unknown, place: string) => string | undefined;

/** Returns the first problem that a check finds in a JSON Schema and the schemas in it. */
export function findInSchema(schema: unknown, check: KeywordCheck, at = "#"): string | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  for (const [keyword, value] of Object.entries(schema)) {
    const place = `${at}/${keyword}`;
    const problem = DATA.has(keyword)
      ? undefined
      : (check(keyword, value, place) ?? findBelow(keyword, value, check, place));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Returns the place of a type that JSON Schema does not have, which validators pass over silently. */
export function findUnknownType(schema: unknown): string | undefined {
  return findInSchema(schema, unknownType);
}

export const unknownType: KeywordCheck = (keyword, value, place) => {
  if (keyword !== "type") return undefined;
  const unknown = [value].flat().find((type) => !TYPES.has(type));
  return unknown === undefined ? undefined : `${place}: there is no type ${JSON.stringify(unknown)}`;
};

function findBelow(keyword: string, value: unknown, check: KeywordCheck, at: string): string | undefined {
  if (!NAMED.has(keyword) || typeof value !== "object" || value === null) return findInSchema(value, check, at);
  for (const [name, schema] of Object.entries(value)) {
    const problem = findInSchema(schema, check, `${at}/${name}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
