import { Check, Errors } from "typebox/schema";

/** What is wrong with a schema that a model or a file wrote; nothing where it can be used. */
export function schemaProblem(schema: object): string | undefined {
  try {
    Check(schema, null);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Why a text that should be JSON does not fit; nothing where it does. */
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
