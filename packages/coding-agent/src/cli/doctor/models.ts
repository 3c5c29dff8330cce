import { authSourceText } from "../../core/auth/auth-source-text.ts";
import { findInitialModel, type ModelRegistry } from "../../core/models/index.ts";
import type { Examination, Finding } from "./finding.ts";

export const examineModels: Examination = async ({ models, settings }, { isOnline }) => {
  const configured = models.getProviders().filter((provider) => models.getProviderAuthStatus(provider).configured);
  const credentials: Finding[] = [];
  for (const provider of configured) credentials.push(await examineProvider(models, provider, isOnline));
  const { model, fallbackMessage, foundServer } = await findInitialModel({
    registry: models,
    settings,
    scopedModels: [],
  });
  const missed: Finding[] = fallbackMessage
    ? [
        {
          state: "problem",
          topic: "model",
          text: fallbackMessage,
          fix: "Choose another with /model, or in settings.json.",
        },
      ]
    : [];
  if (model) {
    const text = `${model.provider}/${model.id}${foundServer ? ` (${foundServer})` : ""}`;
    return [...credentials, ...missed, { state: "ok", topic: "model", text }];
  }
  const fix = "Set a key such as ANTHROPIC_API_KEY or OPENAI_API_KEY, log in with /login, or start a local server.";
  return [
    ...credentials,
    ...missed,
    {
      state: "note",
      topic: "model",
      text: "none is configured: only the built-in demo answers, on the screen or with --demo",
      fix,
    },
  ];
};

async function examineProvider(models: ModelRegistry, provider: string, isOnline: boolean): Promise<Finding> {
  const name = `${provider} (${authSourceText(models.getProviderAuthStatus(provider))})`;
  if (isOnline) return { topic: "provider", ...(await tryProvider(models, provider, name)) };
  if (!models.isUnchosen(provider)) return { state: "ok", topic: "provider", text: name };
  const fix = `Choose it with /model or --provider ${provider}, or try it with: tau doctor --online`;
  return { state: "note", topic: "provider", text: `${name}: found, not tried`, fix };
}

/** Sends a one-word question to the provider's default model. */
async function tryProvider(models: ModelRegistry, provider: string, name: string): Promise<Omit<Finding, "topic">> {
  await models.load([provider]);
  const model = models.getDefaultModel(provider);
  if (!model) return { state: "note", text: `${name}: not tried, it has no models` };
  const messages = [{ role: "user" as const, content: "Answer with the word: yes", timestamp: Date.now() }];
  const options = { maxTokens: 16, maxRetries: 0, signal: AbortSignal.timeout(PATIENCE_MS) };
  const { stopReason, errorMessage } = await models.streamSimple(model, { messages }, options).result();
  if (stopReason !== "error" && stopReason !== "aborted") return { state: "ok", text: `${name}: ${model.id} answers` };
  const reason = stopReason === "aborted" ? `no answer within ${PATIENCE_MS / 1000} s` : (errorMessage ?? "it failed");
  return {
    state: "problem",
    text: `${name}: ${reason}`,
    fix: `Check the credentials of ${provider}, or sign in with /login.`,
  };
}

const PATIENCE_MS = 30_000;
