import { describe, expect, test } from "vitest";
import { RpcProcess } from "../modes/rpc/rpc-process.ts";
import { publishedPackages } from "./published-packages.ts";
import { withScriptedModel } from "./scripted-model.ts";

/** Small ones of the registry, with few dependencies: TypeScript and built, ES modules and CommonJS below them, of all three scopes. */
const VERSIONS = {
  "@aliou/pi-processes": "0.12.0",
  "@codersbrew/pi-tools": "0.7.1",
  "@juicesharp/rpiv-args": "2.11.0",
  "@the-agency/pi-hashline-edit": "0.3.0",
  "@tmustier/pi-ralph-wiggum": "0.2.3",
  "pi-blueprint": "0.2.1",
  "pi-btw": "0.4.1",
  "pi-llm-wiki": "0.1.0",
  "pi-plan-mode": "0.2.4",
  "pi-simplify": "0.2.2",
  "pi-theme-flip": "0.2.0",
  "pi-vimmode": "0.9.0",
};

const packages = publishedPackages(VERSIONS);

const CALLS = [
  { name: "hashline_read", arguments: { path: "a.txt" } },
  { name: "process", arguments: { action: "start", name: "greeter", command: "echo hi" } },
  { name: "wiki_bootstrap", arguments: { title: "Notes" } },
  { name: "wiki_status", arguments: {} },
];
const COMMANDS = ["ps", "ralph", "blueprint", "btw", "wiki-status", "plan", "simplify", "theme-flip", "vimmode"];
const TEXTS = ["implement", "skill:pi-processes", "skill:llm-wiki", "skill:pi-ralph-wiggum"];
const TOOLS = [
  "subagent",
  "hashline_edit",
  "ralph_start",
  "blueprint_create",
  "wiki_search",
  ...CALLS.map(({ name }) => name),
];

describe.skipIf(!packages)("published packages, all in one session", { timeout: 120_000 }, () => {
  test("load without a word on stderr, are there, and do their work", async () => {
    await using setup = await withScriptedModel([...CALLS.map((call) => ({ toolCalls: [call] })), { text: "done" }], {
      files: { "a.txt": "alpha\nbeta\n" },
      git: true,
    });
    const settings = { defaultProvider: "scripted", defaultModel: "model", packages: [...(packages?.values() ?? [])] };
    await setup.workspace.configure("settings.json", settings);
    await using rpc = new RpcProcess(setup);

    const { commands } = (await rpc.data("get_commands")) as { commands: { name: string }[] };
    const names = new Set(commands.map(({ name }) => name));
    expect([...COMMANDS, ...TEXTS].filter((name) => !names.has(name))).toEqual([]);

    await rpc.data("prompt", { message: "go" });
    await rpc.settled();
    const { tools } = (setup.server.requests[0]?.body ?? { tools: [] }) as { tools: { function: { name: string } }[] };
    const offered = new Set(tools.map((tool) => tool.function.name));
    expect(TOOLS.filter((name) => !offered.has(name))).toEqual([]);
    const results = rpc.lines.filter(({ type }) => type === "tool_execution_end");
    expect(results.map(({ toolName, isError }) => [toolName, isError])).toEqual(CALLS.map(({ name }) => [name, false]));
    expect(JSON.stringify(results[0]?.result)).toMatch(/1#\w\w:alpha\\n2#\w\w:beta/);
    expect(JSON.stringify(results[1]?.result)).toContain("Started process greeter");
    expect(await setup.workspace.list()).toContain(".wiki/config.json");

    const isSaid = (text: RegExp) => (line: Record<string, unknown>) =>
      line.type === "extension_ui_request" && text.test(String(line.message));
    await rpc.data("prompt", { message: "/ralph status" });
    await rpc.find(isSaid(/No Ralph loops/));
    await rpc.data("prompt", { message: "/plan paint the fence" });
    await rpc.find(isSaid(/Plan mode enabled/));
    await rpc.data("prompt", { message: "/blueprint make tea" });
    await setup.server.waitForRequest(({ body }) => JSON.stringify(body).includes("make tea"));

    expect(rpc.lines.filter(({ type }) => type === "extension_error")).toEqual([]);
    expect(rpc.program.stderr).toBe("");
  });
});
