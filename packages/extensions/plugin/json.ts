import { readFile } from "node:fs/promises";
import { PluginError } from "./plugin-error.ts";

export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function textOf(object: Json, key: string): string | undefined {
  const value = object[key];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Parses a JSON object. `name` is the file, for the message. */
export function parseObject(text: string, name: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new PluginError(`${name} is not valid JSON: ${error.message}`, { cause: error });
  }
  if (!isObject(value)) throw new PluginError(`${name} must hold a JSON object.`);
  return value;
}

/** Resolves to the object in a file, or to `undefined` if there is no such file. */
export async function readObject(path: string): Promise<Json | undefined> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw error;
  });
  return text === undefined ? undefined : parseObject(text, path);
}
