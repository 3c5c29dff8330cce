import { modelName, resolveModelReference } from "../../../core/models/index.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import type { SlashCommand } from "./command.ts";

export const modelCommand: SlashCommand = {
  name: "model",
  aliases: ["models"],
  description: "Choose the model",
  argumentHint: "[provider/model]",
  complete: async (prefix, { services: { models } }) => {
    await models.loadUsable();
    const wanted = prefix.trim().toLowerCase();
    return models
      .getSelectable()
      .filter((model) => modelName(model).toLowerCase().includes(wanted))
      .map((model) => ({ value: modelName(model), label: modelName(model), description: model.name }));
  },
  run: async (context, argument) => {
    if (argument.trim() !== "" && (await useNamed(context, argument.trim()))) return;
    const { selectModel } = await import("../overlays/model-selector.ts");
    await selectModel(context, argument.trim());
  },
};

/** Uses the model that the text names. Resolves to false if it names none or several, so that the selector opens. */
async function useNamed({ services: { models }, session, screen, say }: InteractiveContext, text: string) {
  await models.loadUsable();
  const request = { text, thinkingSuffix: "lenient", fuzzy: true } as const;
  const result = resolveModelReference(request, models.getSelectable(), (provider) => models.isUsable(provider));
  if (result.status !== "resolved") return false;
  await session.choice.setModel(result.model, "set", { keepDefault: true });
  if (result.thinkingLevel) session.choice.setThinkingLevel(result.thinkingLevel, { keepDefault: true });
  screen.modelChanged();
  say(`Model: ${modelName(result.model)}`);
  return true;
}
