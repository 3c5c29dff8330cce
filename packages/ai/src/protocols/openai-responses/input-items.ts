import type {
  AssistantContent,
  AssistantMessage,
  ImageContent,
  Message,
  SystemMessage,
  TextContent,
  ThinkingContent,
  ToolCall,
  ToolResultMessage,
} from "../../contract/messages.ts";
import type { Model } from "../../contract/model.ts";
import { contentText } from "../../handover/content-text.ts";
import { portableToolCallId } from "../../handover/tool-call-id.ts";
import { transformMessages } from "../../handover/transform-messages.ts";
import type { EffortTrack } from "../effort-track.ts";
import { instructionRole } from "./compat.ts";
import type { GrammarInputs } from "./grammar-tool.ts";
import { wireTool } from "./wire-tool.ts";

export type InputItem = Record<string, unknown>;

/** Converts the conversation to Responses input. This model's own answers are sent back as their original items, with their ids. */
export function inputItems(
  model: Model,
  messages: readonly Message[],
  grammars: GrammarInputs,
  efforts?: EffortTrack,
): InputItem[] {
  return transformMessages(messages, model, (id) => portableToolCallId(id)).flatMap((message): InputItem[] => {
    if (message.role === "user") return [{ role: "user", content: inputContent(message.content) }];
    if (message.role === "assistant")
      return [...effortUpdate(efforts?.before(message)), ...answerItems(message, grammars)];
    return message.role === "toolResult" ? [resultItem(message, grammars)] : systemItems(message, model);
  });
}

/** Returns an item that sets the effort from here on. */
export function effortUpdate(effort: string | undefined): InputItem[] {
  return effort === undefined ? [] : [{ type: "configuration_update", reasoning: { effort } }];
}

function systemItems(message: SystemMessage, model: Model): InputItem[] {
  const text = contentText(message.content);
  const tools = message.toolsAdded?.map((tool) => wireTool(model, tool));
  return [
    ...(tools ? [{ type: "additional_tools", role: "developer", tools }] : []),
    ...(text ? [{ role: instructionRole(model), content: text }] : []),
  ];
}

/** Drops trailing reasoning, as in an answer that was cut off while thinking: the API refuses reasoning without a following item. */
function answerItems(message: AssistantMessage, grammars: GrammarInputs): InputItem[] {
  const items = message.content.flatMap((block, index) =>
    answerItem(block, `msg_${message.timestamp}_${index}`, grammars),
  );
  return items.slice(0, items.findLastIndex(({ type }) => type !== "reasoning") + 1);
}

function answerItem(block: AssistantContent, fallbackId: string, grammars: GrammarInputs): InputItem[] {
  if (block.type === "text") return block.text === "" ? [] : [messageItem(block, fallbackId)];
  return block.type === "thinking" ? reasoningItem(block) : [callItem(block, grammars)];
}

function messageItem(block: TextContent, fallbackId: string): InputItem {
  return {
    type: "message",
    role: "assistant",
    id: fallbackId,
    ...messageIdentity(block.textSignature),
    status: "completed",
    content: [{ type: "output_text", text: block.text, annotations: [] }],
  };
}

/** Reads the signature of a text: the id, and the phase if any, of its item. */
function messageIdentity(signature: string | undefined): { id?: string; phase?: string } {
  if (!signature?.startsWith("{")) return signature ? { id: signature } : {};
  const { id, phase } = JSON.parse(signature) as { id: string; phase?: string };
  return { id, ...(phase && { phase }) };
}

/** The signature of thinking is its whole item; thinking without one cannot be sent back. */
function reasoningItem({ thinkingSignature: signature }: ThinkingContent): InputItem[] {
  return signature?.startsWith("{") ? [JSON.parse(signature) as InputItem] : [];
}

/** Sends a call as the type its tool has now. Drops an item id of the other type, which the API would refuse. */
function callItem(call: ToolCall, grammars: GrammarInputs): InputItem {
  const [callId, itemId] = splitCallId(call.id);
  const property = grammars.get(call.name);
  const isCustom = itemId?.startsWith(CUSTOM_CALL_ID) ?? false;
  const id = itemId && isCustom === (property !== undefined) ? { id: itemId } : {};
  if (property === undefined) {
    const { name } = call;
    return { type: "function_call", ...id, call_id: callId, name, arguments: JSON.stringify(call.arguments) };
  }
  const input = call.arguments[property];
  return {
    type: "custom_tool_call",
    ...id,
    call_id: callId,
    name: call.name,
    input: typeof input === "string" ? input : "",
  };
}

const CUSTOM_CALL_ID = "ctc";

function resultItem(result: ToolResultMessage, grammars: GrammarInputs): InputItem {
  const [callId] = splitCallId(result.toolCallId);
  const hasImages = result.content.some((block) => block.type === "image");
  const output = hasImages ? inputContent(result.content) : contentText(result.content) || "(no output)";
  const type = grammars.has(result.toolName) ? "custom_tool_call_output" : "function_call_output";
  return { type, call_id: callId, output };
}

/** Splits our id into the call's id, which matches its result, and the item's id, which matches its reasoning. */
function splitCallId(id: string): [string, string | undefined] {
  const [callId = id, itemId] = id.split("|");
  return [callId, itemId];
}

function inputContent(content: string | readonly (TextContent | ImageContent)[]): InputItem[] {
  if (typeof content === "string") return [{ type: "input_text", text: content }];
  return content.map((block) =>
    block.type === "text"
      ? { type: "input_text", text: block.text }
      : { type: "input_image", detail: "auto", image_url: `data:${block.mimeType};base64,${block.data}` },
  );
}
