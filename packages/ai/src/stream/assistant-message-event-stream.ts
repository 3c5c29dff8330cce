import type { AssistantMessageEvent } from "../contract/events.ts";
import type { AssistantMessage } from "../contract/messages.ts";
import { EventStream } from "./event-stream.ts";

/** The stream of one answer; its result is the final message, successful or not. */
export class AssistantMessageEventStream extends EventStream<AssistantMessageEvent, AssistantMessage> {
  constructor() {
    super(
      (event) => event.type === "done" || event.type === "error",
      (event) => {
        if (event.type === "done") return event.message;
        if (event.type === "error") return event.error;
        throw new Error(`An answer cannot end with ${event.type}.`);
      },
    );
  }
}

export function createAssistantMessageEventStream(): AssistantMessageEventStream {
  return new AssistantMessageEventStream();
}
