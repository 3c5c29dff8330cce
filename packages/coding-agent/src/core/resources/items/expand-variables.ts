import { isObject } from "../../json-file/index.ts";

const REFERENCE = /\$?\{(?:(env):)?(\w+)(?::-([^}]{0,2000}))?\}/g;

/**
 * Expands `${NAME}`, `${NAME:-default}`, `${env:NAME}` and `{env:NAME}` in every text of a value. `folders` defines
 * further names, which editors use.
 */
export function expandVariables(value: unknown, folders: Readonly<Record<string, string>> = {}): unknown {
  if (typeof value === "string") {
    return value.replace(REFERENCE, (whole, env: string | undefined, name: string, fallback?: string) => {
      if (!whole.startsWith("$") && env === undefined) return whole;
      if (env === undefined && Object.hasOwn(folders, name)) return folders[name] ?? whole;
      return process.env[name] || (fallback ?? whole);
    });
  }
  if (Array.isArray(value)) return value.map((item) => expandVariables(item, folders));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expandVariables(item, folders)]));
}
