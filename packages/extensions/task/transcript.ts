import { readFile } from "node:fs/promises";
import type { ChildSession } from "@tau/coding-agent";
import { neutralize, neutralizeLine } from "@tau/tui";
import { YIELD } from "./yield-tool.ts";

type Message = ChildSession["messages"][number];

const SHOWN_LINES = 6;
const SHOWN_ARGUMENTS = 120;

/** Returns the conversation of an agent as readable text. */
export function transcriptText(messages: readonly Message[]): string {
  const parts = messages.flatMap(messageText);
  return parts.length === 0 ? "Nothing was said yet." : parts.join("\n\n");
}

/** Reads the messages from the log of an ended agent. Skips a last line that a crash cut off. */
export async function readMessages(path: string): Promise<Message[]> {
  const lines = (await readFile(path, "utf8")).split("\n");
  return lines.flatMap((line) => {
    const entry = parse(line);
    if (entry?.type === "custom_message") return [{ ...entry, role: "custom" } as object as Message];
    return entry?.type === "message" && entry.message ? [entry.message] : [];
  });
}

function parse(line: string): { readonly type?: string; readonly message?: Message } | undefined {
  try {
    return line.trim() === "" ? undefined : JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function messageText(message: Message): string[] {
  if (message.role === "user") return [`> ${neutralize(contentText(message.content)).replaceAll("\n", "\n> ")}`];
  if (message.role === "toolResult") {
    const lines = neutralize(contentText(message.content)).trimEnd().split("\n");
    const shown = lines.slice(0, SHOWN_LINES).map((line) => `  ${line}`);
    const hidden = lines.length - shown.length;
    return [[...shown, ...(hidden > 0 ? [`  … ${hidden} more lines`] : [])].join("\n")];
  }
  if (message.role === "custom" && message.display) return [neutralize(contentText(message.content))];
  if (message.role !== "assistant") return [];
  return message.content.flatMap((block) => {
    if (block.type === "text") return block.text.trim() ? [neutralize(block.text.trim())] : [];
    if (block.type !== "toolCall") return [];
    if (block.name === YIELD) return [resultText(block.arguments)];
    const given = neutralizeLine(argumentsText(block.arguments));
    return [`→ ${block.name} ${given.length > SHOWN_ARGUMENTS ? `${given.slice(0, SHOWN_ARGUMENTS)}…` : given}`];
  });
}

/** The result of an agent is shown whole: it is what the reader looks for. */
function resultText({ data, error }: Record<string, unknown>): string {
  const given = data ?? error ?? "";
  const text = neutralize(typeof given === "string" ? given : JSON.stringify(given, undefined, 2));
  return [
    `→ ${YIELD}`,
    ...text
      .trim()
      .split("\n")
      .map((line) => `  ${line}`),
  ].join("\n");
}

/** Returns a single text as it is, such as a command or a path, and everything else as JSON. */
function argumentsText(given: object): string {
  const values: unknown[] = Object.values(given);
  return values.length === 1 && typeof values[0] === "string" ? values[0] : JSON.stringify(given);
}

function contentText(content: string | readonly { readonly type: string; readonly text?: string }[]): string {
  return typeof content === "string" ? content : content.map(({ text, type }) => text ?? `[${type}]`).join("\n");
}
