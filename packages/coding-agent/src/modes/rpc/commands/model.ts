import { Type } from "../../../core/tools/schema.ts";
import { defineCommand } from "../command.ts";
import { RpcError } from "../rpc-error.ts";

export const setModel = defineCommand({
  name: "set_model",
  summary: "Change the model of this session",
  parameters: Type.Object({ provider: Type.String(), modelId: Type.String() }),
  order: "exclusive",
  async run({ provider, modelId }, { session, services: { models } }) {
    await models.load([provider]);
    const model = models.find(provider, modelId);
    if (!model) throw new RpcError("unknown-model", `Model not found: ${provider}/${modelId}`);
    await session.choice.setModel(model, "set", { keepDefault: true });
    return model;
  },
});

export const cycleModel = defineCommand({
  name: "cycle_model",
  summary: "Change to the next model",
  parameters: Type.Object({}),
  order: "exclusive",
  run: async (_, { session }) => (await session.choice.cycleModel("forward", { keepDefault: true })) ?? null,
});

export const getAvailableModels = defineCommand({
  name: "get_available_models",
  summary: "The models that can be used",
  parameters: Type.Object({}),
  async run(_, { services: { models } }) {
    await models.loadUsable();
    return { models: models.getSelectable() };
  },
});
