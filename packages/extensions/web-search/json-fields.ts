/** Returns the value at a path of JSON from a server, or `undefined` if anything on the way is missing. */
function at(json: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    json,
  );
}

/** Returns the objects of the array at a path; an empty array if there is none. */
export function objectsAt(json: unknown, ...path: readonly (string | number)[]): Record<string, unknown>[] {
  const value = at(json, path);
  if (!Array.isArray(value)) return [];
  return value.filter((each): each is Record<string, unknown> => typeof each === "object" && each !== null);
}

export function textAt(json: unknown, ...path: readonly (string | number)[]): string | undefined {
  const value = at(json, path);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns the texts of the array at a path, joined. */
export function textsAt(json: unknown, ...path: readonly (string | number)[]): string | undefined {
  const value = at(json, path);
  const texts = Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
  return texts.length > 0 ? texts.join(" … ") : undefined;
}

export function numbersAt(json: unknown, ...path: readonly (string | number)[]): number[] {
  const value = at(json, path);
  return Array.isArray(value) ? value.filter((each) => typeof each === "number") : [];
}
