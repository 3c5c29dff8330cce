import type { Prompt } from "../core/session/input/prompt.ts";
import type { AttachedInput, Attachment } from "./attach-files.ts";

export interface InitialInput extends AttachedInput {
  readonly messages: readonly string[];
}

/** Files and what was piped in come before the first message; each further message is a prompt of its own. */
export async function initialPrompts(input: InitialInput): Promise<Prompt[]> {
  const [first, ...others] = input.messages;
  const attached = await attachedTo(input);
  const parts = [...attached.map((file) => file.text), first].filter((part) => part !== undefined && part !== "");
  const images = attached.flatMap((file) => file.images);
  const rest = others.map((text): Prompt => ({ text, images: [] }));
  if (parts.length === 0 && images.length === 0) return rest;
  return [{ text: parts.join("\n"), images }, ...rest];
}

async function attachedTo(input: AttachedInput): Promise<Attachment[]> {
  if (input.files.length === 0 && !input.stdin) return [];
  const { attachFiles } = await import("./attach-files.ts");
  return await attachFiles(input);
}
