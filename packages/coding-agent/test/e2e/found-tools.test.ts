import {
  type ModelProtocolName,
  type ModelServer,
  runCli,
  SCRIPTED_MODEL,
  scriptedModels,
  type Workspace,
} from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "./scripted-model.ts";

const KB = 1024;

interface Body {
  readonly system?: unknown;
  readonly tools?: { readonly name?: string; readonly function?: { readonly name: string } }[];
  readonly messages: { readonly role: string; readonly content: unknown }[];
}

const bodies = ({ requests }: ModelServer) => requests.map(({ body }) => body as unknown as Body);
const names = ({ tools = [] }: Body) => tools.map((tool) => tool.name ?? tool.function?.name);
const call = (name: string, args: object) => ({ toolCalls: [{ name, arguments: args as never }] });

const search = (query: string) => call("tool_search", { query });
const calculation = call("calc", { calculations: [{ expression: "6 * 7" }] });

/** Has the scripted model speak another protocol, with abilities that are told. */
async function speak(workspace: Workspace, server: ModelServer, protocol: ModelProtocolName, compat: object) {
  const { providers } = scriptedModels(server, protocol) as { providers: { scripted: { models: object[] } } };
  const { scripted } = providers;
  const models = scripted.models.map((model) => ({ ...model, compat }));
  await workspace.configure("models.json", { providers: { scripted: { ...scripted, models } } });
}

test("the first request is 6.4 KB with every battery on, 9 KB at most, and 4.1 KB without any", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  const { workspace, server } = setup;
  await runCli({ workspace, args: ["-p", "hi"] });
  await runCli({ workspace, args: ["-p", "hi", "--no-extensions"] });
  const [all = 0, none = 0] = server.requests.map(({ body }) => Buffer.byteLength(JSON.stringify(body)));
  const tokens = (bytes: number) => Math.ceil(bytes / 4);
  expect(all).toBeLessThanOrEqual(9 * KB);
  expect(none).toBeLessThanOrEqual(5 * KB);
  // What batteries add: the declarations of direct tools, and the names of what is found.
  expect(tokens(all - none)).toBeLessThanOrEqual(580);
  const declared = names(bodies(server)[0] as Body);
  expect(declared).toEqual(expect.arrayContaining(["read", "bash", "edit", "write", "tool_search"]));
  expect(declared.filter((name) => /calc|recipe|image|mermaid/.test(name ?? ""))).toEqual([]);
});

test("a tool is found and called in one run of the command line, without a question, and stands at the end of the list", async () => {
  await using setup = await withScriptedModel([search("arithmetic"), calculation, { text: "42" }]);
  const { workspace, server } = setup;
  const exit = await runCli({ workspace, args: ["-p", "calculate"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "42\n", stderr: "" });
  const [first, second, third] = bodies(server) as [Body, Body, Body];
  expect(names(second)).toEqual([...names(first), "calc"]);
  expect(third.tools).toEqual(second.tools);
  expect(JSON.stringify(third.messages.at(-1))).toContain('"42"');
  const [head] = first.messages;
  expect([second.messages[0], third.messages[0]]).toEqual([head, head]);
});

test("a model that takes tools within a conversation gets them there: what it was sent before stays as it was", async () => {
  await using setup = await withScriptedModel([search("arithmetic"), calculation, { text: "42" }]);
  const { workspace, server } = setup;
  await speak(workspace, server, "anthropic-messages", {
    supportsMidConvoSystemMessages: true,
    supportsMidConvoToolChanges: true,
  });
  const exit = await runCli({ workspace, args: ["-p", "--model", SCRIPTED_MODEL, "calculate"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "42\n" });
  const [first, second, third] = bodies(server) as [Body, Body, Body];
  expect(first.tools?.map(({ name }) => name)).not.toContain("calc");
  expect([second.tools, second.system, third.tools]).toEqual([first.tools, first.system, first.tools]);
  expect(second.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "system"]);
  expect(second.messages.at(-1)?.content).toMatchObject([
    { type: "tool_addition", tool: { type: "tool_definition", definition: { name: "calc" } } },
  ]);
  expect(third.messages.slice(0, 4).map(({ role }) => role)).toEqual(["user", "assistant", "user", "system"]);
});

test("what was found is known to the next process that continues the session", async () => {
  await using setup = await withScriptedModel([search("arithmetic"), { text: "found" }, calculation, { text: "42" }]);
  const { workspace, server } = setup;
  await runCli({ workspace, args: ["-p", "look"] });
  const exit = await runCli({ workspace, args: ["-p", "--continue", "calculate"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "42\n", stderr: "" });
  expect(bodies(server).map((body) => names(body).includes("calc"))).toEqual([false, true, true, true]);
});

test("R282: a diagram is drawn and kept as an artifact that read opens", async () => {
  await using setup = await withScriptedModel([
    search("mermaid"),
    call("render_mermaid", { mermaid: "flowchart TD\n A --> B", config: { useAscii: true } }),
    call("read", { path: "artifact://0" }),
    { text: "drawn" },
  ]);
  const { workspace, server } = setup;
  const exit = await runCli({ workspace, args: ["-p", "draw"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "drawn\n" });
  const [drawing, read] = bodies(server)
    .slice(2)
    .map(({ messages }) => String(messages.at(-1)?.content));
  expect(drawing).toContain("| A |");
  expect(drawing).toContain("Saved artifact: artifact://0");
  expect(read).toContain("| A |");
});

test("a recipe asks as the command it runs would: print mode refuses what nobody allowed", async () => {
  const files = { "package.json": '{"scripts":{"greet":"echo hello"}}' };
  await using setup = await withScriptedModel(
    [search("task"), call("recipe", { op: "" }), call("recipe", { op: "greet" }), { text: "done" }],
    { files },
  );
  const { workspace, server } = setup;
  await runCli({ workspace, args: ["-p", "--permission-mode", "ask", "greet"] });
  const [listed, refused] = bodies(server)
    .slice(2)
    .map(({ messages }) => String(messages.at(-1)?.content));
  expect(listed).toContain("pkg: greet");
  expect(refused).not.toMatch(/^hello$/m);
  expect(refused).toContain("It runs npm run greet. It was not run: this run cannot ask the user.");
});
