import type { SlashCommand } from "./command.ts";

export const scopedModelsCommand: SlashCommand = {
  name: "scoped-models",
  description: "Choose the models that the model keys go through",
  run: async (context) => {
    const { selectScopedModels } = await import("../overlays/scoped-models.ts");
    await selectScopedModels(context);
  },
};
