import type { ImageContent, Message, TextContent, ToolCall } from "@tau/ai";

const MAX_RESULT_CHARACTERS = 2000;

/** Writes a conversation as plain text about which a model can be asked. Leaves out thinking and shortens long tool results. */
export function serializeConversation(messages: readonly Message[]): string {
  return messages.flatMap(linesOf).join("\n\n");
}

function linesOf(message: Message): string[] {
  switch (message.role) {
    case "user":
      return labelled("User", textOf(message.content));
    case "assistant": {
      const texts = message.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
      const calls = message.content.flatMap((block) => (block.type === "toolCall" ? [describeCall(block)] : []));
      const said = texts.length > 0 ? [`[Assistant]: ${texts.join("\n")}`] : [];
      return [...said, ...labelled("Assistant tool calls", calls.join("; "))];
    }
    case "toolResult":
      return labelled("Tool result", shortened(textOf(message.content)));
    default:
      return [];
  }
}

function labelled(label: string, text: string): string[] {
  return text.trim() === "" ? [] : [`[${label}]: ${text}`];
}

function textOf(content: string | readonly (TextContent | ImageContent)[]): string {
  if (typeof content === "string") return content;
  return content.map((block) => (block.type === "text" ? block.text : `[image ${block.mimeType}]`)).join("\n");
}

function describeCall({ name, arguments: args }: ToolCall): string {
  const values = Object.entries(args).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return `${name}(${values.join(", ")})`;
}

function shortened(text: string): string {
  if (text.length <= MAX_RESULT_CHARACTERS) return text;
  return `${text.slice(0, MAX_RESULT_CHARACTERS)}\n[${text.length - MAX_RESULT_CHARACTERS} more characters left out]`;
}
