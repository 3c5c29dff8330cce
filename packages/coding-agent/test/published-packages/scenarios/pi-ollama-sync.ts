import assert from "node:assert/strict";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "@vtstech/pi-ollama-sync",
  shows: "the models of an Ollama server are written to models.json",
  prepare({ web }) {
    const details = { parameter_size: "1B", quantization_level: "Q4", family: "llama" };
    web.on(/^\/api\/tags/, () => ({ models: [{ name: "otter:1b", model: "otter:1b", size: 1, details }] }));
    web.on(/^\/api\/show/, () => ({ details, model_info: {} }));
    return {};
  },
  async drive(tau) {
    tau.model(call("ollama_sync", { url: tau.web.url }), say());
    await tau.prompt("sync");
    assert.match(tau.result("ollama_sync"), /otter:1b/);
    assert.match(await tau.workspace.read("../home/.tau/models.json"), /otter:1b/);
  },
} satisfies Scenario;
