import type { ModelProtocolName, ModelServer } from "../model-server/index.ts";
import type { Workspace } from "./workspace.ts";

/** The value for `--model` after `useScriptedModel`. */
export const SCRIPTED_MODEL = "scripted/scripted";

/** Fields of the model in models.json, except its name. */
export type ScriptedModelFacts = Readonly<Record<string, unknown>>;

export interface ScriptedModelOptions {
  /** Replaces the defaults: free, without thinking, and with a context window that never fills up. */
  readonly model?: ScriptedModelFacts | undefined;
  /** Settings in addition to the default model. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
}

/** Makes a model server the only provider and the default model of a workspace. */
export async function useScriptedModel(
  workspace: Workspace,
  server: ModelServer,
  protocol: ModelProtocolName = "openai-completions",
  { model, settings = {} }: ScriptedModelOptions = {},
): Promise<void> {
  await workspace.configure("models.json", scriptedModels(server, protocol, model));
  await workspace.configure("settings.json", { defaultProvider: "scripted", defaultModel: "scripted", ...settings });
}

/** Returns the content of a models.json with one provider and one model. */
export function scriptedModels(
  server: ModelServer,
  protocol: ModelProtocolName = "openai-completions",
  facts: ScriptedModelFacts = {},
): Readonly<Record<string, unknown>> {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const limits = { contextWindow: 100_000_000, maxTokens: 100_000 };
  const usual = { id: "scripted", name: "scripted", reasoning: false, input: ["text", "image"], cost, ...limits };
  const model = { ...usual, ...facts };
  const provider = { baseUrl: baseUrl(server, protocol), api: protocol, apiKey: "scripted-key", models: [model] };
  return { providers: { scripted: provider } };
}

/** Returns the base URL. Clients append the rest of the path; the clients of these protocols expect the version in the base. */
function baseUrl(server: ModelServer, protocol: ModelProtocolName): string {
  const endpoint = server.endpoint(protocol);
  if (protocol === "openai-completions" || protocol === "openai-responses") return `${endpoint}/v1`;
  return protocol === "google-generative-ai" ? `${endpoint}/v1beta` : endpoint;
}
