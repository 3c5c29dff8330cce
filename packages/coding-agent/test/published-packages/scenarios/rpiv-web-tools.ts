import assert from "node:assert/strict";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

const results = [{ title: "Otters", url: "http://example.invalid/otters", content: "Otters hold hands." }];

export default {
  package: "@juicesharp/rpiv-web-tools",
  shows: "the model searches the web by a SearXNG server of the package's own file",
  async prepare({ workspace, web }) {
    web.on(/^\/search/, () => ({ query: "otters", results }));
    const config = { provider: "searxng", baseUrls: { searxng: web.url } };
    await workspace.write("../home/.config/rpiv-web-tools/config.json", JSON.stringify(config));
    return {};
  },
  async drive(tau) {
    tau.model(call("web_search", { query: "otters" }), say());
    await tau.prompt("look it up");
    assert.match(tau.result("web_search"), /Otters hold hands/);
  },
} satisfies Scenario;
