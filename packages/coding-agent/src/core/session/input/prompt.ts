import type { ImageContent } from "@tau/ai";

/** A prompt that is ready to be sent. */
export interface Prompt {
  readonly text: string;
  readonly images: ImageContent[];
}
