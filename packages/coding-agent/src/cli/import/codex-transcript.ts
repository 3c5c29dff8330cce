import type { AssistantMessage, ImageContent, JsonObject, TextContent, ToolCall } from "@tau/ai";
import {
  EntryList,
  isRecord,
  jsonLines,
  parseOrNothing,
  type ReadTranscript,
  type Transcript,
  textField,
  usageOf,
} from "./transcript.ts";

type Item = Record<string, unknown>;

/**
 * Reads sessions of the agent whose home is `~/.codex`: a line about the session, then one for each item of the conversation. The parts of
 * an answer (thoughts, text, tool calls) are separate items and are joined here.
 */
export const readCodexTranscript: ReadTranscript = (text) => {
  const reader = new Reader();
  for (const line of jsonLines(text)) reader.take(line);
  return reader.finish();
};

class Reader {
  private readonly list = new EntryList();
  private readonly toolNames = new Map<string, string>();
  private meta: Item | undefined;
  private model = "";
  private stamp = new Date(0).toISOString();
  private answer: AssistantMessage | undefined;
  private hasPrompt = false;

  take(line: Item): void {
    const payload = isRecord(line.payload) ? line.payload : line;
    this.stamp = textField(line, "timestamp") ?? this.stamp;
    switch (line.type) {
      case "session_meta":
        this.meta ??= payload;
        break;
      case "turn_context":
        this.model = textField(payload, "model") ?? this.model;
        break;
      case "event_msg":
        if (payload.type === "token_count") this.countTokens(payload);
        break;
      case "compacted":
        this.addSummary(textField(payload, "message") ?? "");
        break;
      case "response_item":
        this.addItem(payload);
        break;
      default:
        this.takeOlder(line);
    }
  }

  finish(): Transcript | undefined {
    this.closeAnswer();
    const { meta, list } = this;
    if (!meta || !this.hasPrompt) return undefined;
    const [first] = list.entries;
    const timestamp = textField(meta, "timestamp") ?? first?.timestamp ?? this.stamp;
    return { id: textField(meta, "id") ?? "", cwd: textField(meta, "cwd") ?? "", timestamp, entries: list.entries };
  }

  /** Early files have no wrapper around the items, and a first line without a type. */
  private takeOlder(line: Item): void {
    if (line.type === undefined && this.meta === undefined && textField(line, "id") !== undefined) this.meta = line;
    else this.addItem(line);
  }

  private addItem(item: Item): void {
    switch (item.type) {
      case "message":
        this.addMessage(item);
        break;
      case "reasoning":
        for (const thinking of textsOf(item.summary)) this.say({ type: "thinking", thinking });
        break;
      case "function_call":
      case "custom_tool_call":
      case "local_shell_call":
        this.addCall(item);
        break;
      case "function_call_output":
      case "custom_tool_call_output":
        this.addOutput(item);
        break;
    }
  }

  private addMessage(item: Item): void {
    if (item.role === "assistant") {
      for (const text of textsOf(item.content)) this.say({ type: "text", text });
    } else if (item.role === "user") this.addPrompt(item);
  }

  private addPrompt(item: Item): void {
    const blocks = Array.isArray(item.content) ? item.content.filter(isRecord).flatMap(promptBlock) : [];
    const said = blocks.filter((block) => block.type !== "text" || !OWN_WORDS.test(block.text));
    if (said.length === 0) return;
    this.closeAnswer();
    this.hasPrompt = true;
    const [only] = said;
    const content = said.length === 1 && only?.type === "text" ? only.text : said;
    this.list.addMessage({ role: "user", content, timestamp: this.time }, this.stamp, this.leaf);
  }

  private addCall(item: Item): void {
    const id = textField(item, "call_id") ?? textField(item, "id") ?? "";
    const call: ToolCall = { type: "toolCall", id, name: textField(item, "name") ?? "shell", arguments: inputOf(item) };
    this.toolNames.set(id, call.name);
    this.say(call);
  }

  private addOutput(item: Item): void {
    this.closeAnswer();
    const toolCallId = textField(item, "call_id") ?? "";
    const { text, isError } = outputOf(item.output);
    const toolName = this.toolNames.get(toolCallId) ?? "";
    const content = [{ type: "text" as const, text }];
    this.list.addMessage(
      { role: "toolResult", toolCallId, toolName, content, isError, timestamp: this.time },
      this.stamp,
      this.leaf,
    );
  }

  private addSummary(summary: string): void {
    this.closeAnswer();
    if (summary !== "") this.list.addCompaction(summary, this.stamp, this.leaf);
  }

  private say(block: AssistantMessage["content"][number]): void {
    this.answer ??= {
      role: "assistant",
      content: [],
      api: "openai-responses",
      provider: "openai",
      model: this.model,
      usage: usageOf({}),
      stopReason: "stop",
      timestamp: this.time,
    };
    this.answer.content.push(block);
    if (block.type === "toolCall") this.answer.stopReason = "toolUse";
  }

  private countTokens({ info }: Item): void {
    const last = isRecord(info) ? info.last_token_usage : undefined;
    if (!isRecord(last) || !this.answer) return;
    const { input_tokens: all = 0, cached_input_tokens: cacheRead = 0, output_tokens: output = 0 } = last as Numbers;
    this.answer.usage = usageOf({ input: all - cacheRead, cacheRead, output });
  }

  private closeAnswer(): void {
    if (this.answer) this.list.addMessage(this.answer, this.stamp, this.leaf);
    this.answer = undefined;
  }

  private get leaf(): string | null {
    return this.list.last?.id ?? null;
  }

  private get time(): number {
    return Date.parse(this.stamp) || 0;
  }
}

type Numbers = Partial<Record<string, number>>;

/** Text that the program itself wrote as a user message. */
const OWN_WORDS =
  /^\s*(?:<(?:environment_context|user_instructions|permissions instructions|turn_aborted)>|# AGENTS\.md instructions)/;

function textsOf(blocks: unknown): string[] {
  const records = Array.isArray(blocks) ? blocks.filter(isRecord) : [];
  return records.flatMap((block) => textField(block, "text") ?? []);
}

function promptBlock(block: Item): (TextContent | ImageContent)[] {
  const text = textField(block, "text");
  if (text !== undefined) return [{ type: "text", text }];
  const [, mimeType, data] = /^data:([^;]+);base64,(.*)$/s.exec(textField(block, "image_url") ?? "") ?? [];
  return mimeType !== undefined && data !== undefined ? [{ type: "image", mimeType, data }] : [];
}

/** Returns the arguments of a call, which are JSON in a string, plain text, or a shell action. */
function inputOf(item: Item): JsonObject {
  const { arguments: text, input, action } = item;
  if (typeof text === "string") {
    const parsed = parseOrNothing(text);
    return (isRecord(parsed) ? parsed : { input: text }) as JsonObject;
  }
  if (typeof input === "string") return { input };
  return (isRecord(action) ? action : {}) as JsonObject;
}

/** Returns the output of a call. Older files wrap a command's output in JSON, together with its exit code. */
function outputOf(output: unknown): { text: string; isError: boolean } {
  if (Array.isArray(output)) return { text: textsOf(output).join("\n"), isError: false };
  const text = typeof output === "string" ? output : JSON.stringify(output ?? "");
  const wrapped = text.startsWith("{") ? parseOrNothing(text) : undefined;
  if (!isRecord(wrapped) || typeof wrapped.output !== "string") return { text, isError: false };
  const exitCode = isRecord(wrapped.metadata) ? wrapped.metadata.exit_code : 0;
  return { text: wrapped.output, isError: typeof exitCode === "number" && exitCode !== 0 };
}
