import { RequestError } from "../../ai-error.ts";
import { parseJsonObject } from "../../parse-json-object.ts";
import { endSentence, streamError, vendorMessage } from "../http-error.ts";
import type { HttpAnswer } from "../send.ts";
import { readText } from "./read-text.ts";
import { keptBody, shownText } from "./server-text.ts";

const SHOWN = 200;

/** Reads the whole answer as one JSON object. Throws an error object that came with a success status. */
export async function readJsonAnswer<T extends object>({ body, secrets }: HttpAnswer, provider: string): Promise<T> {
  const text = await readText(body);
  const answer = parseJsonObject(text);
  if (answer?.error || answer?.success === false) throw streamError(provider, answer, secrets);
  if (answer) return answer as T;
  const kept = keptBody(text, secrets);
  const said = endSentence(shownText(vendorMessage(kept), SHOWN) || "nothing");
  throw new RequestError(`${provider} answered, but not with JSON: ${said} Check the base URL.`, {
    code: "server",
    body: kept,
  });
}
