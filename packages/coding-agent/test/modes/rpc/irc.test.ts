import type { ModelReply, ModelRequest } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "../../e2e/scripted-model.ts";
import { RpcProcess } from "./rpc-process.ts";

const call = (name: string, args: object): ModelReply => ({ toolCalls: [{ name, arguments: args as never }] });
const send = (to: string, message: string) => call("irc", { op: "send", to, message });
const said = ({ body }: ModelRequest) => JSON.stringify(body);

/** A parent that hands out one task, and an agent that asks first its parent and then the user. */
function family() {
  let [parent, agent] = [0, 0];
  return (request: ModelRequest): ModelReply => {
    if (/you cannot use tools for this answer/.test(said(request))) return { text: "Tabs." };
    if (request.tools.some(({ name }) => name === "yield"))
      return (
        [send("parent", "Tabs or spaces?"), send("user", "Which name?")][agent++] ?? call("yield", { data: "asked" })
      );
    const tasks = [{ id: "asker", task: "Do asker." }];
    return parent++ === 0 ? call("task", { agent: "explore", tasks }) : { text: "all done" };
  };
}

test("over RPC an agent's question reaches the client, the answer reaches the agent, and messages are told", async () => {
  await using setup = await withScriptedModel(family());
  await using rpc = new RpcProcess(setup);
  await rpc.data("set_ui_methods", { methods: ["ask"] });
  rpc.write({ type: "prompt", message: "We use tabs. Go." });
  const asked = await rpc.find(({ type, method }) => type === "extension_ui_request" && method === "ask");
  expect(asked).toMatchObject({ questions: [{ id: "0-asker", question: "0-asker asks: Which name?" }] });
  rpc.write({ type: "extension_ui_response", id: asked.id, answers: [{ id: "0-asker", selected: [], other: "Tau" }] });
  await rpc.settled();
  expect(rpc.lines.filter(({ type }) => type === "extension_event")).toMatchObject([
    {
      extension: "irc",
      name: "message",
      data: { from: "0-asker", to: "main", text: "Tabs or spaces?", reply: "Tabs." },
    },
  ]);
  const last = setup.server.requests.filter(({ tools }) => tools.some(({ name }) => name === "yield")).at(-1);
  expect(said(last as ModelRequest)).toMatch(/Delivered to main.*Tabs\..*Delivered to user.*Tau/);
});
