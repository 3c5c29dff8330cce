import type { Context } from "../contract/context.ts";
import type { AssistantMessage } from "../contract/messages.ts";
import type { StreamOptions } from "../contract/options.ts";
import type { ReportedUsage } from "../stream/message-assembler.ts";

/** Simulates the prompt cache of vendors: per session, by the longest common prefix with the last request. */
export class PromptCache {
  private readonly lastPrompts = new Map<string, string>();

  usage(context: Context, answer: AssistantMessage, options: StreamOptions | undefined): ReportedUsage {
    const prompt = JSON.stringify([context.systemPrompt, context.tools, context.messages]);
    const promptTokens = tokens(prompt);
    const output = tokens(JSON.stringify(answer.content));
    const sessionId = options?.cacheRetention === "none" ? undefined : options?.sessionId;
    if (!sessionId) return { input: promptTokens, output };
    const cacheRead = Math.floor(commonPrefix(this.lastPrompts.get(sessionId) ?? "", prompt) / CHARACTERS_PER_TOKEN);
    this.lastPrompts.set(sessionId, prompt);
    const cacheWrite = promptTokens - cacheRead;
    return { input: 0, output, cacheRead, cacheWrite };
  }
}

const CHARACTERS_PER_TOKEN = 4;

function tokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

function commonPrefix(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let length = 0;
  while (length < shorter && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}
