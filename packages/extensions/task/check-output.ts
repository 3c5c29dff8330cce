import { findUnknownType } from "@tau/coding-agent";
import { Check, Errors } from "typebox/schema";

/** Returns what is wrong with a schema written by a model or a file, or undefined if it can be used. */
export function schemaProblem(schema: object): string | undefined {
  try {
    Check(schema, null);
    return findUnknownType(schema);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns why a text is not JSON that matches the schema, or undefined if it is. */
export function checkText(schema: object, text: string): string | undefined {
  const [, fenced] = /```(?:json)?\s*\n([\s\S]*?)\n```/.exec(text) ?? [];
  try {
    const value: unknown = JSON.parse(fenced ?? text);
    if (Check(schema, value)) return undefined;
    const [, errors] = Errors(schema, value);
    return errors.map(({ instancePath, message }) => `${instancePath || "/"}: ${message}`).join("; ");
  } catch (error) {
    return error instanceof SyntaxError ? "it is not JSON" : String(error);
  }
}
