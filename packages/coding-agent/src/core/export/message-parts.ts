import type { AgentMessage } from "@tau/agent";
import type { ImageContent, TextContent, ToolCall, ToolResultMessage } from "@tau/ai";
import { stripTerminalSequences } from "../output/terminal-text.ts";

export type PartKind = "user" | "text" | "thinking" | "call" | "result" | "diff" | "error" | "note" | "image";

/** A piece of a conversation as a Markdown document shows it. */
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
          return callPart(block);
        }),
        ...(message.errorMessage ? [{ kind: "error" as const, title: "Error", text: message.errorMessage }] : []),
      ];
    case "toolResult":
      return resultParts(message);
    case "bashExecution":
      return [{ kind: "result", title: `$ ${message.command}`, text: stripTerminalSequences(message.output) }];
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

/** Shows a single string argument as it is, and any other arguments as JSON. */
function callPart({ name, arguments: args }: ToolCall): MessagePart {
  const [key, ...others] = Object.keys(args);
  const only = key !== undefined && others.length === 0 ? args[key] : undefined;
  return { kind: "call", title: name, text: typeof only === "string" ? only : JSON.stringify(args, null, 2) };
}

function resultParts(message: ToolResultMessage): MessagePart[] {
  return [...nestedParts(message), ...ownResultParts(message)];
}

/** Lists the calls that the tool itself made, one per line. Only the tool received their results. */
function nestedParts({ toolName, nestedCalls }: ToolResultMessage): MessagePart[] {
  const { calls = [], complete = true } = nestedCalls ?? {};
  if (calls.length === 0) return [];
  const lines = calls.map(({ name, arguments: args, status, durationMs, error }) => {
    const took = durationMs === undefined ? "" : ` ${Math.round(durationMs)} ms`;
    return `${name} ${args ? JSON.stringify(args) : "…"}: ${status}${took}${error ? ` (${error})` : ""}`;
  });
  const text = [...lines, ...(complete ? [] : ["and more that were not kept"])].join("\n");
  return [{ kind: "note", title: `${toolName} called`, text }];
}

function ownResultParts(message: ToolResultMessage): MessagePart[] {
  const kind = message.isError ? "error" : "result";
  const title = `${message.toolName} ${message.isError ? "failed" : "result"}`;
  const { diff } = (message.details ?? {}) as { diff?: unknown };
  if (typeof diff === "string" && !message.isError) return [{ kind: "diff", title: "changes", text: diff }];
  return contentParts(kind, message.toolName, message.content).map((part) =>
    // Terminal colours mean nothing in a document.
    part.kind === "image" ? part : { ...part, title, text: stripTerminalSequences(part.text) },
  );
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
