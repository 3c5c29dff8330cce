import { runCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "../../e2e/scripted-model.ts";
import { RpcProcess } from "./rpc-process.ts";

const question = {
  id: "db",
  question: "Which?",
  options: [{ label: "SQLite" }, { label: "Postgres" }],
  recommended: 1,
};
const ask = { toolCalls: [{ name: "ask", arguments: { questions: [question] } }] };
const init = {
  toolCalls: [{ name: "todo", arguments: { ops: [{ op: "init", list: [{ phase: "Build", items: ["parser"] }] }] } }],
};
const finish = { toolCalls: [{ name: "todo", arguments: { ops: [{ op: "done" }] } }] };

const isRequest = (method: string) => (line: { type: string; method?: unknown }) =>
  line.type === "extension_ui_request" && line.method === method;

test("over RPC a client answers the model's question, with pi's methods or as one", async () => {
  await using setup = await withScriptedModel([ask, { text: "one" }, ask, { text: "two" }]);
  await using rpc = new RpcProcess(setup);
  const results = () => rpc.lines.filter(({ type }) => type === "tool_execution_end");
  rpc.write({ type: "prompt", message: "go" });
  const select = await rpc.find(isRequest("select"));
  expect(select).toMatchObject({
    title: "Which?",
    options: ["SQLite", "Postgres (Recommended)", "Other (type your own)"],
    timeout: 30_000,
  });
  rpc.write({ type: "extension_ui_response", id: select.id, value: "SQLite" });
  await rpc.settled();
  expect(results()).toMatchObject([{ isError: false, result: { content: [{ text: "User selected: SQLite" }] } }]);
  await rpc.data("set_ui_methods", { methods: ["ask"] });
  rpc.write({ type: "prompt", message: "again" });
  const asked = await rpc.find(isRequest("ask"));
  rpc.write({ type: "extension_ui_response", id: asked.id, answers: [{ id: "db", selected: [], other: "files" }] });
  await rpc.settled(2);
  expect(results()[1]).toMatchObject({ result: { content: [{ text: "User provided custom input: files" }] } });
});

test("over RPC the list of tasks is part of the state, changes and reminders are told, and a client may set it", async () => {
  await using setup = await withScriptedModel([init, { text: "for now" }, finish, { text: "done" }]);
  await using rpc = new RpcProcess(setup);
  rpc.write({ type: "prompt", message: "go" });
  await rpc.settled();
  const told = rpc.lines.filter(({ type }) => type === "extension_event");
  expect(told.map(({ name }) => name)).toEqual(["todo_update", "todo_reminder", "todo_update"]);
  expect(told[0]).toMatchObject({ data: { phases: [{ name: "Build", tasks: [{ status: "in_progress" }] }] } });
  expect(await rpc.data("get_state")).toMatchObject({
    todoPhases: [{ name: "Build", tasks: [{ id: "task-1", content: "parser", status: "completed" }] }],
  });
  await rpc.data("set_todos", { phases: [{ name: "Mine", tasks: ["look"] }] });
  expect(await rpc.data("get_state")).toMatchObject({ todoPhases: [{ name: "Mine" }] });
});

test("R314: where nobody can answer, the model has no ask; the list of tasks works everywhere", async () => {
  await using setup = await withScriptedModel([init, finish, { text: "done" }]);
  const { workspace, server } = setup;
  const exit = await runCli({ workspace, args: ["-p", "go"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "done\n", stderr: "" });
  const names = server.requests[0]?.tools.map((tool) => JSON.stringify(tool)).join();
  expect(names).toContain('"todo"');
  expect(names).not.toContain('"ask"');
});
