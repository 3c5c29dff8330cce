import type {
  AssistantContent,
  AssistantMessage,
  ImageContent,
  Message,
  TextContent,
  ToolResultMessage,
} from "../../contract/messages.ts";
import type { Model } from "../../contract/model.ts";
import { contentText } from "../../handover/content-text.ts";
import { portableToolCallId } from "../../handover/tool-call-id.ts";
import { transformMessages } from "../../handover/transform-messages.ts";
import { usesThinkingLevels } from "./thinking.ts";

export type Part = Record<string, unknown>;
export interface Content {
  role: "user" | "model";
  parts: Part[];
}

/** Replaces the signature of a call that another model made; the API documents this value for that purpose. */
const FOREIGN_CALL_SIGNATURE = "skip_thought_signature_validator";

/** Converts the conversation to Gemini contents: the results of one answer's calls share one turn. */
export function contentsOf(model: Model, messages: readonly Message[]): Content[] {
  const contents: Content[] = [];
  let results: ToolResultMessage[] = [];
  const flush = () => {
    contents.push(...resultContents(results, model));
    results = [];
  };
  for (const message of transformMessages(messages, model, (id) => portableToolCallId(id))) {
    if (message.role === "toolResult") {
      results.push(message);
      continue;
    }
    flush();
    const content: Content =
      message.role === "assistant" ? modelContent(message, model) : { role: "user", parts: userParts(message.content) };
    if (content.parts.length > 0) contents.push(content);
  }
  flush();
  return contents;
}

function modelContent(message: AssistantMessage, model: Model): Content {
  const parts = message.content.flatMap(answerParts);
  const firstCall = parts.find((part) => "functionCall" in part);
  const unsigned = firstCall && firstCall.thoughtSignature === undefined;
  if (unsigned && usesThinkingLevels(model)) firstCall.thoughtSignature = FOREIGN_CALL_SIGNATURE;
  return { role: "model", parts };
}

function answerParts(block: AssistantContent): Part[] {
  if (block.type === "toolCall") {
    const call = { id: block.id, name: block.name, args: block.arguments };
    return [{ functionCall: call, ...signed(block.thoughtSignature) }];
  }
  const text = block.type === "text" ? block.text : block.thinking;
  const signature = block.type === "text" ? block.textSignature : block.thinkingSignature;
  if (text === "" && !signature) return [];
  return [{ ...(block.type === "thinking" && { thought: true }), text, ...signed(signature) }];
}

function signed(signature: string | undefined): Part {
  return signature ? { thoughtSignature: signature } : {};
}

/** Newer models accept images inside a result; for the others they follow in a separate turn. */
function resultContents(results: readonly ToolResultMessage[], model: Model): Content[] {
  if (results.length === 0) return [];
  const inside = usesThinkingLevels(model);
  const parts = results.map((result): Part => {
    const text = contentText(result.content) || "(no output)";
    const images = result.content.filter((block) => block.type === "image");
    const response = result.isError ? { error: text } : { output: text };
    const nested = inside && images.length > 0 && { parts: images.map(imagePart) };
    return { functionResponse: { id: result.toolCallId, name: result.toolName, response, ...nested } };
  });
  const images = inside ? [] : results.flatMap(({ content }) => content.filter((block) => block.type === "image"));
  const turn: Content = { role: "user", parts };
  return images.length > 0 ? [turn, { role: "user", parts: images.map(imagePart) }] : [turn];
}

function userParts(content: string | readonly (TextContent | ImageContent)[]): Part[] {
  if (typeof content === "string") return [{ text: content }];
  return content.map((block) => (block.type === "text" ? { text: block.text } : imagePart(block)));
}

function imagePart({ mimeType, data }: ImageContent): Part {
  return { inlineData: { mimeType, data } };
}
