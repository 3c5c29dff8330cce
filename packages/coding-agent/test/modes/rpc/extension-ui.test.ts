import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ScriptedSetup, withScriptedModel } from "../../e2e/scripted-model.ts";
import { RpcProcess } from "./rpc-process.ts";

/** An extension whose commands use `ctx.ui` and tell the outcome by a notification. */
async function withExtension(body: string): Promise<ScriptedSetup> {
  const setup = await withScriptedModel({ text: "ok" });
  const path = join(setup.workspace.tauHome, "probe.ts");
  await writeFile(path, `export default (pi: any) => {\n${body}\n};\n`);
  const settings = { defaultProvider: "scripted", defaultModel: "model", extensions: [path] };
  await setup.workspace.configure("settings.json", settings);
  return setup;
}

const isRequest =
  (method: string) =>
  ({ type, method: other }: { type: string; method?: unknown }) =>
    type === "extension_ui_request" && other === method;

test("P-APP-36, R172: dialogs resolve with the client's answer; a dismissed one gives undefined", async () => {
  await using setup = await withExtension(`
  pi.registerCommand("ask", { handler: async (_: string, ctx: any) => {
    const answers = [
      await ctx.ui.select("Which?", ["a", "b"]),
      await ctx.ui.confirm("Sure?", "Really"),
      await ctx.ui.input("Name?", "type"),
      await ctx.ui.editor("Text", "draft"),
      await ctx.ui.select("Again?", ["a"]),
    ];
    ctx.ui.notify(JSON.stringify(answers.map((answer) => answer ?? null)), "warning");
  } });`);
  await using rpc = new RpcProcess(setup);
  rpc.write({ id: "c", type: "prompt", message: "/ask" });
  const answer = async (method: string, reply: object, after = 0) => {
    const request = await rpc.find(isRequest(method), after);
    rpc.write({ type: "extension_ui_response", id: request.id, ...reply });
    return request;
  };
  const select = await answer("select", { value: "b" });
  expect(select).toEqual({
    type: "extension_ui_request",
    id: expect.any(String),
    method: "select",
    title: "Which?",
    options: ["a", "b"],
  });
  expect(await answer("confirm", { confirmed: true })).toMatchObject({ title: "Sure?", message: "Really" });
  expect(await answer("input", { value: "Ada" })).toMatchObject({ placeholder: "type" });
  expect(await answer("editor", { value: "final" })).toMatchObject({ prefill: "draft" });
  await answer("select", { cancelled: true }, rpc.lines.findIndex(isRequest("editor")));
  const told = await rpc.find(isRequest("notify"));
  expect(told).toMatchObject({ message: '["b",true,"Ada","final",null]', notifyType: "warning" });
  expect(await rpc.find(({ id, type }) => type === "response" && id === "c")).toMatchObject({
    success: true,
    data: { disposition: "handled" },
  });
  const { commands } = (await rpc.data("get_commands")) as { commands: { name: string; source: string }[] };
  expect(commands[0]).toMatchObject({ name: "ask", source: "extension" });
  expect(commands.map(({ name }) => name)).toEqual(expect.arrayContaining(["agents", "todo"]));
});

test("P-APP-37, P-APP-38: a time limit or an abort gives the default, and a late answer is ignored", async () => {
  await using setup = await withExtension(`
  pi.registerCommand("late", { handler: async (_: string, ctx: any) => {
    const first = await ctx.ui.confirm("Quick?", "", { timeout: 20 });
    const controller = new AbortController();
    const second = ctx.ui.select("Aborted?", ["a"], { signal: controller.signal });
    controller.abort();
    ctx.ui.notify(JSON.stringify([first, (await second) ?? null]));
  } });`);
  await using rpc = new RpcProcess(setup);
  rpc.write({ type: "prompt", message: "/late" });
  const dialog = await rpc.find(isRequest("confirm"));
  expect(dialog).toMatchObject({ timeout: 20 });
  expect(await rpc.find(isRequest("notify"))).toMatchObject({ message: "[false,null]" });
  expect(rpc.lines.filter(isRequest("cancel")).map(({ targetId }) => targetId)).toContain(dialog.id);
  rpc.write({ type: "extension_ui_response", id: dialog.id, confirmed: true });
  expect((await rpc.ask("get_state")).success).toBe(true);
});

test("P-APP-22, P-APP-39, P-APP-40, P-APP-41: what is shown is told, the rest has no effect, console.log goes to stderr", async () => {
  await using setup = await withExtension(`
  console.log("loaded");
  pi.registerCommand("show", { handler: async (_: string, ctx: any) => {
    const { ui } = ctx;
    console.log("stray line");
    process.stdout.write("stray write\\n");
    ui.setStatus("key", "busy");
    ui.setWidget("w", ["one", "two"], { placement: "belowEditor" });
    ui.setWidget("w", () => ({ render: () => [] }));
    ui.setTitle("title");
    ui.pasteToEditor("pasted");
    ui.setWorkingMessage("x"); ui.setWorkingVisible(false); ui.setWorkingIndicator({ frames: [] });
    ui.setHiddenThinkingLabel("x"); ui.setFooter(undefined); ui.setHeader(undefined);
    ui.addAutocompleteProvider((current: unknown) => current); ui.setEditorComponent(undefined);
    ui.setToolsExpanded(true); ui.onTerminalInput(() => undefined)();
    const facts = {
      mode: ctx.mode, hasUI: ctx.hasUI, text: ui.getEditorText(), expanded: ui.getToolsExpanded(),
      themes: ui.getAllThemes(), theme: ui.setTheme("dark"), custom: (await ui.custom(() => ({}))) ?? null,
      editor: ui.getEditorComponent() ?? null,
    };
    ui.notify(JSON.stringify(facts));
  } });`);
  await using rpc = new RpcProcess(setup);
  await rpc.data("prompt", { message: "/show" });
  const requests = rpc.lines.filter(({ type }) => type === "extension_ui_request");
  expect(requests.map(({ id: _, type: __, ...request }) => request)).toEqual([
    { method: "setStatus", statusKey: "key", statusText: "busy" },
    { method: "setWidget", widgetKey: "w", widgetLines: ["one", "two"], widgetPlacement: "belowEditor" },
    { method: "setTitle", title: "title" },
    { method: "set_editor_text", text: "pasted" },
    { method: "notify", message: expect.any(String), notifyType: "info" },
  ]);
  expect(JSON.parse(String(requests.at(-1)?.message))).toEqual({
    mode: "rpc",
    hasUI: true,
    text: "",
    expanded: false,
    themes: [],
    theme: { success: false, error: "Theme switching not supported in RPC mode" },
    custom: null,
    editor: null,
  });
  await rpc.program.waitForOutput("loaded\nstray line\nstray write\n", { stream: "stderr" });
});

test("P-APP-42, P-APP-43: shutdown() takes effect after the command; handlers hear of it", async () => {
  await using setup = await withExtension(`
  pi.on("session_shutdown", () => console.error("shutting down"));
  pi.registerCommand("leave", { handler: async (_: string, ctx: any) => {
    ctx.shutdown();
    ctx.ui.notify("still here");
  } });`);
  await using rpc = new RpcProcess(setup);
  rpc.write({ id: "l", type: "prompt", message: "/leave" });
  const { exitCode, stderr } = await rpc.program.exited;
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "shutting down\n" });
  expect(rpc.lines.map(({ method, command }) => method ?? command).filter(Boolean)).toEqual(["notify", "prompt"]);
});

test("R129: a handler that throws is told as an event, and the run goes on", async () => {
  await using setup = await withExtension(`pi.on("agent_start", () => { throw new Error("no luck"); });`);
  await using rpc = new RpcProcess(setup);
  await rpc.data("prompt", { message: "go" });
  await rpc.settled();
  expect(rpc.lines.find(({ type }) => type === "extension_error")).toEqual({
    type: "extension_error",
    extensionPath: expect.stringContaining("probe.ts"),
    event: "agent_start",
    error: "no luck",
  });
  expect(await rpc.data("get_last_assistant_text")).toEqual({ text: "ok" });
});

test("a dialog that is asked when the client has gone is dismissed, and nothing waits for it", async () => {
  await using setup = await withExtension(`
  pi.on("session_shutdown", async (_: unknown, ctx: any) => {
    console.error("saved: " + (await ctx.ui.confirm("Save?", "There is something to save")));
  });`);
  await using rpc = new RpcProcess(setup);
  await rpc.data("get_state");
  rpc.program.endInput();
  expect(await rpc.program.exited).toMatchObject({ exitCode: 0, stderr: "saved: false\n" });
});
