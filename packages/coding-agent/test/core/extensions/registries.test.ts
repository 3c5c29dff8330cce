import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { KeyId } from "@tau/tui";
import { describe, expect, test } from "vitest";
import { createEventBus, createNoUi, type ExtensionFactory, execCommand } from "../../../src/core/extensions/index.ts";
import { runnerOf, sessionWith } from "./session-with.ts";

const command = { handler: async () => undefined };

test("commands that share a name are told apart by a number, in the order of loading", async () => {
  const register: ExtensionFactory = (pi) => pi.registerCommand("review", { description: "r", ...command });
  await using setup = await sessionWith([register, (pi) => pi.registerCommand("alone", command), register]);
  const runner = runnerOf(setup.session);
  expect(runner.getRegisteredCommands().map(({ invocationName }) => invocationName)).toEqual([
    "review:1",
    "alone",
    "review:2",
  ]);
  expect([runner.getCommand("review"), runner.getCommand("review:2")?.name]).toEqual([undefined, "review"]);
});

test("P-EXT-6, R127 reserved keys are refused, taken ones taken over, and both are reported", async () => {
  const shortcut =
    (key: string): ExtensionFactory =>
    (pi) =>
      pi.registerShortcut(key as KeyId, { handler: () => undefined });
  await using setup = await sessionWith([
    shortcut("ctrl+c"),
    shortcut("ctrl+x"),
    shortcut("ctrl+x"),
    shortcut("alt+m"),
  ]);
  const bindings = { "app.model.select": ["alt+m"] };
  const runner = runnerOf(setup.session);
  expect([...runner.getShortcuts(bindings)].map(([key, { extensionPath }]) => [key, extensionPath])).toEqual([
    ["ctrl+x", "<inline:3>"],
    ["alt+m", "<inline:4>"],
  ]);
  expect(runner.getShortcutDiagnostics(bindings).map(({ message }) => message)).toEqual([
    "The key ctrl+c is reserved, so <inline:1> cannot use it.",
    "The key ctrl+x of <inline:2> is taken over by <inline:3>.",
    "The key alt+m of app.model.select is taken over by <inline:4>.",
  ]);
});

test("a tool name that is taken stays with the first; the other is reported", async () => {
  const tool =
    (label: string): ExtensionFactory =>
    (pi) =>
      pi.registerTool({
        name: "t",
        label,
        description: label,
        parameters: {} as never,
        execute: async () => ({ content: [], details: 0 }),
      });
  await using setup = await sessionWith([tool("first"), tool("second")]);
  expect(runnerOf(setup.session).getToolDefinition("t")?.label).toBe("first");
  expect(setup.host.generation.registered.getToolDiagnostics()).toMatchObject([{ path: "<inline:2>" }]);
  expect(setup.errors).toMatchObject([{ extensionPath: "<inline:2>", event: "register_tool" }]);
});

test("R139 renderers and transformers: the first of a kind, resolvers in a chain, a failing transformer passed over", async () => {
  await using setup = await sessionWith([
    (pi) => {
      pi.registerMessageRenderer("note", () => undefined);
      pi.registerEntryRenderer("state", () => undefined);
      pi.registerMarkdownTransformer((text) => `${text}1`);
      pi.registerToolRenderer((name, next) => (name === "mine" ? { renderShell: "self" } : next()));
    },
    (pi) =>
      pi.registerMarkdownTransformer(() => {
        throw new Error("no");
      }),
    (pi) => pi.registerMarkdownTransformer((text) => `${text}2`),
  ]);
  const runner = runnerOf(setup.session);
  expect(runner.getMessageRenderer("note")).toBeTypeOf("function");
  expect(runner.getMessageRenderer("other")).toBeUndefined();
  expect(runner.getEntryRenderer("state")).toBeTypeOf("function");
  expect(runner.resolveToolRenderers("mine", () => undefined)).toEqual({ renderShell: "self" });
  expect(runner.resolveToolRenderers("read", () => ({ renderShell: "default" }))).toEqual({ renderShell: "default" });
  const context = { messageType: "user", isStreaming: false, availableWidth: 80 } as const;
  expect(setup.host.generation.registered.transformMarkdown("a", context)).toBe("a12");
  expect(setup.errors).toMatchObject([{ event: "markdown_transformer", error: "no" }]);
});

test("MCP servers: registered, told of, kept to their owner, and reported where nobody connects them", async () => {
  const told: unknown[] = [];
  await using setup = await sessionWith([
    (pi) =>
      pi.registerCommand("add", { handler: async () => pi.registerMcpServer("docs", { url: "http://127.0.0.1:1" }) }),
    (pi) => {
      pi.registerCommand("clash", { handler: async () => pi.registerMcpServer("docs", { command: "x" }) });
      pi.registerCommand("bad", { handler: async () => pi.registerMcpServer("no name", { command: "x" }) });
      pi.on("mcp_servers_change", ({ servers }) => void told.push(servers.map(({ name }) => name)));
    },
  ]);
  for (const text of ["/add", "/clash", "/bad"]) await setup.session.prompt(text);
  expect(told).toEqual([["docs"]]);
  expect(setup.errors.map(({ error }) => error)).toEqual([
    expect.stringContaining("already registered by <inline:1>"),
    expect.stringContaining("is no name for an MCP server"),
  ]);
  await using alone = await sessionWith([(pi) => pi.registerMcpServer("docs", { command: "x" })]);
  expect(alone.errors).toMatchObject([{ error: expect.stringContaining("Nothing connects") }]);
});

test("dialogs are announced once, however deep, and never awaited", async () => {
  const told: string[] = [];
  await using setup = await sessionWith(
    [
      (pi) => {
        pi.on("ui_prompt_start", ({ kind, title }) => void told.push(`start ${kind} ${title}`));
        pi.on("ui_prompt_end", ({ kind }) => void told.push(`end ${kind}`));
        pi.registerCommand("ask", {
          handler: async (_args, { ui }) => void (await Promise.all([ui.select("One", ["a"]), ui.input("Two")])),
        });
      },
    ],
    { bindings: { mode: "rpc", ui: createNoUi() } },
  );
  await setup.session.prompt("/ask");
  expect(told).toEqual(["start select One", "end input"]);
});

describe("R141 without a screen", () => {
  test("dialogs are turned away and nothing is shown", async () => {
    const ui = createNoUi();
    expect(
      await Promise.all([
        ui.select("", []),
        ui.confirm("", ""),
        ui.input(""),
        ui.editor(""),
        ui.custom(() => ({}) as never),
      ]),
    ).toEqual([undefined, false, undefined, undefined, undefined]);
    expect([ui.getEditorText(), ui.theme.fg("accent", "x"), ui.setTheme("dark").success]).toEqual(["", "x", false]);
  });
});

describe("the bus between extensions", () => {
  test("handlers of a channel hear in order; one that fails keeps none from hearing", async () => {
    const failed: unknown[] = [];
    const heard: unknown[] = [];
    const bus = createEventBus((channel, error) => failed.push([channel, String(error)]));
    bus.on("a", () => {
      throw new Error("no");
    });
    const stop = bus.on("a", (data) => heard.push(data));
    bus.emit("a", 1);
    stop();
    bus.emit("a", 2);
    await Promise.resolve();
    expect(heard).toEqual([1]);
    expect(failed).toEqual([
      ["a", "Error: no"],
      ["a", "Error: no"],
    ]);
  });
});

describe("exec", () => {
  const run = (script: string, options = {}) => execCommand("sh", ["-c", script], { cwd: tmpdir() }, options);

  test("both streams, the code and the folder", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tau-exec-"));
    expect(await run("pwd; echo err >&2; exit 3", { cwd: folder })).toEqual({
      stdout: `${folder}\n`,
      stderr: "err\n",
      code: 3,
      killed: false,
      truncated: false,
    });
    rmSync(folder, { recursive: true });
  });

  test("a time limit, an abort and too much output end the program", async () => {
    expect(await run("sleep 30", { timeout: 50 })).toMatchObject({ killed: true, truncated: false });
    expect(await run("sleep 0.1", { timeout: 0 })).toMatchObject({ killed: false });
    expect(await run("sleep 30", { signal: AbortSignal.timeout(50) })).toMatchObject({ killed: true });
    expect(await run("yes", { maxBuffer: 10 })).toMatchObject({
      killed: true,
      truncated: true,
      stdout: "y\ny\ny\ny\ny\n",
    });
  });

  test("a program that is not there is a result", async () => {
    expect(await execCommand("no-such-program-here", [], { cwd: tmpdir() })).toMatchObject({
      code: 1,
      killed: false,
      stderr: expect.stringContaining("ENOENT"),
    });
  });
});

test("R126 a command that the program has itself is passed over and reported", async () => {
  const command = { handler: async () => undefined };
  await using setup = await sessionWith([
    (pi) => {
      pi.registerCommand("model", command);
      pi.registerCommand("own", command);
    },
  ]);
  expect(runnerOf(setup.session).getCommandDiagnostics(["model", "new"])).toEqual([
    { type: "warning", path: "<inline:1>", message: expect.stringContaining("/model") },
  ]);
});
