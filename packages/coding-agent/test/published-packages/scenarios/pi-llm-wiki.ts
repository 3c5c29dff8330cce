import assert from "node:assert/strict";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "pi-llm-wiki",
  shows: "the model sets up a wiki, stores a source in it and finds it again",
  async drive(tau) {
    tau.model(
      call("wiki_bootstrap", { title: "Notes" }),
      call("wiki_capture_source", { inputType: "text", value: "Otters hold hands.", title: "Otters" }),
      call("wiki_search", { query: "otters" }),
      say(),
    );
    await tau.prompt("remember this");
    assert.match(tau.result("wiki_search"), /Otters/);
    assert((await tau.workspace.list()).includes(".wiki/config.json"));
    await tau.command("/wiki-status");
    await tau.shown("notify", /source/i);
  },
} satisfies Scenario;
