import type { AwsEvent } from "../framing/aws-event-stream.ts";
import type { ServerSentEvent } from "../framing/server-sent-events.ts";

/** Returns the data of a frame in structured form: the JSON of an event, under its type if the type is outside the JSON. */
export function frameData(frame: unknown): unknown {
  if (typeof frame === "string") return parsed(frame);
  const { data } = frame as Partial<ServerSentEvent>;
  if (typeof data === "string") return parsed(data);
  const { payload, eventType = "" } = frame as Partial<AwsEvent>;
  return payload ? { [eventType]: parsed(new TextDecoder().decode(payload) || "{}") } : frame;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The end of a stream may be a plain word.
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
