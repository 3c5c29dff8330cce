import type { AssistantMessage, ImageContent, JsonObject, TextContent, ToolResultMessage } from "@tau/ai";
import { EntryList, isRecord, jsonLines, type ReadTranscript, textField, usageOf } from "./transcript.ts";

type Line = Record<string, unknown>;
type Block = TextContent | ImageContent;

/**
 * Reads sessions of the agent whose home is `~/.claude`. They have one line for each block of an answer and for each message, and form a
 * tree by `parentUuid`. Skips side chains, the program's internal notes and the output of its own commands.
 */
export const readClaudeTranscript: ReadTranscript = (text) => {
  const reader = new Reader();
  for (const line of jsonLines(text)) reader.take(line);
  return reader.finish();
};

class Reader {
  private readonly list = new EntryList();
  /** The entry made from each line or, for a line without an entry, the entry before it. */
  private readonly places = new Map<string, string | null>();
  private readonly toolNames = new Map<string, string>();
  private openAnswer: { readonly id: string; readonly entryId: string; readonly message: AssistantMessage } | undefined;
  private first: Line | undefined;
  private titles: { chosen?: string; made?: string; summary?: string } = {};

  take(line: Line): void {
    this.noteTitle(line);
    const uuid = textField(line, "uuid");
    if (uuid === undefined || line.isSidechain === true) return;
    const parentId = this.places.get(textField(line, "parentUuid") ?? "") ?? null;
    this.places.set(uuid, this.add(line, parentId) ?? parentId);
  }

  finish(): ReturnType<ReadTranscript> {
    const { first, list } = this;
    if (!first) return undefined;
    const timestamp = textField(first, "timestamp") ?? new Date(0).toISOString();
    const name = this.titles.chosen ?? this.titles.made ?? this.titles.summary;
    if (name !== undefined) list.addName(name, list.last?.timestamp ?? timestamp, list.last?.id ?? null);
    const id = textField(first, "sessionId") ?? textField(first, "uuid") ?? "";
    return { id, cwd: textField(first, "cwd") ?? "", timestamp, name, entries: list.entries };
  }

  private noteTitle(line: Line): void {
    const { titles } = this;
    if (line.type === "custom-title") titles.chosen = textField(line, "customTitle") ?? titles.chosen ?? "";
    else if (line.type === "ai-title") titles.made = textField(line, "aiTitle") ?? titles.made ?? "";
    else if (line.type === "summary") titles.summary = textField(line, "summary") ?? titles.summary ?? "";
  }

  /** Returns the id of the last entry that the line adds, or undefined if it adds none. */
  private add(line: Line, parentId: string | null): string | undefined {
    const { message } = line;
    if (!isRecord(message) || line.isMeta === true) return undefined;
    if (line.type === "assistant") return this.addAnswer(line, message, parentId);
    return line.type === "user" ? this.addUser(line, message, parentId) : undefined;
  }

  private addAnswer(line: Line, message: Line, parentId: string | null): string | undefined {
    const id = textField(message, "id") ?? "";
    const content = blocksOf(message.content).flatMap(answerBlock);
    for (const block of content) if (block.type === "toolCall") this.toolNames.set(block.id, block.name);
    if (this.openAnswer?.id === id && this.openAnswer.entryId === this.list.last?.id) {
      this.openAnswer.message.content.push(...content);
      this.openAnswer.message.stopReason = stopReasonOf(this.openAnswer.message.content);
      return this.openAnswer.entryId;
    }
    const model = textField(message, "model") ?? "";
    if (content.length === 0 || model === "<synthetic>") return undefined;
    const answer: AssistantMessage = {
      role: "assistant",
      content,
      api: "anthropic-messages",
      provider: "anthropic",
      model,
      usage: countsOf(message.usage),
      stopReason: stopReasonOf(content),
      timestamp: timeOf(line),
    };
    const entryId = this.list.addMessage(answer, stampOf(line), parentId);
    this.openAnswer = { id, entryId, message: answer };
    return entryId;
  }

  private addUser(line: Line, message: Line, parentId: string | null): string | undefined {
    const blocks = blocksOf(message.content);
    let place: string | undefined;
    for (const block of blocks.filter(({ type }) => type === "tool_result")) {
      place = this.list.addMessage(this.toolResult(block, line), stampOf(line), place ?? parentId);
    }
    const said = blocks.flatMap(userBlock);
    const [only] = said;
    const text = said.length === 1 && only?.type === "text" ? only.text : undefined;
    if (said.length === 0 || (text !== undefined && OWN_OUTPUT.test(text))) return place;
    this.first ??= line;
    if (line.isCompactSummary === true && text !== undefined)
      return this.list.addCompaction(text, stampOf(line), place ?? parentId);
    const content = text ?? said;
    return this.list.addMessage({ role: "user", content, timestamp: timeOf(line) }, stampOf(line), place ?? parentId);
  }

  private toolResult(block: Line, line: Line): ToolResultMessage {
    const toolCallId = textField(block, "tool_use_id") ?? "";
    return {
      role: "toolResult",
      toolCallId,
      toolName: this.toolNames.get(toolCallId) ?? "",
      content: blocksOf(block.content).flatMap(userBlock),
      isError: block.is_error === true,
      timestamp: timeOf(line),
    };
  }
}

/** Text that the program itself wrote as a user message. */
const OWN_OUTPUT = /^(?:<command-|<local-command-|Caveat: The messages below)/;

function blocksOf(content: unknown): Line[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content.filter(isRecord) : [];
}

/** Leaves out signatures of thoughts: they are valid only in requests of the program that received them. */
function answerBlock(block: Line): AssistantMessage["content"] {
  switch (block.type) {
    case "text":
      return [{ type: "text", text: textField(block, "text") ?? "" }];
    case "thinking":
      return [{ type: "thinking", thinking: textField(block, "thinking") ?? "" }];
    case "tool_use": {
      const input = (isRecord(block.input) ? block.input : {}) as JsonObject;
      return [
        { type: "toolCall", id: textField(block, "id") ?? "", name: textField(block, "name") ?? "", arguments: input },
      ];
    }
    default:
      return [];
  }
}

function userBlock(block: Line): Block[] {
  if (block.type === "text") return [{ type: "text", text: textField(block, "text") ?? "" }];
  if (block.type !== "image" || !isRecord(block.source)) return [];
  const { data, media_type: mimeType } = block.source;
  return typeof data === "string" && typeof mimeType === "string" ? [{ type: "image", data, mimeType }] : [];
}

function stopReasonOf(content: AssistantMessage["content"]): "toolUse" | "stop" {
  return content.some(({ type }) => type === "toolCall") ? "toolUse" : "stop";
}

function countsOf(usage: unknown) {
  const counts = (isRecord(usage) ? usage : {}) as Record<string, number>;
  return usageOf({
    input: counts.input_tokens ?? 0,
    output: counts.output_tokens ?? 0,
    cacheRead: counts.cache_read_input_tokens ?? 0,
    cacheWrite: counts.cache_creation_input_tokens ?? 0,
  });
}

function stampOf(line: Line): string {
  return textField(line, "timestamp") ?? new Date(0).toISOString();
}

function timeOf(line: Line): number {
  return Date.parse(stampOf(line)) || 0;
}
