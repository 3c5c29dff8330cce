import assert from "node:assert/strict";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "@the-agency/pi-hashline-edit",
  shows: "the model reads a file with line hashes and edits a line by its hash",
  files: { "a.txt": "alpha\nbeta\n" },
  async drive(tau) {
    tau.model(call("hashline_read", { path: "a.txt" }), say());
    await tau.prompt("read");
    const anchor = /(2#\w\w):beta/.exec(tau.result("hashline_read"))?.[1];
    assert(anchor, tau.result("hashline_read"));
    const edits = [{ op: "replace", pos: anchor, current: "beta", lines: ["gamma"] }];
    tau.model(call("hashline_edit", { path: "a.txt", edits }), say());
    await tau.prompt("edit");
    tau.result("hashline_edit");
    assert.equal(await tau.workspace.read("a.txt"), "alpha\ngamma\n");
  },
} satisfies Scenario;
