import type { AttachedInput, Attachment } from "../../core/session/input/attach-files.ts";
import type { Prompt } from "../../core/session/input/prompt.ts";
import type { Session } from "../../core/session/session.ts";
import { AgentSessionError } from "../../core/session/session-error.ts";
import { CliError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";

export interface InitialInput extends AttachedInput {
  readonly messages: readonly string[];
}

/** Makes the first prompts. Attached files and piped input come before the first message; each further message is a separate prompt. */
export async function initialPrompts(input: InitialInput): Promise<Prompt[]> {
  const [first, ...others] = input.messages;
  const attached = await attachedTo(input);
  const parts = [...attached.map((file) => file.text), first].filter((part) => part !== undefined && part !== "");
  const images = attached.flatMap((file) => file.images);
  const unread = attached.flatMap((file) => file.unread ?? []);
  const rest = others.map((text): Prompt => ({ text, images: [] }));
  if (parts.length + images.length + unread.length === 0) return rest;
  return [{ text: parts.join("\n"), images, ...(unread.length > 0 && { unread }) }, ...rest];
}

async function attachedTo(input: AttachedInput): Promise<Attachment[]> {
  if (input.files.length === 0 && !input.stdin) return [];
  const { attachFiles } = await import("../../core/session/input/attach-files.ts");
  return await attachFiles(input).catch(refuse);
}

/** Reads the attached files that only a reader of the session can show. */
export async function readUnread(prompts: readonly Prompt[], session: Session): Promise<readonly Prompt[]> {
  if (!prompts.some(({ unread }) => unread)) return prompts;
  const { withReadFiles } = await import("../../core/session/input/read-attachment.ts");
  return await Promise.all(prompts.map(async (prompt) => await withReadFiles(prompt, session))).catch(refuse);
}

function refuse(error: unknown): never {
  if (error instanceof AgentSessionError) throw new CliError(error.message, ExitCode.usage, { cause: error });
  throw error;
}
