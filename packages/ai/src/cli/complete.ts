import { AiError } from "../ai-error.ts";
import { findModel } from "../catalogue/catalogue.ts";
import type { AssistantMessageEvent } from "../contract/events.ts";
import type { Model } from "../contract/model.ts";
import { getProviderInfo } from "../providers/providers.ts";
import { streamSimple } from "../registry/stream.ts";
import { storedKey } from "./auth-file.ts";
import type { Command, CommandInput } from "./command.ts";
import { knownProvider } from "./known-provider.ts";

export const completeCommand: Command = {
  name: "complete",
  usage: "[prompt …]",
  summary: "Ask once, with the prompt or what is piped in, and print the answer",
  options: {
    model: { placeholder: "provider[/id]", description: "Whom to ask (default anthropic)" },
    system: { placeholder: "text", description: "The system prompt" },
    "base-url": { placeholder: "url", description: "Another server that speaks the model's protocol" },
    retries: { placeholder: "n", description: "How often to try again what may pass (default 2)" },
    json: { description: "Print the events of the answer instead, one JSON object a line" },
  },
  run: async ({ words, options }) => {
    const model = await chosenModel(options);
    const prompt = [words.join(" "), await pipedIn()].filter(Boolean).join("\n\n");
    if (prompt === "") throw new AiError("Nothing to ask: give a prompt, or pipe one in.", { code: "invalid-request" });
    await answer(model, prompt, options);
  },
};

async function answer(model: Model, prompt: string, { system, retries, json }: CommandInput["options"]): Promise<void> {
  const apiKey = await storedKey(model.provider);
  const stream = streamSimple(
    model,
    {
      ...(typeof system === "string" && { systemPrompt: system }),
      messages: [{ role: "user", content: prompt, timestamp: Date.now() }],
    },
    { ...(apiKey !== undefined && { apiKey }), ...(retries !== undefined && { maxRetries: countOf(retries) }) },
  );
  for await (const event of stream) process.stdout.write(json ? eventLine(event) : textOf(event));
  const { stopReason, errorMessage, error } = await stream.result();
  if (stopReason === "error" || stopReason === "aborted")
    throw new AiError(errorMessage ?? "The request failed.", { code: error?.code ?? "unknown" });
  if (!json) process.stdout.write("\n");
}

function textOf(event: AssistantMessageEvent): string {
  return event.type === "text_delta" ? event.delta : "";
}

/** Leaves out the live message, which is redundant with the deltas. */
function eventLine(event: AssistantMessageEvent): string {
  return `${JSON.stringify(event, (key, value) => (key === "partial" ? undefined : value))}\n`;
}

function countOf(retries: string | boolean): number {
  if (/^\d+$/.test(String(retries))) return Number(retries);
  throw new AiError(`--retries takes a number, not ${retries}.`, { code: "invalid-request" });
}

async function chosenModel({
  model: named = "anthropic",
  "base-url": baseUrl,
}: CommandInput["options"]): Promise<Model> {
  const [provider = "", ...rest] = String(named).split("/");
  const id = rest.join("/") || getProviderInfo(knownProvider(provider))?.defaultModel;
  const model = await findModel(knownProvider(provider), id ?? "");
  if (!model)
    throw new AiError(`${provider} has no model ${id}. List them with: tau-ai models ${provider}`, {
      code: "unknown-model",
    });
  return typeof baseUrl === "string" ? { ...model, baseUrl } : model;
}

/** Returns piped input; an empty string if stdin is a terminal. */
async function pipedIn(): Promise<string> {
  if (process.stdin.isTTY) return "";
  const chunks = await Array.fromAsync(process.stdin as AsyncIterable<Buffer>);
  return Buffer.concat(chunks).toString().trim();
}
