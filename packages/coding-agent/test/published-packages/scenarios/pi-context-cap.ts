import assert from "node:assert/strict";
import { scriptedModels } from "@tau/testkit";
import type { Scenario } from "../scenario.ts";

export default {
  package: "pi-context-cap",
  shows: "a model with a context window of a million tokens is given one of 200,000",
  settings: { defaultModel: "claude-big" },
  async prepare({ workspace, server }) {
    const { providers } = scriptedModels(server) as { providers: { scripted: { models: object[] } } };
    providers.scripted.models.push({ ...providers.scripted.models[0], id: "claude-big", contextWindow: 1_000_000 });
    await workspace.configure("models.json", { providers });
    return {};
  },
  async drive(tau) {
    const { model } = (await tau.ask("get_state")) as { model: { id: string; contextWindow: number } };
    assert.deepEqual([model.id, model.contextWindow], ["claude-big", 200_000]);
  },
} satisfies Scenario;
