import { errorText } from "../../core/error-text.ts";
/** A JSON Schema that an answer must satisfy. */
export type AnswerSchema = Readonly<Record<string, unknown>>;

export type CheckedAnswer = { readonly value: unknown } | { readonly problem: string };

/** Returns the instructions that are added to the prompt. */
export function schemaRequest(schema: AnswerSchema): string {
  return `Your last message must be one JSON value that satisfies this JSON Schema, without any other text:\n${JSON.stringify(schema)}`;
}

export function correctionRequest(problem: string): string {
  return `Your last message is not the JSON that was asked for. ${problem}\nAnswer again with the corrected JSON value alone.`;
}

/** Resolves to the value in the answer, or to a problem that the model can act on. Accepts a code fence around the value. */
export async function checkAnswer(text: string, schema: AnswerSchema): Promise<CheckedAnswer> {
  const { Check, Errors } = await import("typebox/schema");
  const parsed = parse(withoutFence(text));
  if ("problem" in parsed || Check(schema, parsed.value)) return parsed;
  const [, errors] = Errors(schema, parsed.value);
  const problems = errors.map(({ instancePath, message }) => `${instancePath || "/"}: ${message}`);
  return { problem: `It does not satisfy the schema: ${problems.join("; ")}.` };
}

function withoutFence(text: string): string {
  const trimmed = text.trim();
  const firstLine = trimmed.indexOf("\n");
  const isFenced = /^```(?:json)?\s*$/.test(trimmed.slice(0, Math.max(0, firstLine))) && trimmed.endsWith("\n```");
  return isFenced ? trimmed.slice(firstLine + 1, -"\n```".length) : text;
}

function parse(text: string): CheckedAnswer {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: `It cannot be parsed: ${errorText(error)}.` };
  }
}
