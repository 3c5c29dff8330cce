import { expect, test } from "vitest";
import { withScriptedModel } from "../../e2e/scripted-model.ts";
import { RpcProcess } from "./rpc-process.ts";

test("R163, R177, P-APP-42: the first line says ready; end of input ends the process with 0", async () => {
  await using setup = await withScriptedModel({ text: "hi" });
  await using rpc = new RpcProcess(setup);
  rpc.program.endInput();
  expect(await rpc.program.exited).toMatchObject({ exitCode: 0, stdout: '{"type":"ready"}\n', stderr: "" });
});

test("commands that came before the end of input are answered", async () => {
  await using setup = await withScriptedModel({ text: "hi" });
  await using rpc = new RpcProcess(setup);
  rpc.write({ id: "1", type: "get_messages" });
  rpc.program.write('{"id":"2","type":"get_last_assistant_text"}');
  rpc.program.endInput();
  const { exitCode } = await rpc.program.exited;
  expect(exitCode).toBe(0);
  expect(rpc.lines.slice(1)).toEqual([
    { id: "1", type: "response", command: "get_messages", success: true, data: { messages: [] } },
    { id: "2", type: "response", command: "get_last_assistant_text", success: true, data: { text: null } },
  ]);
});

test("P-APP-24, P-APP-25, R165: malformed lines, unknown commands and wrong parameters are answered and survived", async () => {
  await using setup = await withScriptedModel({ text: "hi" });
  await using rpc = new RpcProcess(setup);
  rpc.write("{nonsense");
  rpc.write("[1]");
  rpc.write({ id: "typeless" });
  rpc.write("");
  rpc.write({ type: "dance", id: "d" });
  rpc.write({ type: "constructor" });
  rpc.write({ type: "prompt", id: "p" });
  rpc.write({ type: "set_steering_mode", id: "m", mode: "some" });
  await rpc.ask("get_state");
  const failures = rpc.lines.filter(({ success }) => success === false);
  expect(failures.map(({ id, command }) => ({ id, command }))).toEqual([
    { command: "parse" },
    { command: "parse" },
    { id: "typeless", command: "parse" },
    { id: "d", command: "dance" },
    { command: "constructor" },
    { id: "p", command: "prompt" },
    { id: "m", command: "set_steering_mode" },
  ]);
  expect(failures.map(({ error }) => error).slice(1)).toEqual([
    "Failed to parse command: a command is a JSON object with a type",
    "Failed to parse command: a command is a JSON object with a type",
    "Unknown command: dance",
    "Unknown command: constructor",
    'prompt lacks "message"',
    'set_steering_mode.mode must be "all", "one-at-a-time"',
  ]);
});

test("P-APP-23: a client that counts its requests gets its numbers back", async () => {
  await using setup = await withScriptedModel({ text: "hi" });
  await using rpc = new RpcProcess(setup);
  rpc.write({ id: 7, type: "get_last_assistant_text" });
  expect(await rpc.find(({ id }) => id === 7)).toMatchObject({ command: "get_last_assistant_text", success: true });
});

test("P-APP-23, P-APP-26, R166: a prompt is acknowledged once, by name and id, after preflight and before the run ends", async () => {
  await using setup = await withScriptedModel({ text: ["Hel", "lo"] });
  await using rpc = new RpcProcess(setup);
  const answer = await rpc.ask("prompt", { message: "say\u2028hello" });
  expect(answer).toEqual({
    id: answer.id,
    type: "response",
    command: "prompt",
    success: true,
    data: { disposition: "started" },
  });
  await rpc.settled();
  const kinds = rpc.lines.map(({ type }) => type);
  expect(kinds.filter((type) => type === "response")).toHaveLength(1);
  expect(kinds.indexOf("response")).toBeLessThan(kinds.indexOf("agent_end"));
  expect(await rpc.data("get_last_assistant_text")).toEqual({ text: "Hello" });
  expect(rpc.program.stdout).not.toContain('"partial"');
  expect(JSON.stringify(setup.server.requests[0]?.body)).toContain("say\u2028hello");
});

test("P-APP-27: without credentials a prompt is refused", async () => {
  await using setup = await withScriptedModel({ text: "never" });
  await using rpc = new RpcProcess(setup, ["--model", "anthropic/claude-sonnet-4-5"]);
  const answer = await rpc.ask("prompt", { message: "hi" });
  expect(answer).toMatchObject({ success: false, error: expect.stringContaining("anthropic") });
});

test("P-APP-28, R167: a prompt during a run needs to say how it is queued", async () => {
  await using setup = await withScriptedModel([
    { toolCalls: [{ name: "bash", arguments: { command: "while [ ! -e go ]; do sleep 0.02; done" } }] },
    { text: "one" },
    { text: "two" },
  ]);
  await using rpc = new RpcProcess(setup);
  await rpc.data("prompt", { message: "start" });
  await rpc.find(({ type }) => type === "tool_execution_start");
  const refused = await rpc.ask("prompt", { message: "more" });
  expect(refused).toMatchObject({ success: false, error: expect.stringMatching(/steer.*followUp/) });
  expect(await rpc.data("prompt", { message: "after", streamingBehavior: "followUp" })).toEqual({
    disposition: "queued",
  });
  expect(await rpc.data("steer", { message: "turn left" })).toEqual({ disposition: "queued" });
  expect(await rpc.data("follow_up", { message: "and then" })).toEqual({ disposition: "queued" });
  expect(await rpc.data("get_state")).toMatchObject({ isStreaming: true, pendingMessageCount: 3 });
  expect(await rpc.data("clear_queue")).toEqual({ steering: ["turn left"], followUp: ["after", "and then"] });
  await rpc.data("steer", { message: "turn right" });
  await setup.workspace.write("go", "");
  await rpc.settled();
  expect(JSON.stringify(setup.server.requests[1]?.body)).toContain("turn right");
});

test("what is to wait goes through input handlers, which may deal with it; a command cannot wait", async () => {
  await using setup = await withScriptedModel({ text: "hi" });
  await setup.workspace.write(
    "ext.ts",
    `export default (pi) => {
      pi.on("input", ({ text, streamingBehavior }) =>
        text === "mine" ? { action: "handled" } : { action: "transform", text: text + " (" + streamingBehavior + ")" });
      pi.registerCommand("hello", { handler: async () => undefined });
    };`,
  );
  await using rpc = new RpcProcess(setup, ["-e", "./ext.ts"]);
  expect(await rpc.data("steer", { message: "mine" })).toEqual({ disposition: "handled" });
  expect(await rpc.data("follow_up", { message: "mine" })).toEqual({ disposition: "handled" });
  expect(await rpc.data("steer", { message: "yours" })).toEqual({ disposition: "queued" });
  expect(await rpc.ask("steer", { message: "/hello" })).toMatchObject({
    success: false,
    error: "/hello is a command and cannot be queued: send it as a prompt.",
  });
  expect(await rpc.data("prompt", { message: "/hello" })).toEqual({ disposition: "handled" });
  expect(await rpc.data("clear_queue")).toEqual({ steering: ["yours (steer)"], followUp: [] });
});

test("P-APP-31: abort is acknowledged when the session is idle", async () => {
  await using setup = await withScriptedModel([
    { toolCalls: [{ name: "bash", arguments: { command: "sleep 60" } }] },
    { text: "afterwards" },
  ]);
  await using rpc = new RpcProcess(setup);
  await rpc.data("prompt", { message: "start" });
  await rpc.find(({ type }) => type === "tool_execution_start");
  await rpc.data("abort");
  expect(rpc.lines.map(({ type }) => type).slice(-3)).toContain("agent_settled");
  expect(await rpc.data("get_state")).toMatchObject({ isStreaming: false });
  expect(await rpc.data("abort_and_prompt", { message: "again" })).toEqual({ disposition: "started" });
  await rpc.settled(2);
  expect(await rpc.data("get_last_assistant_text")).toEqual({ text: "afterwards" });
});

test("prompts that come all at once take effect in their order, whatever stops whatever", async () => {
  await using setup = await withScriptedModel((request) => {
    const said = JSON.stringify(request.body);
    return said.includes("third")
      ? { text: "the third" }
      : { toolCalls: [{ name: "bash", arguments: { command: "sleep 60" } }] };
  });
  await using rpc = new RpcProcess(setup);
  await rpc.data("get_state");
  const lines = [
    { id: "1", type: "prompt", message: "first" },
    { id: "2", type: "abort_and_prompt", message: "second" },
    { id: "3", type: "abort_and_prompt", message: "third" },
    { id: "4", type: "prompt", message: "fourth", streamingBehavior: "followUp" },
  ];
  rpc.program.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await rpc.settled(3);
  const answers = rpc.lines.filter(({ type, id }) => type === "response" && ["1", "2", "3", "4"].includes(String(id)));
  expect(answers.map(({ id, data, error }) => [id, error ?? data])).toEqual([
    ["1", { disposition: "started" }],
    ["2", { disposition: "started" }],
    ["3", { disposition: "started" }],
    ["4", { disposition: "queued" }],
  ]);
  const { messages } = (await rpc.data("get_messages")) as { messages: { role: string; content: unknown }[] };
  const said = messages.filter(({ role }) => role === "user").map(({ content }) => JSON.stringify(content));
  expect(said.map((text) => ["first", "second", "third", "fourth"].find((word) => text.includes(word)))).toEqual([
    "first",
    "second",
    "third",
    "fourth",
  ]);
});

test("an abort that comes along with a prompt stops the run of that prompt", async () => {
  await using setup = await withScriptedModel({
    toolCalls: [{ name: "bash", arguments: { command: "sleep 60" } }],
  });
  await using rpc = new RpcProcess(setup);
  await rpc.data("get_state");
  const lines = [
    { id: "1", type: "prompt", message: "start" },
    { id: "2", type: "abort" },
  ];
  rpc.program.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await rpc.find(({ type, id }) => type === "response" && id === "2");
  expect(await rpc.data("get_state")).toMatchObject({ isStreaming: false });
  expect(rpc.lines.filter(({ type }) => type === "agent_settled")).toMatchObject([{ aborted: true }]);
});

test("end of input stops the run and its processes", async () => {
  await using setup = await withScriptedModel({
    toolCalls: [{ name: "bash", arguments: { command: "echo $$ > pid; exec sleep 60" } }],
  });
  await using rpc = new RpcProcess(setup);
  await rpc.data("prompt", { message: "start" });
  await rpc.find(({ type }) => type === "tool_execution_start");
  rpc.program.endInput();
  expect(await rpc.program.exited).toMatchObject({ exitCode: 0 });
  expect(rpc.lines.at(-1)).toMatchObject({ type: "agent_settled", aborted: true });
});

test("--exit-on-eof finish lets the run end, and waits for no answer of the client", async () => {
  await using setup = await withScriptedModel([
    { toolCalls: [{ name: "open_file", arguments: {} }] },
    { toolCalls: [{ name: "bash", arguments: { command: "echo done > made.txt" } }] },
    { text: "ready" },
  ]);
  await using rpc = new RpcProcess(setup, ["--exit-on-eof", "finish", "--permission-mode", "yolo"]);
  const tool = { name: "open_file", description: "Open a file", parameters: { type: "object", properties: {} } };
  rpc.write({ type: "set_host_tools", tools: [tool] });
  rpc.write({ id: "1", type: "prompt", message: "start" });
  rpc.program.endInput();
  expect(await rpc.program.exited).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await setup.workspace.read("made.txt")).toBe("done\n");
  expect(rpc.lines.find(({ type }) => type === "tool_execution_end")).toMatchObject({
    isError: true,
    result: { content: [{ text: "The client has closed the connection." }] },
  });
  const end = rpc.lines.at(-1);
  expect([end?.type, end?.aborted]).toEqual(["agent_settled", false]);
});

test("R174: prompts and files as arguments are refused", async () => {
  await using setup = await withScriptedModel({ text: "never" }, { files: { "a.txt": "a" } });
  await using rpc = new RpcProcess(setup, ["@a.txt"]);
  expect(await rpc.program.exited).toMatchObject({ exitCode: 2, stdout: "" });
});
