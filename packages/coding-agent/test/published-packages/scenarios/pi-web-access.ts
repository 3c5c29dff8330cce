import assert from "node:assert/strict";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

const results = [{ title: "Otters", url: "http://example.invalid/otters", content: "Otters hold hands." }];

export default {
  package: "pi-web-access",
  shows: "the model searches the web by a SearXNG server of the settings and reads what it found",
  async prepare({ workspace, web }) {
    web.on(/^\/search/, () => ({ query: "otters", results }));
    const settings = { searxngBaseUrl: web.url, ssrf: { allowRanges: ["127.0.0.0/8"] }, workflow: "none" };
    await workspace.configure("web-search.json", settings);
    return {};
  },
  async drive(tau) {
    tau.model(call("web_search", { query: "otters", provider: "searxng" }), say());
    await tau.prompt("look it up");
    assert.match(tau.result("web_search"), /Otters hold hands/);
    assert.match(tau.web.requests[0]?.path ?? "", /q=otters/);
  },
} satisfies Scenario;
