import assert from "node:assert/strict";
import { waitUntil } from "@tau/testkit";
import { call, say } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export default {
  package: "@aliou/pi-processes",
  shows: "the model starts a process in the background and reads its output",
  async drive(tau) {
    tau.model(
      call("process", { action: "start", name: "greeter", command: "echo hello from below; sleep 600" }),
      say(),
    );
    await tau.prompt("start it");
    assert.match(tau.result("process"), /Started process greeter/);
    const id = /proc_\w+/.exec(tau.result("process"))?.[0];
    const look = async () => {
      tau.model(call("process", { action: "output", id }), say());
      await tau.prompt("what did it say");
      return /hello from below/.exec(tau.result("process"))?.[0];
    };
    await waitUntil(look, { timeoutMs: 30_000, describe: () => `It said: ${tau.result("process")}` });
  },
} satisfies Scenario;
