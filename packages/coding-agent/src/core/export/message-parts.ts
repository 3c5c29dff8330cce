import type { AgentMessage } from "@tau/agent";
import type { ImageContent, TextContent } from "@tau/ai";

export type PartKind = "user" | "text" | "thinking" | "call" | "result" | "error" | "note" | "image";

/** A piece of a conversation as a document shows it. */
export interface MessagePart {
  readonly kind: PartKind;
  readonly title: string;
  readonly text: string;
}

export function messageParts(message: AgentMessage): MessagePart[] {
  switch (message.role) {
    case "user":
      return contentParts("user", "You", message.content);
    case "assistant":
      return [
        ...message.content.map((block): MessagePart => {
          if (block.type === "text") return { kind: "text", title: message.model, text: block.text };
          if (block.type === "thinking") return { kind: "thinking", title: "Thinking", text: block.thinking };
          return { kind: "call", title: block.name, text: JSON.stringify(block.arguments, null, 2) };
        }),
        ...(message.errorMessage ? [{ kind: "error" as const, title: "Error", text: message.errorMessage }] : []),
      ];
    case "toolResult":
      return contentParts(message.isError ? "error" : "result", message.toolName, message.content);
    case "bashExecution":
      return [{ kind: "result", title: `$ ${message.command}`, text: message.output }];
    case "compactionSummary":
      return [{ kind: "note", title: "Compacted", text: message.summary }];
    case "branchSummary":
      return [{ kind: "note", title: "A branch that was left", text: message.summary }];
    case "custom":
      return contentParts("note", message.customType, message.content);
    default:
      return [];
  }
}

function contentParts(
  kind: PartKind,
  title: string,
  content: string | readonly (TextContent | ImageContent)[],
): MessagePart[] {
  if (typeof content === "string") return [{ kind, title, text: content }];
  return content.map((block) =>
    block.type === "text"
      ? { kind, title, text: block.text }
      : { kind: "image", title, text: `data:${block.mimeType};base64,${block.data}` },
  );
}
