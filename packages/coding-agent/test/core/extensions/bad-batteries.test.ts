import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createExtensionHarness, type ExtensionHarness, type ExtensionHarnessOptions } from "@tau/testkit/extensions";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { findManifests } from "../../../src/core/extensions/batteries/find-manifests.ts";
import { createNoUi, type ExtensionAPI, type ExtensionManifest } from "../../../src/core/extensions/index.ts";
import { SettingsStore } from "../../../src/core/settings/index.ts";

const tool = (name: string) => ({
  name,
  label: name,
  description: `Does ${name}`,
  parameters: { type: "object", properties: {} },
});

/** A battery with one tool, one command, one event and this body. */
function battery(name: string, body: (pi: ExtensionAPI) => unknown): ExtensionManifest {
  return {
    name,
    description: name,
    tools: [tool(`${name}_tool`)],
    commands: { [name]: { description: name } },
    events: ["agent_start"],
    load: async () => ({ default: body }),
  };
}

/** All that the manifest of `battery` names. */
function registerAll(pi: ExtensionAPI, name: string): void {
  pi.registerTool({
    ...tool(`${name}_tool`),
    parameters: Type.Object({}),
    execute: async () => ({ content: [{ type: "text", text: `${name} ran` }], details: {} }),
  });
  pi.registerCommand(name, { handler: () => pi.setSessionName(`${name} ran`) });
}

const good = battery("good", (pi) => registerAll(pi, "good"));

const SCRIPT = [
  { toolCalls: [{ name: "good_tool", arguments: {} }] },
  { text: "first" },
  { toolCalls: [{ name: "good_tool", arguments: {} }] },
  { text: "second" },
];

async function besideGood(
  bad: ExtensionManifest,
  options: Partial<ExtensionHarnessOptions> = {},
): Promise<ExtensionHarness> {
  return await createExtensionHarness({ extensions: [bad, good], script: SCRIPT, ...options });
}

/** Two runs and a command, with the events that wake the battery in each: it is reported once, no longer offered, and the rest works. */
async function expectOff(harness: ExtensionHarness, message: string): Promise<void> {
  expect(await harness.prompt("go")).toBe("first");
  expect(await harness.prompt("go")).toBe("second");
  await harness.prompt("/good");
  expect(harness.session.core.log.getSessionName()).toBe("good ran");
  expect(harness.errors.map(({ extensionPath, error }) => [extensionPath, error])).toEqual([["builtin:bad", message]]);
  expect(harness.session.core.tools.get("bad_tool")).toBeUndefined();
  expect(harness.session.core.extensions?.hasCommand("bad")).toBe(false);
  const results = harness.session.messages.filter(({ role }) => role === "toolResult");
  expect(results).toMatchObject([{ content: [{ text: "good ran" }] }, { content: [{ text: "good ran" }] }]);
}

test("a battery that throws at load is off, told of once, and all else continues", async () => {
  const bad = battery("bad", (pi) => {
    registerAll(pi, "bad");
    pi.registerTool({
      ...tool("extra"),
      parameters: Type.Object({}),
      execute: async () => ({ content: [], details: {} }),
    });
    throw new Error("no such library");
  });
  await using harness = await besideGood(bad);
  await expectOff(harness, "The battery bad is off until /reload: no such library");
  expect(harness.session.core.tools.get("extra")).toBeUndefined();
});

test("a battery whose module cannot be imported is off", async () => {
  const missing = { ...battery("bad", () => undefined), load: () => Promise.reject(new Error("Cannot find module x")) };
  await using harness = await besideGood(missing);
  await expectOff(harness, "The battery bad is off until /reload: Cannot find module x");
});

test("a battery that never returns is off after the limit; what it registers later is refused", async () => {
  const { promise: later, resolve: goOn } = Promise.withResolvers<void>();
  const refused = Promise.withResolvers<unknown>();
  const bad = battery("bad", async (pi) => {
    await later;
    try {
      registerAll(pi, "bad");
    } catch (error) {
      refused.resolve(error);
    }
  });
  await using harness = await besideGood({ ...bad, loadLimitMs: 20 });
  await expectOff(harness, "The battery bad is off until /reload: It did not finish loading within 0.02 seconds.");
  goOn();
  expect(await refused.promise).toMatchObject({ message: "The battery bad is off until /reload." });
  expect(harness.session.core.tools.get("bad_tool")).toBeUndefined();
});

test("a manifest that does not match its code: the battery is off, and what is missing is named", async () => {
  await using harness = await besideGood({
    ...battery("bad", () => undefined),
    services: ["forgotten"],
    schemes: ["gone"],
  });
  await expectOff(
    harness,
    "The battery bad is off until /reload: its manifest names the tool bad_tool, the command /bad, the service forgotten, the scheme gone://, its code does not register them.",
  );
});

test("the model and the user read why where they are the first to use it, and /reload tries again", async () => {
  let isBroken = true;
  const bad: ExtensionManifest = {
    ...battery("bad", (pi) => {
      if (isBroken) throw new Error("not yet");
      registerAll(pi, "bad");
    }),
    events: [],
  };
  const call = { toolCalls: [{ name: "bad_tool", arguments: {} }] };
  await using harness = await createExtensionHarness({
    extensions: [bad],
    script: [call, { text: "sorry" }, call, { text: "done" }],
  });
  await harness.prompt("go");
  const texts = () =>
    harness.session.messages.flatMap((message) => (message.role === "toolResult" ? [message.content[0]] : []));
  const off = { type: "text", text: expect.stringContaining("The battery bad is off until /reload: not yet") };
  expect(texts()).toEqual([off]);
  expect(harness.errors.length).toBe(1);
  isBroken = false;
  await harness.session.core.extensions?.reload();
  await harness.prompt("again");
  expect(texts()).toEqual([off, { type: "text", text: "bad ran" }]);
});

test("of two batteries with one name the second is off, and the build names both", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tau-two-batteries-"));
  try {
    for (const place of ["a", "b"]) {
      mkdirSync(join(folder, place, "twin"), { recursive: true });
      writeFileSync(
        join(folder, place, "twin/manifest.ts"),
        'export const manifest = { name: "twin", description: "", load: async () => ({ default() {} }) };',
      );
    }
    const found = findManifests([join(folder, "a"), join(folder, "b")]);
    await expect(found).rejects.toThrow('twin/manifest.ts: there is another battery named "twin".');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const second = battery("good", () => {
    throw new Error("never loaded");
  });
  await using harness = await createExtensionHarness({ extensions: [good, second], script: SCRIPT });
  expect(await harness.prompt("go")).toBe("first");
  expect(harness.errors).toEqual([]);
  expect(harness.session.core.extensions?.host?.errors).toEqual([
    { path: "builtin:good", error: "there is another battery of this name: this one is off." },
  ]);
});

test("an extension file that never returns is not loaded, and the others are", async () => {
  const { loadExtensions } = await import("../../../src/core/extensions/loader/load-extensions.ts");
  const never = { name: "never", factory: () => new Promise(() => undefined) };
  const { generation, errors } = await loadExtensions({
    inline: [never, { name: "next", factory: (pi) => pi.registerFlag("next", { type: "boolean" }) }],
    cwd: "/",
    loadLimitMs: 20,
  });
  expect(errors).toEqual([{ path: "<inline:never>", error: "It did not finish loading within 0.02 seconds." }]);
  expect(generation.extensions.map(({ path }) => path)).toEqual(["<inline:next>"]);
});

test("a setting of the wrong type is reported, its default applies, and the extension is on", async () => {
  const seen: unknown[] = [];
  const eager = (pi: ExtensionAPI) => {
    pi.settings.register("badly", { type: "object", properties: { depth: { type: "integer", default: 3 } } });
    seen.push(pi.settings.get("badly.depth"), pi.settings.get("todo.reminders"));
  };
  const settings = { badly: { depth: "deep" }, todo: { reminders: "many" } };
  await using harness = await createExtensionHarness({ extensions: [eager, good], script: SCRIPT, settings });
  expect(await harness.prompt("go")).toBe("first");
  expect(seen).toEqual([3, 2]);
  // Those of manifests are known when the files are read; those that code registers are told by it.
  expect(harness.errors.map(({ extensionPath, error }) => [extensionPath, error])).toEqual([
    ["<inline:1>", expect.stringMatching(/settings\.json:\d+: "badly\.depth" must be/)],
  ]);
  const { cwd, tauHome } = harness.workspace;
  const told = SettingsStore.open(cwd, tauHome).diagnostics();
  expect(told.map(({ message }) => message)).toEqual([expect.stringMatching(/^"todo\.reminders" must be/)]);
});

test("a program in a terminal that floods is ended at the limit, and the session continues", async () => {
  const ended: unknown[] = [];
  const flood: ExtensionManifest = {
    ...battery("bad", (pi) => {
      registerAll(pi, "bad");
      pi.on("agent_start", async () => {
        const terminal = await pi.processes.startTerminal("yes", [], { maxOutputBytes: 100_000 });
        let size = 0;
        for await (const bytes of terminal.output) size += (bytes as Buffer).length;
        ended.push(size, (await terminal.exited).ended);
      });
    }),
  };
  await using harness = await besideGood(flood);
  expect(await harness.prompt("go")).toBe("first");
  expect([ended, harness.errors]).toEqual([[100_000, "limit"], []]);
});

test("a package that cannot be fetched: the battery that needs it to load is off, with the reason", async () => {
  const need = { name: "tau-not-there", version: "1.0.0", integrity: `sha512-${"A".repeat(86)}==`, battery: "bad" };
  const bad = battery("bad", async (pi) => {
    await pi.packages.load(need);
    registerAll(pi, "bad");
  });
  const offline = process.env.TAU_OFFLINE;
  process.env.TAU_OFFLINE = "1";
  try {
    await using harness = await besideGood(bad, { mode: "rpc", ui: { ...createNoUi(), confirm: async () => true } });
    const reason = "tau-not-there 1.0.0 could not be installed: TAU_OFFLINE is set";
    await expectOff(harness, expect.stringContaining(`The battery bad is off until /reload: ${reason}`));
  } finally {
    if (offline === undefined) delete process.env.TAU_OFFLINE;
    else process.env.TAU_OFFLINE = offline;
  }
});
