import { expect, test } from "vitest";
import { withScriptedModel } from "../../e2e/scripted-model.ts";
import { RpcProcess } from "./rpc-process.ts";

const lookup = { name: "lookup", description: "Looks it up", parameters: { type: "object", properties: {} } };
const call = (name: string, input: Record<string, unknown>) => ({ toolCalls: [{ name, arguments: input }] });

test("R171: the model calls a host's tool; update, result and error work, and resending replaces", async () => {
  await using setup = await withScriptedModel([
    call("lookup", { q: "a" }),
    { text: "found" },
    call("lookup", {}),
    { text: "failed" },
  ]);
  await using rpc = new RpcProcess(setup);
  expect(await rpc.data("set_host_tools", { tools: [{ ...lookup, name: "other" }] })).toEqual({ toolNames: ["other"] });
  expect(await rpc.data("set_host_tools", { tools: [lookup] })).toEqual({ toolNames: ["lookup"] });
  await rpc.data("new_session");
  await rpc.data("prompt", { message: "go" });
  const first = await rpc.find(({ type }) => type === "host_tool_call");
  expect(first).toEqual({
    type: "host_tool_call",
    id: expect.any(String),
    toolCallId: expect.any(String),
    toolName: "lookup",
    arguments: { q: "a" },
  });
  const partialResult = { content: [{ type: "text", text: "half" }] };
  rpc.write({ type: "host_tool_update", id: first.id, partialResult });
  expect(await rpc.find(({ type }) => type === "tool_execution_update")).toMatchObject({ partialResult });
  rpc.write({ type: "host_tool_result", id: "nobody", result: "ignored" });
  rpc.write({ type: "host_tool_result", id: first.id, result: { content: [{ type: "text", text: "42" }] } });
  await rpc.settled(1);
  const after = rpc.lines.length;
  await rpc.data("prompt", { message: "again" });
  const second = await rpc.find(({ type }) => type === "host_tool_call", after);
  rpc.write({ type: "host_tool_result", id: second.id, result: "no such thing", isError: true });
  await rpc.settled(2);
  const bodies = setup.server.requests.map(({ body }) => JSON.stringify(body));
  expect(bodies[0]).toContain('"lookup"');
  expect(bodies[0]).not.toContain('"other"');
  expect(bodies[1]).toContain("42");
  expect(bodies[3]).toContain("no such thing");
  expect(rpc.lines.filter(({ type }) => type === "tool_execution_end").map(({ isError }) => isError)).toEqual([
    false,
    true,
  ]);
});

test("R171: a host's tool stands in for one of the same name, which is back when it is gone", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  await using rpc = new RpcProcess(setup);
  const described = async () => {
    const { dumpTools } = (await rpc.data("get_state")) as { dumpTools: { name: string; description: string }[] };
    return dumpTools.filter(({ name }) => name === "read").map(({ description }) => description);
  };
  const before = await described();
  const own = { ...lookup, name: "read", description: "Reads over there" };
  await rpc.data("set_host_tools", { tools: [own] });
  expect(await described()).toEqual(["Reads over there"]);
  await rpc.data("new_session");
  expect(await described()).toEqual(["Reads over there"]);
  await rpc.data("set_host_tools", { tools: [lookup] });
  expect(await described()).toEqual(before);
});

test("R171: aborting the run cancels the host's call", async () => {
  await using setup = await withScriptedModel(call("lookup", {}));
  await using rpc = new RpcProcess(setup);
  await rpc.data("set_host_tools", { tools: [lookup] });
  await rpc.data("prompt", { message: "go" });
  const { id } = await rpc.find(({ type }) => type === "host_tool_call");
  await rpc.data("abort");
  expect(await rpc.find(({ type }) => type === "host_tool_cancel")).toMatchObject({ targetId: id });
});

test("R111, R112, R386, R387, R388, R389: host URIs are read and written over the wire, edit refuses them", async () => {
  await using setup = await withScriptedModel([
    call("read", { path: "DB://users/1" }),
    call("write", { path: "db://users/1", content: "Ada" }),
    call("write", { path: "doc://readme", content: "x" }),
    call("edit", { path: "db://users/1", edits: [{ oldText: "a", newText: "b" }] }),
    call("read", { path: "db://users/2" }),
    { text: "done" },
  ]);
  await using rpc = new RpcProcess(setup);
  const schemes = [{ scheme: "DB", writable: true }, { scheme: "doc" }];
  expect(await rpc.data("set_host_uri_schemes", { schemes })).toEqual({ schemes: ["db", "doc"] });
  await rpc.data("prompt", { message: "go" });
  const isRequest = ({ type }: { type: string }) => type === "host_uri_request";
  const read = await rpc.find(isRequest);
  expect(read).toEqual({ type: "host_uri_request", id: expect.any(String), operation: "read", url: "DB://users/1" });
  rpc.write({
    type: "host_uri_result",
    id: read.id,
    content: "Grace",
    contentType: "text/plain",
    notes: ["cached"],
    immutable: true,
  });
  const write = await rpc.find((line) => isRequest(line) && line.operation === "write");
  expect(write).toMatchObject({ url: "db://users/1", content: "Ada" });
  rpc.write({ type: "host_uri_result", id: write.id });
  const missing = await rpc.find((line) => isRequest(line) && line.url === "db://users/2");
  rpc.write({ type: "host_uri_result", id: missing.id, isError: true, content: "no user 2" });
  await rpc.settled();
  const ends = rpc.lines.filter(({ type }) => type === "tool_execution_end") as unknown as {
    isError: boolean;
    result: { content: { text: string }[]; details?: unknown };
  }[];
  expect(ends.map(({ isError, result }) => ({ isError, text: result.content[0]?.text }))).toEqual([
    { isError: false, text: "Grace\n\n[cached]" },
    { isError: false, text: "Successfully wrote 3 bytes to db://users/1" },
    { isError: true, text: "doc://readme cannot be written: it is read-only." },
    {
      isError: true,
      text: "db://users/1 cannot be edited. Read it, and write the whole of it if it is writable.",
    },
    { isError: true, text: "no user 2" },
  ]);
  expect(ends[0]?.result.details).toEqual({
    url: "DB://users/1",
    contentType: "text/plain",
    notes: ["cached"],
    immutable: true,
  });
  expect(rpc.lines.filter(isRequest)).toHaveLength(3);
});

test("R390, R391: a cancelled read is taken back; an empty list unregisters all schemes", async () => {
  await using setup = await withScriptedModel([call("read", { path: "db://slow" }), call("read", { path: "db://x" })]);
  await using rpc = new RpcProcess(setup);
  await rpc.data("set_host_uri_schemes", { schemes: [{ scheme: "db" }] });
  await rpc.data("prompt", { message: "go" });
  const { id } = await rpc.find(({ type }) => type === "host_uri_request");
  await rpc.data("abort");
  expect(await rpc.find(({ type }) => type === "host_uri_cancel")).toMatchObject({ targetId: id });
  expect(await rpc.data("set_host_uri_schemes", { schemes: [] })).toEqual({ schemes: [] });
  await rpc.data("prompt", { message: "again" });
  await rpc.settled(2);
  expect(rpc.lines.filter(({ type }) => type === "host_uri_request")).toHaveLength(1);
});
