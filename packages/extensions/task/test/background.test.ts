import type { ModelReply, ModelRequest } from "@tau/testkit";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest as jobs } from "../../jobs/manifest.ts";
import { manifest } from "../manifest.ts";

const call = (name: string, args: object): ModelReply => ({ toolCalls: [{ name, arguments: args as never }] });
const isChild = ({ tools }: ModelRequest) => tools.some(({ name }) => name === "yield");
const said = ({ body }: ModelRequest) => JSON.stringify(body);
const order = call("task", {
  agent: "explore",
  async: true,
  tasks: ["a", "b"].map((id) => ({ id, task: `Do ${id}.` })),
});

test("R275: with async each task is a job of its own: one is cancelled, the other delivered, the run goes on meanwhile", async () => {
  const gate = Promise.withResolvers<void>();
  let ids: string[] = [];
  const parent = [
    () => order,
    (request: ModelRequest) => {
      ids = [...said(request).matchAll(/- (job-\w{6}): \w/g)].map(([, id = ""]) => id);
      return call("job", { cancel: [ids[1]] });
    },
    () => {
      gate.resolve();
      return { text: "went on" };
    },
    () => ({ text: "seen" }),
  ];
  await using harness = await createExtensionHarness({
    extensions: [manifest, jobs],
    script: async (request) => {
      if (!isChild(request)) return parent.shift()?.(request) ?? { failure: "invalid-request" };
      await gate.promise;
      return call("yield", { data: `report of ${/Do (\w)\./.exec(said(request))?.[1]}` });
    },
  });
  await harness.prompt("go");
  await expect.poll(() => harness.session.getLastAssistantText()).toBe("seen");
  const [message] = harness.session.messages.filter(({ role }) => role === "custom");
  const content = message && "content" in message ? String(message.content) : "";
  expect(content).toMatch(
    new RegExp(`${ids[0]} \\(explore a\\) is done\\.\\s+## 0-a \\(explore\\): completed\\s+report of a`),
  );
  expect(content).not.toContain(`${ids[1]}`);
  expect(harness.errors).toEqual([]);
});

test("R175: over RPC tasks are never jobs", async () => {
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    mode: "rpc",
    script: (request) =>
      isChild(request) ? call("yield", { data: "done" }) : /0-a/.test(said(request)) ? { text: "all" } : order,
  });
  expect(await harness.prompt("go")).toBe("all");
});

test("the tasks of an agent whose file says background are jobs, without async in the call", async () => {
  const parent = [
    call("task", { agent: "slow", tasks: [{ id: "a", task: "Do a." }] }),
    { text: "went on" },
    { text: "seen" },
  ];
  await using harness = await createExtensionHarness({
    extensions: [manifest, jobs],
    files: { ".tau/agents/slow.md": "---\ndescription: slow\nbackground: true\n---\nYou work." },
    script: (request) => (isChild(request) ? call("yield", { data: "done" }) : (parent.shift() ?? { text: "more" })),
  });
  await harness.prompt("go");
  await expect.poll(() => harness.session.getLastAssistantText()).toBe("seen");
  const result = harness.session.messages.find((message) => message.role === "toolResult");
  expect(JSON.stringify(result?.content)).toMatch(/Background job started.*- job-\w{6}: a/);
});
