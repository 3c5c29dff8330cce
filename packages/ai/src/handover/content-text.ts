interface Block {
  readonly type: string;
}

/** Returns the joined text blocks of a message's content. */
export function contentText(content: string | readonly Block[], separator = "\n"): string {
  if (typeof content === "string") return content;
  return content
    .filter((block): block is Block & { text: string } => block.type === "text")
    .map((block) => block.text)
    .join(separator);
}
