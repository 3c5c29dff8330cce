import { expect, test } from "vitest";
import { withScriptedModel } from "../../e2e/scripted-model.ts";
import { RpcProcess } from "./rpc-process.ts";

const EXTENSION = `
export default (pi) => {
  pi.registerCommand("spawn", {
    handler: async () => {
      const wait = (signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve("stopped")));
      const tool = {
        name: "wait",
        label: "Wait",
        description: "Waits",
        parameters: { type: "object", properties: {} },
        execute: async (_id, _params, signal) => ({ content: [{ type: "text", text: await wait(signal) }] }),
      };
      const child = await pi.children.create({ name: "worker", tools: [], customTools: [tool] });
      void child.prompt("work").then(({ status }) => pi.publish("worker-ended", { status }));
    },
  });
};
`;

test("a client sees child sessions, steers and stops them, and gets what extensions publish", async () => {
  await using setup = await withScriptedModel(
    { toolCalls: [{ name: "wait", arguments: {} }] },
    { files: { "ext.ts": EXTENSION } },
  );
  await using rpc = new RpcProcess(setup, ["-e", "ext.ts"]);
  expect(await rpc.data("get_children")).toEqual({ children: [] });
  await rpc.data("prompt", { message: "/spawn" });
  await rpc.find(({ type, child }) => type === "child_update" && (child as { activity?: string }).activity === "wait");
  expect(await rpc.data("get_children")).toMatchObject({
    children: [{ id: "worker", status: "running", activity: "wait", depth: 1, model: "scripted/model" }],
  });
  await rpc.data("steer_child", { childId: "worker", message: "hurry" });
  expect(await rpc.ask("abort_child", { childId: "nobody" })).toMatchObject({
    success: false,
    error: "There is no child session nobody",
  });
  await rpc.data("abort_child", { childId: "worker" });
  expect(await rpc.find(({ type }) => type === "extension_event")).toMatchObject({
    extension: expect.stringContaining("ext.ts"),
    name: "worker-ended",
    data: { status: "aborted" },
  });
});
