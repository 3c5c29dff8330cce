import assert from "node:assert/strict";
import { chmod } from "node:fs/promises";
import { dirname } from "node:path";
import { say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "@ifi/pi-provider-ollama",
  shows: "the models of a local Ollama are found, and a prompt to one of them is answered",
  async prepare({ workspace, server, web }) {
    const program = await workspace.write("../bin/ollama", "#!/bin/sh\necho ollama version is 0.0.0\n");
    await chmod(program, 0o755);
    web.on(/models/, () => ({ data: [{ id: "otter:1b" }] }));
    web.on(/show|tags/, () => ({
      models: [{ name: "otter:1b" }],
      details: {},
      model_info: {},
      capabilities: ["completion"],
    }));
    const env = {
      PATH: `${dirname(program)}:${workspace.env.PATH}`,
      PI_OLLAMA_LOCAL_ORIGIN: web.url,
      PI_OLLAMA_LOCAL_API_URL: `${server.url}/v1`,
      PI_OLLAMA_LOCAL_MODELS_URL: `${web.url}/v1/models`,
      PI_OLLAMA_LOCAL_SHOW_URL: `${web.url}/api/show`,
      PI_OLLAMA_CLOUD_API_URL: `${web.url}/cloud/v1`,
      PI_OLLAMA_CLOUD_MODELS_URL: `${web.url}/cloud/v1/models`,
      PI_OLLAMA_CLOUD_SHOW_URL: `${web.url}/cloud/api/show`,
    };
    return { env };
  },
  async drive(tau) {
    await tau.command("/ollama:refresh-models");
    await tau.ask("set_model", { provider: "ollama", modelId: "otter:1b" });
    tau.model(say("teal"));
    await tau.prompt("which colour");
    assert.equal(tau.server.requests[0]?.model, "otter:1b");
  },
} satisfies Scenario;
