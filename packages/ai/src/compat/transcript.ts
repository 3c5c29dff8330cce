import type { Context } from "../contract/context.ts";
import type { Message, SystemMessage } from "../contract/messages.ts";
import type { Tool } from "../contract/tool.ts";
import { contentText } from "../handover/content-text.ts";
import { foldSystemMessages } from "../handover/fold-system-messages.ts";

export { renderSystemMessageUpdate } from "../handover/system-message-update.ts";

/** Any list of messages; only those with the role `system` are read. */
export type TranscriptMessages = readonly { role: string }[];

export function createInitialSystemMessage(
  systemPrompt: string | undefined,
  tools: Tool[] | undefined,
): SystemMessage | undefined {
  if (!systemPrompt && !tools?.length) return undefined;
  const toolsAdded = tools?.length ? { toolsAdded: tools.map(toToolDeclaration) } : {};
  // A fixed time, so that equal conversations produce equal requests.
  return { role: "system", content: systemPrompt ?? "", ...toolsAdded, timestamp: 0 };
}

/** Returns the conversation with its prompt and tools as the first message. */
export function normalizeContext(context: Context): Context {
  const first = createInitialSystemMessage(context.systemPrompt, context.tools);
  return { messages: first ? [first, ...context.messages] : [...context.messages] };
}

export function getInitialSystemMessage(messages: TranscriptMessages): SystemMessage | undefined {
  return messages[0]?.role === "system" ? (messages[0] as SystemMessage) : undefined;
}

export function withoutInitialSystemMessage(messages: Message[]): Message[] {
  return messages[0]?.role === "system" ? messages.slice(1) : messages;
}

export function getCurrentTools(messages: TranscriptMessages): Tool[] {
  return foldSystemMessages({ messages: systemMessages(messages) }).tools;
}

export function getCurrentSystemPrompt(messages: TranscriptMessages): string {
  return foldSystemMessages({ messages: systemMessages(messages) }).systemPrompt;
}

/** Merges all system messages into one; sections stay separate. */
export function getCurrentSystemMessage(messages: TranscriptMessages): SystemMessage | undefined {
  const all = systemMessages(messages);
  const [first] = all;
  if (!first) return undefined;
  const content = all
    .map((message) => contentText(message.content))
    .filter(Boolean)
    .join("\n\n");
  const sections = new Map(all.flatMap((message) => Object.entries(message.sections ?? {})));
  const kept = [...sections].filter(([, text]) => text !== null);
  const tools = getCurrentTools(all).map(toToolDeclaration);
  return {
    role: "system",
    content,
    ...(kept.length > 0 && { sections: Object.fromEntries(kept) }),
    ...(tools.length > 0 && { toolsAdded: tools }),
    timestamp: first.timestamp,
  };
}

export function collapseSystemMessages(context: Context): Context {
  const folded = getCurrentSystemMessage(context.messages);
  const others = context.messages.filter(({ role }) => role !== "system");
  return { ...context, messages: folded ? [folded, ...others] : others };
}

export function resolveTranscript(context: Context, supportsMidConvoSystemMessages: boolean | undefined): Context {
  return supportsMidConvoSystemMessages ? context : collapseSystemMessages(context);
}

export function getSystemMessageText(message: SystemMessage): string {
  const sections = Object.values(message.sections ?? {}).filter((section) => section !== null);
  return [contentText(message.content), ...sections].filter(Boolean).join("\n\n");
}

function systemMessages(messages: TranscriptMessages): SystemMessage[] {
  return messages.filter((message): message is SystemMessage => message.role === "system");
}

/** Returns the fields of a tool that the model sees. */
export function toToolDeclaration({ name, description, parameters, constrainedSampling }: Tool): Tool {
  const declaration = {
    name,
    description,
    parameters,
    ...(constrainedSampling !== undefined && { constrainedSampling }),
  };
  return JSON.parse(JSON.stringify(declaration)) as Tool;
}
