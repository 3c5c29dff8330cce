import assert from "node:assert/strict";
import { scriptedModels } from "@tau/testkit";
import { say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

const template = "---\ndescription: Paints\nmodel: scripted/second\n---\nPaint the $@ please.";

export default {
  package: "pi-prompt-template-model",
  shows: "a template that names a model runs with that model, and the one before comes back",
  async prepare({ workspace, server }) {
    const { providers } = scriptedModels(server) as { providers: { scripted: { models: { id: string }[] } } };
    const [first] = providers.scripted.models;
    assert(first);
    providers.scripted.models.push({ ...first, id: "second" });
    await workspace.configure("models.json", { providers });
    await workspace.write("../home/.tau/prompts/paint.md", template);
    return {};
  },
  async drive(tau) {
    tau.model(say(), say());
    await tau.prompt("/paint fence");
    const request = await tau.requested(/Paint the fence please/);
    assert.equal(request.model, "second");
    await tau.prompt("and now");
    assert.equal(tau.server.requests.at(-1)?.model, "scripted");
  },
} satisfies Scenario;
