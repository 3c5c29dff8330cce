import { RequestError } from "../ai-error.ts";
import { keptBody, shownText } from "../transport/body/server-text.ts";

const SHOWN = 200;

/** Parses the JSON of one event. Invalid JSON is a server error and is shown as received. */
export function parseEventData<T>(provider: string, data: string): T {
  try {
    return JSON.parse(data) as T;
  } catch (cause) {
    throw new RequestError(
      `${provider} sent something in its stream that is not JSON: ${shownText(data, SHOWN)} (a proxy or a wrong base URL may be in between).`,
      { code: "server", body: keptBody(data), cause },
    );
  }
}
