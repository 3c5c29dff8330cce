import type { SessionEntry } from "../../session/entries/entry.ts";

/** Returns whether an entry shows an image to the model; only such entries go through the store of images. */
export function showsImages(entry: SessionEntry): boolean {
  const content = contentOf(entry);
  return Array.isArray(content) && content.some((block: { type?: unknown }) => block?.type === "image");
}

function contentOf(entry: SessionEntry): unknown {
  if (entry.type === "message") return (entry.message as { content?: unknown }).content;
  if (entry.type === "context_edit") return entry.replacement?.content;
  return entry.type === "custom_message" ? entry.content : undefined;
}
