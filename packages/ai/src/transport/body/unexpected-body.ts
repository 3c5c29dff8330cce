import { RequestError } from "../../ai-error.ts";
import { parseJsonObject } from "../../parse-json-object.ts";
import { endSentence, streamError, vendorMessage } from "../http-error.ts";
import { maskSecrets } from "../mask-secrets.ts";
import { keptBody, shownText } from "./server-text.ts";

const SHOWN = 200;

/** Describes an HTML page received instead of a stream: a proxy's sign-in page, or a wrong URL. */
export function pageInsteadOfStream(provider: string, head: string, secrets: readonly string[]): RequestError {
  const body = maskSecrets(head, secrets);
  return new RequestError(`${provider} answered with ${vendorMessage(body)}.`, {
    code: "invalid-request",
    body: keptBody(body),
  });
}

/** Describes a successful answer whose body has no frame of the requested stream. */
export function unexpectedBody(provider: string, head: string, secrets: readonly string[]): RequestError {
  const body = maskSecrets(head.trim(), secrets);
  if (body === "") {
    return new RequestError(
      `${provider} accepted the request but sent an empty answer. Try again; if it stays so, check the model id and the base URL.`,
      { code: "server" },
    );
  }
  if (body.startsWith("<")) return pageInsteadOfStream(provider, head, secrets);
  const parsed = parseJsonObject(body);
  if (parsed && ("error" in parsed || "errors" in parsed)) return streamError(provider, parsed, secrets);
  return new RequestError(
    `${provider} answered, but not with a stream: ${endSentence(shownText(body, SHOWN))} Check that the base URL and the model's api belong together.`,
    { code: "invalid-request", body: keptBody(body) },
  );
}

/** Describes a body that ended, without an error, before the last event of the protocol. */
export function cutStreamError(provider: string): RequestError {
  return new RequestError(`The connection to ${provider} closed before the answer was complete. Try again.`, {
    code: "network",
  });
}

/** Describes an event that is valid JSON but not in the form of its API. Usually the server or the base URL is wrong, not our decoder. */
export function unexpectedEvent(
  provider: string,
  event: unknown,
  secrets: readonly string[],
  cause: unknown,
): RequestError {
  const body = maskSecrets(JSON.stringify(event) ?? "", secrets);
  return new RequestError(
    `${provider} sent an event of a form that its API does not have: ${endSentence(shownText(body, SHOWN))} Check that the base URL and the model's api belong together.`,
    { code: "server", body: keptBody(body), cause },
  );
}
