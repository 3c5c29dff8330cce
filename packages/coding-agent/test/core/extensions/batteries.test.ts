import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { toBattery } from "../../../src/core/extensions/batteries/battery.ts";
import { batteryWish } from "../../../src/core/extensions/batteries/battery-wish.ts";
import { findManifests } from "../../../src/core/extensions/batteries/find-manifests.ts";
import { installed } from "../../../src/core/extensions/batteries/installed.ts";
import { unmetCondition } from "../../../src/core/extensions/batteries/unmet-condition.ts";
import type { BatteryCondition } from "../../../src/core/extensions/extension/extension-manifest.ts";
import type { ExtensionManifest } from "../../../src/core/extensions/index.ts";
import { SettingsStore } from "../../../src/core/settings/index.ts";
import { batterySetOf } from "./battery-set-of.ts";
import { isolatedServices } from "./session-with.ts";

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folder(files: Readonly<Record<string, string>> = {}): string {
  const root = mkdtempSync(join(tmpdir(), "tau-batteries-"));
  folders.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text, { mode: 0o755 });
  }
  return root;
}

const manifest = (parts: Partial<ExtensionManifest>): ExtensionManifest => ({
  name: "some",
  description: "Some battery",
  load: async () => ({ default: () => undefined }),
  ...parts,
});

const tool = { name: "go", label: "Go", description: "Goes", parameters: { type: "object", properties: {} } };

test("the index holds names and what every request declares; the rest stays in the manifest", () => {
  const battery = toBattery(
    manifest({
      tools: [
        { ...tool, loadout: "direct" },
        { ...tool, name: "later" },
      ],
      commands: { go: { description: "Goes" } },
      flags: { fast: { type: "boolean", description: "Faster" } },
      settings: { go: { type: "object", description: "How to go" } },
      events: ["input"],
      when: { program: "git" },
    }),
  );
  expect(battery).toEqual({
    name: "some",
    tools: [{ ...tool, loadout: "direct" }],
    found: ["later"],
    commands: ["go"],
    flags: ["fast"],
    settings: ["go"],
    events: ["input"],
    when: { program: "git" },
  });
  expect(toBattery(manifest({}))).toEqual({ name: "some" });
});

test("a tool of a manifest is found by searching, unless it is one of the few that every request declares", () => {
  const names = ["ask", "task", "todo", "tool_search", "web_search"];
  const battery = toBattery(manifest({ tools: [...names, "other"].map((name) => ({ ...tool, name })) }));
  expect([battery.tools?.map(({ name }) => name), battery.found]).toEqual([names, ["other"]]);
  const direct = installed.flatMap(({ tools = [] }) => tools.map(({ name }) => name));
  expect(direct.filter((name) => !names.includes(name))).toEqual([]);
});

test("every folder with a manifest is a battery, and none is listed by hand", async () => {
  const root = folder({
    "b/manifest.ts": 'export const manifest = { name: "b", description: "B", load: async () => ({ default() {} }) };',
    "a/manifest.ts": 'export const manifest = { name: "a", description: "A", load: async () => ({ default() {} }) };',
    "notes/README.md": "no battery",
  });
  expect((await findManifests([root])).map(({ manifest: { name } }) => name)).toEqual(["a", "b"]);
  expect(installed.map(({ name }) => name)).toEqual(expect.arrayContaining(["calc", "titles"]));
});

test.each([
  [
    "another name than its folder's",
    'export const manifest = { name: "other", load: async () => ({}) };',
    'its name is "other"',
  ],
  ["no manifest", "export const something = 1;", "it exports no manifest"],
  [
    "a direct tool with a function",
    'export const manifest = { name: "bad", tools: [{ name: "t", loadout: "direct", prepareArguments: (x) => x }], load: async () => ({}) };',
    "prepareArguments of the tool t is a function",
  ],
])("a folder with %s is refused by name", async (_, text, message) => {
  const root = folder({ "bad/manifest.ts": text });
  await expect(findManifests([root])).rejects.toThrow(message);
  await expect(findManifests([root])).rejects.toThrow(join(root, "bad", "manifest.ts"));
});

test("of many files that would do, the first few are named, and none twice for its case", async () => {
  const services = await isolatedServices(folder());
  const file = ["justfile", "Justfile", "package.json", "Makefile", "makefile", "Taskfile.yml"];
  expect(unmetCondition({ file }, services)).toBe(
    "there is no justfile, package.json, Makefile or similar in this folder",
  );
});

const GIT = '[remote "origin"]\n\turl = git@github.com:some/thing.git\n';

test.each<[string, BatteryCondition, Record<string, string>, string]>([
  ["setting", { setting: "thing.enabled" }, { "on.json": "" }, "the setting thing.enabled is not set"],
  [
    "file",
    { file: ["justfile", "Makefile"] },
    { Makefile: "all:\n" },
    "there is no justfile or Makefile in this folder",
  ],
  ["remote", { remote: "github.com" }, { ".git/config": GIT }, "no git remote of this folder is at github.com"],
  [
    "program",
    { program: "tau-test-program" },
    { "bin/tau-test-program": "#!/bin/sh\n" },
    "tau-test-program is not on PATH",
  ],
  ["credentials", { credentials: "some-vendor" }, {}, "there are no credentials for some-vendor"],
])("a battery that needs a %s is off without it, and says why", async (kind, when, files, reason) => {
  const battery = toBattery(manifest({ when }));
  const services = await isolatedServices(folder());
  const without = batterySetOf(services, [manifest({ when })]);
  expect([without.whyOff(battery), await without.manifests(), without.tools()]).toEqual([reason, [], []]);
  const cwd = folder(files);
  const path = process.env.PATH;
  try {
    process.env.PATH = `${join(cwd, "bin")}:${path}`;
    const there = { ...(await isolatedServices(cwd)), cwd };
    if (kind === "setting") there.settings.setAt("global", ["thing", "enabled"], true);
    if (kind === "credentials") there.models.authStorage.setRuntimeApiKey("some-vendor", "key");
    const set = batterySetOf(there, [manifest({ when })]);
    expect([set.whyOff(battery), (await set.manifests()).length]).toEqual([undefined, 1]);
  } finally {
    process.env.PATH = path;
  }
});

test("a battery with alternatives is on as soon as one of them holds", async () => {
  const when = { any: [{ credentials: "some-vendor" }, { variable: "TAU_TEST_ENDPOINT" }] };
  const battery = toBattery(manifest({ when }));
  const services = await isolatedServices(folder());
  const whyOff = () => batterySetOf(services, [manifest({ when })]).whyOff(battery);
  expect(whyOff()).toBe("there are no credentials for some-vendor, and TAU_TEST_ENDPOINT is not set");
  try {
    process.env.TAU_TEST_ENDPOINT = "http://localhost";
    expect(whyOff()).toBeUndefined();
  } finally {
    delete process.env.TAU_TEST_ENDPOINT;
  }
  services.models.authStorage.setRuntimeApiKey("some-vendor", "key");
  expect(whyOff()).toBeUndefined();
});

test("a worktree has the remotes of its repository", async () => {
  const root = folder({
    "main/.git/config": GIT,
    "main/.git/worktrees/side/commondir": "../..\n",
    "side/.git": "gitdir: ../main/.git/worktrees/side\n",
    "side/src/file": "",
  });
  const services = { ...(await isolatedServices(root)), cwd: join(root, "side", "src") };
  const set = batterySetOf(services, [manifest({ when: { remote: "github.com" } })]);
  expect(set.all.map((battery) => set.isOn(battery))).toEqual([true]);
});

test("a condition is checked when something asks for the battery, and again after a refresh", async () => {
  const cwd = folder();
  const set = batterySetOf(await isolatedServices(cwd), [manifest({ when: { file: "wanted" }, events: ["input"] })]);
  expect([set.listensTo("agent_start"), set.hasCommand("x")]).toEqual([false, false]);
  writeFileSync(join(cwd, "wanted"), "");
  expect(set.listensTo("input")).toBe(true);
  rmSync(join(cwd, "wanted"));
  expect(set.listensTo("input")).toBe(true);
  set.refresh();
  expect(set.listensTo("input")).toBe(false);
});

test("settings switch a battery on and off; the project's word counts more; an optional one waits for a word", () => {
  const wish = (extensions: string[], optIn?: true) =>
    batteryWish({ name: "some", ...(optIn && { optIn }) }, SettingsStore.inMemory({ extensions }));
  expect(wish([])).toBe("wanted");
  expect(wish(["-builtin:some"])).toEqual("off:user");
  expect(wish([], true)).toEqual("off:opt-in");
  expect(wish(["+builtin:some"], true)).toBe("wanted");
});
