export type * from "./contract/index.ts";
export {
  AssistantMessageEventStream,
  createAssistantMessageEventStream,
} from "./stream/assistant-message-event-stream.ts";
export { EventStream } from "./stream/event-stream.ts";
