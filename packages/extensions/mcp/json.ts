export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A schema that accepts any object, for the client library. We check each part ourselves, so that one bad part does not spoil the rest. */
export const anyObject = {
  "~standard": {
    version: 1 as const,
    vendor: "tau",
    validate: (value: unknown): { value: JsonObject } | { issues: { message: string }[] } =>
      isObject(value) ? { value } : { issues: [{ message: "The answer is no object." }] },
    types: undefined as unknown as { input: JsonObject; output: JsonObject },
  },
};
