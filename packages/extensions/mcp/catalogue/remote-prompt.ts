import type { Client } from "@modelcontextprotocol/client";
import { cleanText } from "../clean-text.ts";
import { isObject, textOf } from "../json.ts";
import { listPages } from "./list-pages.ts";

export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

/** A prompt as its server describes it, with cleaned texts. */
export interface RemotePrompt {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
}

const MAX_PROMPTS = 500;
const MAX_ARGUMENTS = 50;

export async function listPrompts(client: Client): Promise<RemotePrompt[]> {
  const prompts = new Map<string, RemotePrompt>();
  await listPages(client, { method: "prompts/list", key: "prompts" }, (item) => {
    const prompt = remotePrompt(item);
    if (prompt && !prompts.has(prompt.name)) prompts.set(prompt.name, prompt);
    return prompts.size < MAX_PROMPTS;
  });
  return [...prompts.values()];
}

function remotePrompt(item: unknown): RemotePrompt | undefined {
  if (!isObject(item) || typeof item.name !== "string" || !/^[^\p{C}]{1,200}$/u.test(item.name)) return undefined;
  const given = Array.isArray(item.arguments) ? item.arguments.slice(0, MAX_ARGUMENTS) : [];
  return {
    name: item.name,
    description: cleanText(textOf(item.description) ?? textOf(item.title) ?? "", 500),
    arguments: given.flatMap((argument) =>
      isObject(argument) && typeof argument.name === "string"
        ? [
            {
              name: argument.name,
              description: cleanText(textOf(argument.description) ?? "", 300),
              required: argument.required === true,
            },
          ]
        : [],
    ),
  };
}
