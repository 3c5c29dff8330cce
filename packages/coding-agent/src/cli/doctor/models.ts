import { findInitialModel } from "../../core/models/index.ts";
import type { Examination, Finding } from "./finding.ts";

export const examineModels: Examination = async ({ models, settings }) => {
  const configured = models.getProviders().filter((provider) => models.getProviderAuthStatus(provider).configured);
  const credentials = configured.map((provider): Finding => {
    const { label, source } = models.getProviderAuthStatus(provider);
    return { state: "ok", topic: "provider", text: `${provider} (${label ?? source ?? "configured"})` };
  });
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
