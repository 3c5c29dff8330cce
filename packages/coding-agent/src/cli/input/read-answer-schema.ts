import { resolve } from "node:path";
import { errorCode } from "@tau/agent/error-code";
import { errorText } from "../../core/error-text.ts";
import { FILE_LIMITS } from "../../core/files/ordinary-file.ts";
import { readInput } from "../../core/files/read-input.ts";
import { decodeText } from "../../core/files/text-encoding.ts";
import { isObject } from "../../core/json-file/index.ts";
import type { AnswerSchema } from "../../modes/print/checked-answer.ts";
import { schemaProblem } from "../../modes/print/schema-problem.ts";
import { CliError, usageError } from "../cli-error.ts";

/** Reads the value of `--output-schema`: a file, or the schema itself. */
export async function readAnswerSchema(given: string): Promise<AnswerSchema> {
  const isInline = given.trimStart().startsWith("{");
  try {
    const text = isInline ? given : decodeText(await readInput(resolve(given), FILE_LIMITS.config)).text;
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return await usableSchema(value);
  } catch (error) {
    if (error instanceof CliError) throw error;
    const reason = errorCode(error) === "ENOENT" ? "there is no such file" : errorText(error);
    throw usageError(`--output-schema ${isInline ? "" : `${given} `}cannot be read: ${reason}.`, { cause: error });
  }
  throw usageError("--output-schema must be a JSON object.");
}

async function usableSchema(schema: AnswerSchema): Promise<AnswerSchema> {
  const problem = await schemaProblem(schema);
  if (problem === undefined) return schema;
  throw usageError(`--output-schema cannot be used: ${problem}.`);
}
