import { stripVTControlCharacters } from "node:util";
import type { AgentMessage } from "@tau/agent";
import type { ImageContent, TextContent, ToolCall, ToolResultMessage } from "@tau/ai";
import type { ToolDrawings } from "./tool-drawings.ts";

export type PartKind = "user" | "text" | "thinking" | "call" | "result" | "diff" | "error" | "note" | "image";

/** A piece of a conversation as a document shows it. */
export interface MessagePart {
  readonly kind: PartKind;
  readonly title: string;
  readonly text: string;
  /** A few words that stand for the text where it is folded. */
  readonly gist?: string;
}

/** Where extensions draw the calls of their tools, a document shows what they draw. */
export function messageParts(message: AgentMessage, drawings?: ToolDrawings): MessagePart[] {
  switch (message.role) {
    case "user":
      return contentParts("user", "You", message.content);
    case "assistant":
      return [
        ...message.content.map((block): MessagePart => {
          if (block.type === "text") return { kind: "text", title: message.model, text: block.text };
          if (block.type === "thinking") return { kind: "thinking", title: "Thinking", text: block.thinking };
          return callPart(block, drawings?.call(block));
        }),
        ...(message.errorMessage ? [{ kind: "error" as const, title: "Error", text: message.errorMessage }] : []),
      ];
    case "toolResult":
      return resultParts(message, drawings);
    case "bashExecution":
      return [{ kind: "result", title: `$ ${message.command}`, text: stripVTControlCharacters(message.output) }];
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

/** A command, a path or whatever says most; the rest of the arguments is behind it. */
function callPart({ name, arguments: args }: ToolCall, drawn?: string): MessagePart {
  if (drawn !== undefined) return { kind: "call", title: name, gist: oneLine(drawn), text: drawn };
  const said = ["command", "path", "file_path", "pattern", "query", "url"].map((key) => args[key]);
  const gist = said.find((value) => typeof value === "string") ?? "";
  const [key, ...others] = Object.keys(args);
  const only = key !== undefined && others.length === 0 ? args[key] : undefined;
  const text = typeof only === "string" ? only : JSON.stringify(args, null, 2);
  return { kind: "call", title: name, gist: oneLine(gist), text };
}

function resultParts(message: ToolResultMessage, drawings: ToolDrawings | undefined): MessagePart[] {
  return [...nestedParts(message), ...ownResultParts(message, drawings?.result(message))];
}

/** What the tool called by itself: each call on a line. Their results were the tool's alone. */
function nestedParts({ toolName, nestedCalls }: ToolResultMessage): MessagePart[] {
  const { calls = [], complete = true } = nestedCalls ?? {};
  if (calls.length === 0) return [];
  const lines = calls.map(({ name, arguments: args, status, durationMs, error }) => {
    const took = durationMs === undefined ? "" : ` ${Math.round(durationMs)} ms`;
    return `${name} ${args ? JSON.stringify(args) : "…"}: ${status}${took}${error ? ` (${error})` : ""}`;
  });
  const text = [...lines, ...(complete ? [] : ["and more that were not kept"])].join("\n");
  return [{ kind: "note", title: `${toolName} called`, gist: oneLine(calls.map(({ name }) => name).join(", ")), text }];
}

function ownResultParts(message: ToolResultMessage, drawn: string | undefined): MessagePart[] {
  const kind = message.isError ? "error" : "result";
  const title = `${message.toolName} ${message.isError ? "failed" : "result"}`;
  if (drawn !== undefined) {
    const images = contentParts(kind, message.toolName, message.content).filter((part) => part.kind === "image");
    return [{ kind, title, text: drawn, gist: gistOf(drawn) }, ...images];
  }
  const { diff } = (message.details ?? {}) as { diff?: unknown };
  if (typeof diff === "string" && !message.isError)
    return [{ kind: "diff", title: "changes", gist: countChanges(diff), text: diff }];
  return contentParts(kind, message.toolName, message.content).map((part) =>
    part.kind === "image" ? part : resultPart(part, title),
  );
}

/** Colours of a terminal mean nothing on a page. */
function resultPart(part: MessagePart, title: string): MessagePart {
  const text = stripVTControlCharacters(part.text);
  return { ...part, title, text, gist: gistOf(text) };
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

function countChanges(diff: string): string {
  const lines = diff.split("\n");
  const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
  return `+${count("+")} −${count("-")}`;
}

function gistOf(text: string): string {
  const lines = text.trim().split("\n");
  return lines.length === 1 ? oneLine(lines[0] ?? "") : `${lines.length} lines`;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > GIST_CHARACTERS ? `${line.slice(0, GIST_CHARACTERS - 1)}…` : line;
}

const GIST_CHARACTERS = 120;
