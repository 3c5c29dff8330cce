interface Block {
  readonly type: string;
}

/** The text blocks of a message's content, joined. */
export function contentText(content: string | readonly Block[], separator = "\n"): string {
  if (typeof content === "string") return content;
  return content
    .filter((block): block is Block & { text: string } => block.type === "text")
    .map((block) => block.text)
    .join(separator);
}
