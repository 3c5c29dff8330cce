import type { Tool } from "@tau/ai";
import type { Check } from "./coerce-arguments.ts";

export type ValidatedArguments =
  | { readonly valid: true; readonly args: unknown }
  | { readonly valid: false; readonly problem: string };

/** Arguments that fit the tool's schema, coerced where they did not but could; else what is wrong, in words a model can act on. */
export async function validateArguments(tool: Tool, args: unknown): Promise<ValidatedArguments> {
  // Loaded at the first tool call: start-up does not pay for it.
  const { Check, Errors } = await import("typebox/schema");
  const check: Check = (schema, value) => Check(schema, value);
  if (check(tool.parameters, args)) return { valid: true, args };
  const { coerceArguments } = await import("./coerce-arguments.ts");
  const coerced = coerceArguments(tool.parameters, args, check);
  if (check(tool.parameters, coerced)) return { valid: true, args: coerced };
  const [, errors] = Errors(tool.parameters, coerced);
  const problems = errors.map((error) => `- ${error.instancePath || "/"}: ${error.message}`);
  return {
    valid: false,
    problem: [`Invalid arguments for tool "${tool.name}":`, ...problems, "Correct them and call it again."].join("\n"),
  };
}
