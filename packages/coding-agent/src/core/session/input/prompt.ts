import type { ImageContent } from "@tau/ai";

/** A prompt that is ready to be sent. */
export interface Prompt {
  readonly text: string;
  readonly images: ImageContent[];
  /** Paths of attached files that only a reader of the session can show. They are read before the prompt is sent. */
  readonly unread?: readonly string[];
}
