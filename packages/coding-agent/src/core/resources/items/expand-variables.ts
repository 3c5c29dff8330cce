import { isObject } from "../../json-file/index.ts";

/** `${NAME}` and `${NAME:-default}` in every text of a value. */
export function expandVariables(value: unknown): unknown {
  if (typeof value === "string") {
    return value.replace(/\$\{(\w+)(?::-([^}]{0,2000}))?\}/g, (whole, name: string, fallback?: string) => {
      return process.env[name] || (fallback ?? whole);
    });
  }
  if (Array.isArray(value)) return value.map(expandVariables);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expandVariables(item)]));
}
