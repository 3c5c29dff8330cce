import { type AgentMessage, estimateTextTokens, estimateTokens } from "@tau/agent";

export interface ContextPart {
  readonly id: string;
  readonly label: string;
  readonly tokens: number;
  /** What could be dropped, and how. */
  readonly advice?: string;
  readonly parts?: readonly ContextPart[];
}

export interface ContextSources {
  readonly systemPrompt: string;
  readonly contextFiles: readonly { readonly path: string; readonly content: string }[];
  readonly skills: readonly { readonly name: string; readonly description: string }[];
  /** The declared tools. */
  readonly tools: readonly { readonly name: string; readonly description: string; readonly parameters: unknown }[];
  readonly messages: readonly AgentMessage[];
}

/** Estimates what each part of the context costs, largest first. */
export function measureContext(sources: ContextSources): ContextPart[] {
  return largestFirst([measurePrompt(sources), measureTools(sources), ...measureMessages(sources.messages)]).filter(
    ({ tokens }) => tokens > 0,
  );
}

function measurePrompt({ systemPrompt, contextFiles, skills }: ContextSources): ContextPart {
  const files = contextFiles.map(({ path, content }) => ({
    id: `file:${path}`,
    label: path,
    tokens: estimateTextTokens(content),
    advice: "A context file is sent with every request. Shorten it, or move what is needed rarely to a skill.",
  }));
  const listed = skills.map(({ name, description }) => ({
    id: `skill:${name}`,
    label: `skill ${name}`,
    tokens: estimateTextTokens(name + description),
    advice: "The name and description of a skill are sent with every request. Remove skills that you do not use.",
  }));
  const tokens = estimateTextTokens(systemPrompt);
  const rest = tokens - sum(files) - sum(listed);
  const own = { id: "prompt:rest", label: "instructions", tokens: Math.max(0, rest) };
  const parts = largestFirst([own, ...files, ...listed]);
  const hasOthers = parts.length > 1;
  const advice = `It is sent with every request.${hasOthers ? " Its context files and skills can be shortened or removed." : ""}`;
  return { id: "prompt", label: "System prompt", tokens, advice, parts };
}

function measureTools({ tools, messages }: ContextSources): ContextPart {
  const called = new Set(messages.flatMap((message) => (message.role === "toolResult" ? [message.toolName] : [])));
  const parts = tools.map(({ name, description, parameters }) => ({
    id: `tool:${name}`,
    label: called.has(name) ? name : `${name} (not called)`,
    tokens: estimateTextTokens(name + description + JSON.stringify(parameters)),
    ...(!called.has(name) && { advice: `${name} was not called in this conversation. /tools switches it off.` }),
  }));
  const unused = tools.filter(({ name }) => !called.has(name)).length;
  const which = `${unused === tools.length ? "None" : `${tools.length - unused}`} of the ${tools.length} tools ${unused === tools.length - 1 ? "was" : "were"} called in this conversation.`;
  const advice = `${which} /tools switches off those that you do not need.`;
  return { id: "tools", label: "Declared tools", tokens: sum(parts), advice, parts: largestFirst(parts) };
}

/** Results that are listed one by one; smaller ones are not worth dropping. */
const MAX_LISTED = 10;

function measureMessages(messages: readonly AgentMessage[]): ContextPart[] {
  const groups = new Map<string, { label: string; parts: ContextPart[] }>();
  const add = (group: string, label: string, part: ContextPart) => {
    const known = groups.get(group) ?? { label, parts: [] };
    groups.set(group, { label, parts: [...known.parts, part] });
  };
  const calls = callTexts(messages);
  for (const [index, message] of messages.entries()) {
    if (message.role === "assistant") addAnswer(message, index, add);
    else {
      const { group, label, text } = kindOf(message, calls);
      add(group, label, { id: `message:${index}`, label: text, tokens: estimateTokens(message) });
    }
  }
  return [...groups].map(([id, { label, parts }]) => ({
    id,
    label,
    tokens: sum(parts),
    advice: ADVICE[id.split(":")[0] ?? ""] ?? COMPACT,
    parts: largestFirst(parts).slice(0, MAX_LISTED),
  }));
}

const COMPACT = "/compact replaces older messages by a summary; /tree returns to an earlier point.";
const ADVICE: Readonly<Record<string, string>> = {
  results: `Old results are seldom needed again. ${COMPACT}`,
  summary: "The summary of an earlier compaction. A new session begins without it.",
};

type Answer = Extract<AgentMessage, { role: "assistant" }>;

function addAnswer(
  { content }: Answer,
  index: number,
  add: (group: string, label: string, part: ContextPart) => void,
): void {
  for (const [place, block] of content.entries()) {
    const id = `message:${index}:${place}`;
    if (block.type === "text")
      add("answers", "Answers", { id, label: firstLine(block.text), tokens: estimateTextTokens(block.text) });
    else if (block.type === "thinking")
      add("thinking", "Thinking", { id, label: firstLine(block.thinking), tokens: estimateTextTokens(block.thinking) });
    else if (block.type === "toolCall") {
      const text = JSON.stringify(block.arguments);
      const label = firstLine(`${block.name} ${text}`);
      add("calls", "Tool calls", { id, label, tokens: estimateTextTokens(block.name + text) });
    }
  }
}

/** Returns what each call was, by its id, to name the results. */
function callTexts(messages: readonly AgentMessage[]): Map<string, string> {
  const calls = messages.flatMap((message) => (message.role === "assistant" ? message.content : []));
  return new Map(
    calls.flatMap((block) => (block.type === "toolCall" ? [[block.id, argumentText(block.arguments)] as const] : [])),
  );
}

function argumentText(args: Readonly<Record<string, unknown>>): string {
  const { path, command } = args;
  return firstLine(typeof path === "string" ? path : typeof command === "string" ? command : JSON.stringify(args));
}

type Other = Exclude<AgentMessage, Answer>;

function kindOf(message: Other, calls: ReadonlyMap<string, string>): { group: string; label: string; text: string } {
  if (message.role === "toolResult") {
    const { toolName, toolCallId } = message;
    return { group: `results:${toolName}`, label: `Results of ${toolName}`, text: calls.get(toolCallId) ?? toolName };
  }
  if (message.role === "user") return { group: "prompts", label: "Your messages", text: firstLine(textOf(message)) };
  if (/summary/i.test(message.role)) return { group: "summary", label: "Summaries", text: "summary" };
  return { group: "other", label: "Messages of extensions and commands", text: message.role };
}

function textOf({ content }: Extract<AgentMessage, { role: "user" }>): string {
  if (typeof content === "string") return content;
  return content.map((block) => (block.type === "text" ? block.text : "[image]")).join(" ");
}

function firstLine(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

function sum(parts: readonly ContextPart[]): number {
  return parts.reduce((total, { tokens }) => total + tokens, 0);
}

function largestFirst<T extends ContextPart>(parts: readonly T[]): T[] {
  return parts.toSorted((a, b) => b.tokens - a.tokens);
}
