import type { AttachedInput, Attachment } from "../core/session/input/attach-files.ts";
import type { Prompt } from "../core/session/input/prompt.ts";
import { AgentSessionError } from "../core/session/session-error.ts";
import { CliError } from "./cli-error.ts";
import { ExitCode } from "./exit-code.ts";

export interface InitialInput extends AttachedInput {
  readonly messages: readonly string[];
}

/** Makes the first prompts. Attached files and piped input come before the first message; each further message is a separate prompt. */
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
  const { attachFiles } = await import("../core/session/input/attach-files.ts");
  return await attachFiles(input).catch((error: unknown) => {
    if (error instanceof AgentSessionError) throw new CliError(error.message, ExitCode.usage, { cause: error });
    throw error;
  });
}
