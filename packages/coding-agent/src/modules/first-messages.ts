import type { ImageContent } from "@tau/ai";
import type { Prompt } from "../core/session/input/prompt.ts";

/** The first messages of a mode. */
export interface FirstMessages {
  readonly initialMessage?: string | undefined;
  readonly initialImages?: readonly ImageContent[] | undefined;
}

export function promptsOf(
  { initialMessage, initialImages = [] }: FirstMessages,
  more: readonly string[] = [],
): Prompt[] {
  const first = initialMessage === undefined ? [] : [{ text: initialMessage, images: [...initialImages] }];
  return [...first, ...more.map((text) => ({ text, images: [] }))];
}
