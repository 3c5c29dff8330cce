import type {
  AssistantContent,
  AssistantMessage,
  ImageContent,
  Message,
  TextContent,
  ToolCall,
  ToolResultMessage,
} from "../contract/messages.ts";
import type { Api, Model } from "../contract/model.ts";
import { distinctToolCallId } from "./tool-call-id.ts";

export type NormalizeToolCallId<TApi extends Api = Api> = (
  id: string,
  model: Model<TApi>,
  source: AssistantMessage,
) => string;

const IMAGE_PLACEHOLDER = "[image omitted: the model takes no images]";
const MISSING_RESULT = "No result: the call was interrupted before it finished.";

/**
 * Converts a conversation for this model, whichever model wrote it: images become text for a model without image input, thinking and
 * signatures of another model are dropped, tool call ids are converted and made unique, and every call is followed by its result, or by a
 * placeholder if it is missing. Does not change the input; messages that stay as they are are not copied.
 */
export function transformMessages<TApi extends Api>(
  messages: readonly Message[],
  model: Model<TApi>,
  normalizeToolCallId?: NormalizeToolCallId<TApi>,
): Message[] {
  const transformed: Message[] = [];
  const ids = new Set<string>();
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index] as Message;
    if (message.role === "assistant") {
      const answer = transformAnswer(message, model, ids, normalizeToolCallId);
      if (answer.message.content.length === 0) continue;
      transformed.push(answer.message, ...resultsOf(answer, messages, index, model));
    } else if (message.role !== "toolResult") {
      transformed.push(withValue(message, "content", visibleContent(message.content, model)));
    }
    // Tool results were added with their calls; a result without a call would be refused.
  }
  return transformed;
}

interface Answer {
  readonly message: AssistantMessage;
  /** Calls of the answer by their id in the log. */
  readonly calls: ReadonlyMap<string, ToolCall>;
}

function transformAnswer<TApi extends Api>(
  message: AssistantMessage,
  model: Model<TApi>,
  ids: Set<string>,
  normalizeToolCallId: NormalizeToolCallId<TApi> | undefined,
): Answer {
  const sameModel = message.provider === model.provider && message.api === model.api && message.model === model.id;
  // Thinking and calls of a failed answer are incomplete; only its text is kept.
  const failed = message.stopReason === "error" || message.stopReason === "aborted";
  const isKept = sameModel && !failed;
  let isSame = isKept;
  const calls = new Map<string, ToolCall>();
  const content = message.content.flatMap((block): AssistantContent[] => {
    if (failed && block.type !== "text") return [];
    if (block.type !== "toolCall") return transformProse(block, isKept);
    const distinct = distinctToolCallId(block.id, (taken) => ids.has(taken), ids.size + 1);
    ids.add(distinct);
    isSame &&= distinct === block.id;
    const id = sameModel || !normalizeToolCallId ? distinct : normalizeToolCallId(distinct, model, message);
    const call = withValue(sameModel ? block : withoutSignature(block, "thoughtSignature"), "id", id);
    calls.set(block.id, call);
    return [call];
  });
  return { message: isSame ? message : { ...message, content }, calls };
}

function transformProse(block: Exclude<AssistantContent, ToolCall>, keepSignatures: boolean): AssistantContent[] {
  if (keepSignatures) return [block];
  // As text, another model would mistake thinking for part of the reply.
  if (block.type === "thinking" || !block.text.trim()) return [];
  return [withoutSignature(block, "textSignature")];
}

/** Returns the results of an answer's calls, up to the next answer with calls, and a placeholder for each missing one. */
function resultsOf(answer: Answer, messages: readonly Message[], index: number, model: Model): ToolResultMessage[] {
  const open = new Map(answer.calls);
  const results: ToolResultMessage[] = [];
  for (let next = index + 1; next < messages.length && open.size > 0; next++) {
    const message = messages[next] as Message;
    if (message.role === "assistant" && message.content.some((block) => block.type === "toolCall")) break;
    if (message.role !== "toolResult") continue;
    const call = open.get(message.toolCallId);
    if (!call) continue;
    open.delete(message.toolCallId);
    const content = visibleContent(message.content, model) as ToolResultMessage["content"];
    results.push(withValue(withValue(message, "content", content), "toolCallId", call.id));
  }
  for (const call of open.values()) results.push(missingResult(call, answer.message.timestamp));
  return results;
}

function missingResult(call: ToolCall, timestamp: number): ToolResultMessage {
  const content: TextContent[] = [{ type: "text", text: MISSING_RESULT }];
  return { role: "toolResult", toolCallId: call.id, toolName: call.name, content, isError: true, timestamp };
}

/** Returns the object itself if it has the value already. */
function withValue<T extends object, TKey extends keyof T>(object: T, key: TKey, value: T[TKey]): T {
  return object[key] === value ? object : { ...object, [key]: value };
}

function visibleContent(content: string | (TextContent | ImageContent)[], model: Model) {
  const isImage = ({ type }: TextContent | ImageContent) => type === "image";
  if (typeof content === "string" || model.input.includes("image") || !content.some(isImage)) return content;
  return content.map((block) => (isImage(block) ? { type: "text" as const, text: IMAGE_PLACEHOLDER } : block));
}

function withoutSignature<TBlock extends TextContent | ToolCall>(block: TBlock, field: keyof TBlock): TBlock {
  const { [field]: _signature, ...rest } = block;
  return rest as TBlock;
}
