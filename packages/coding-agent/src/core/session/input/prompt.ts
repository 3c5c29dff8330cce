import type { ImageContent } from "@tau/ai";

/** What a user asks, ready to be sent. */
export interface Prompt {
  readonly text: string;
  readonly images: ImageContent[];
}
