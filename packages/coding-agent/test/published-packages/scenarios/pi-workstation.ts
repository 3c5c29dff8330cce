import assert from "node:assert/strict";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "pi-workstation",
  shows: "the model keeps the project's board and stores and finds an entity in the knowledge graph",
  async drive(tau) {
    const nodes = [{ name: "Otter", type: "animal", description: "Holds hands" }];
    tau.model(
      call("project_manager", { action: "add", title: "Paint the fence" }),
      call("project_manager", { action: "list" }),
      call("knowledge_graph", { action: "add", source: "http://example.invalid", nodes, edges: [] }),
      call("knowledge_graph", { action: "search", query: "Otter" }),
      say(),
    );
    await tau.prompt("keep track");
    assert.match(tau.result("project_manager"), /Paint the fence/);
    assert.match(await tau.workspace.read(".pi/project-board.json"), /Paint the fence/);
    assert.match(tau.result("knowledge_graph"), /Holds hands/);
  },
} satisfies Scenario;
