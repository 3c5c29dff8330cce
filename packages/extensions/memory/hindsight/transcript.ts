import type { ExtensionContext } from "@tau/coding-agent";
import { withoutBlocks } from "../recall-text.ts";

/** A prompt and the answers to it. */
export interface TranscriptTurn {
  readonly user: string;
  readonly answers: readonly string[];
}

const MAX_CHARACTERS = 100_000;

/** Returns what the user and the model said, without tool calls, results and recalled memories. */
export function transcriptTurns(ctx: ExtensionContext): TranscriptTurn[] {
  const turns: { user: string; answers: string[] }[] = [];
  for (const message of ctx.sessionManager.buildSessionProjection().messages) {
    if (message.role === "user") turns.push({ user: withoutBlocks(textOf(message.content)), answers: [] });
    if (message.role === "assistant") {
      const text = withoutBlocks(textOf(message.content));
      if (text !== "") turns.at(-1)?.answers.push(text);
    }
  }
  return turns.filter(({ user }) => user !== "");
}

/** Returns the turns as one text: the end of it, if it is long. */
export function transcriptText(turns: readonly TranscriptTurn[]): string {
  const text = turns
    .map(({ user, answers }) => [`User: ${user}`, ...answers.map((answer) => `Assistant: ${answer}`)].join("\n\n"))
    .join("\n\n");
  return text.length <= MAX_CHARACTERS ? text : `…${text.slice(-MAX_CHARACTERS)}`;
}

function textOf(content: string | readonly { readonly type: string }[]): string {
  if (typeof content === "string") return content;
  return content.flatMap((block) => ("text" in block && block.type === "text" ? [String(block.text)] : [])).join("\n");
}
