import assert from "node:assert/strict";
import { say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "pi-litellm",
  shows: "the models of a LiteLLM proxy become a provider, and a request to one carries the session's id",
  prepare({ server }) {
    return { env: { LITELLM_BASE_URL: server.url, LITELLM_API_KEY: "scripted-key" } };
  },
  async drive(tau) {
    await tau.ask("set_model", { provider: "litellm", modelId: "scripted" });
    tau.model(say());
    await tau.prompt("hello");
    assert.match(JSON.stringify(tau.server.requests[0]?.body), /litellm_session_id/);
  },
} satisfies Scenario;
