import { RequestError } from "../ai-error.ts";
import { parseJsonObject } from "../parse-json-object.ts";
import { readText } from "./http-call.ts";
import { endSentence, streamError, vendorMessage } from "./http-error.ts";
import { maskSecrets } from "./mask-secrets.ts";
import type { HttpAnswer } from "./send.ts";

const KEPT_BODY = 4_000;
const SHOWN = 200;

/** The whole answer as one JSON object. An error that came with success is thrown as what it is. */
export async function readJsonAnswer<T extends object>({ body, secrets }: HttpAnswer, provider: string): Promise<T> {
  const text = await readText(body);
  const answer = parseJsonObject(text);
  if (answer?.error || answer?.success === false) throw streamError(provider, answer, secrets);
  if (answer) return answer as T;
  const masked = maskSecrets(text, secrets);
  const said = endSentence(vendorMessage(masked).slice(0, SHOWN) || "nothing");
  throw new RequestError(`${provider} answered, but not with JSON: ${said} Check the base URL.`, {
    code: "server",
    body: masked.slice(0, KEPT_BODY),
  });
}
