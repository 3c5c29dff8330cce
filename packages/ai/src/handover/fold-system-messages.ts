import type { Context } from "../contract/context.ts";
import type { Message, SystemMessage } from "../contract/messages.ts";
import type { Tool } from "../contract/tool.ts";
import { contentText } from "./content-text.ts";

/** A context without system messages among its messages. */
export interface FoldedContext {
  readonly systemPrompt: string;
  readonly messages: Exclude<Message, SystemMessage>[];
  readonly tools: Tool[];
}

/**
 * Applies the system messages of a conversation in order to its system prompt and tools: text is appended, a section replaces or removes
 * the one of its name, and tools are added and removed.
 */
export function foldSystemMessages(context: Context): FoldedContext {
  const prompt = new PromptState(context);
  const messages: FoldedContext["messages"] = [];
  for (const message of context.messages) {
    if (message.role === "system") prompt.apply(message);
    else messages.push(message);
  }
  return { systemPrompt: prompt.text, messages, tools: prompt.tools };
}

class PromptState {
  private readonly texts: string[];
  private readonly sections = new Map<string, string>();
  private readonly toolsByName: Map<string, Tool>;

  constructor({ systemPrompt, tools = [] }: Context) {
    this.texts = systemPrompt ? [systemPrompt] : [];
    this.toolsByName = new Map(tools.map((tool) => [tool.name, tool]));
  }

  get text(): string {
    return [...this.texts, ...this.sections.values()].filter(Boolean).join("\n\n");
  }

  get tools(): Tool[] {
    return [...this.toolsByName.values()];
  }

  apply(message: SystemMessage): void {
    const text = contentText(message.content);
    if (text) this.texts.push(text);
    for (const [name, section] of Object.entries(message.sections ?? {})) {
      if (section === null) this.sections.delete(name);
      else this.sections.set(name, section);
    }
    for (const { name } of message.toolsRemoved ?? []) this.toolsByName.delete(name);
    for (const tool of message.toolsAdded ?? []) this.toolsByName.set(tool.name, tool);
  }
}
