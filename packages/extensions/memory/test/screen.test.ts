import { join } from "node:path";
import { createWorkspace, startCliInPty, startModelServer, useScriptedModel } from "@tau/testkit";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { MemoryStore } from "../local/memory-store.ts";
import { manifest } from "../manifest.ts";
import { projectOf } from "../project.ts";

async function open(columns: number, rows: number, ...contents: string[]) {
  const harness = await createExtensionHarness({
    extensions: [manifest],
    mode: "tui",
    columns,
    rows,
    script: [{ text: "Done." }],
    settings: { memory: { backend: "local" } },
  });
  const store = new MemoryStore(join(harness.workspace.tauHome, "memory", "memory.sqlite"), () => undefined);
  store.add(contents.map((content) => ({ project: projectOf(harness.workspace.cwd), content, context: "" })));
  return {
    harness,
    store,
    terminal: harness.terminal,
    screen: () => harness.terminal.window.screen().join("\n"),
    async [Symbol.asyncDispose]() {
      store.close();
      await harness[Symbol.asyncDispose]();
    },
  };
}

test.each([
  [100, 30],
  [80, 24],
  [40, 15],
])("/memory lists, edits, adds and deletes at %i columns", async (columns, rows) => {
  await using at = await open(columns, rows, "apples are red", "pears are green");
  const { terminal, store } = at;
  terminal.press(..."/memory", "enter");
  await terminal.waitForText("2 memories");
  terminal.press(..."pears", "enter");
  await terminal.waitForText("Delete");
  terminal.press("down", "down", "enter");
  await terminal.waitForText("1 memory");
  expect(store.list().map(({ content }) => content)).toEqual(["apples are red"]);
  terminal.press("enter");
  await terminal.waitForText("→ Edit");
  terminal.press("enter");
  await terminal.waitForText("Edit the memory");
  terminal.press(..." or yellow", "enter");
  await expect.poll(() => store.list().map(({ content }) => content)).toEqual(["apples are red or yellow"]);
  await terminal.waitForText("1 memory");
  terminal.press("down", "enter");
  await terminal.waitForText("What should be remembered?");
  terminal.press(..."plums", "enter");
  await terminal.waitForText("All projects");
  terminal.press("down", "enter");
  await expect.poll(() => store.list().map(({ project }) => project)).toContain("");
  await terminal.waitForText("2 memories");
  terminal.press("escape");
});

test("what is stored cannot change the terminal", async () => {
  const evil = "evil\x1b[2J\x1b]0;owned\x07 \u202etext\r\nnext";
  await using at = await open(80, 24, evil);
  at.terminal.press(..."/memory", "enter");
  await at.terminal.waitForText("1 memory");
  await at.terminal.waitForText("evil");
  expect(at.screen()).toContain("type to search");
  expect(at.screen()).not.toContain("owned");
  at.terminal.press("escape");
  await at.harness.prompt("what is evil?");
  await at.terminal.waitForText("recalled 1 memory");
  expect(at.screen()).not.toContain("owned");
});

test("10,000 memories open at once, and typing finds one", async () => {
  await using at = await open(80, 24, ...Array.from({ length: 10_000 }, (_, n) => `memory number ${n}`));
  at.terminal.press(..."/memory", "enter");
  await at.terminal.waitForText("10000 memories");
  at.terminal.press(..."number 7777");
  await at.terminal.waitForText("→ memory number 7777");
});

test("/memory with words shows what it finds, and a memory that is gone is said to be", async () => {
  await using at = await open(80, 24, "apples", "pears");
  at.terminal.press(..."/memory pears", "enter");
  await at.terminal.waitForText("→ pears");
  expect(at.screen()).not.toContain("apples");
  at.store.remove(at.store.list().map(({ id }) => id));
  at.terminal.press("enter");
  await at.terminal.waitForText("is gone: another Tau has deleted it");
});

test("/memory says how to switch memory on while it is off", async () => {
  await using workspace = await createWorkspace();
  await using server = await startModelServer({ script: [{ text: "Done." }] });
  await useScriptedModel(workspace, server);
  const tau = startCliInPty({ workspace, columns: 80, rows: 24 });
  await tau.waitForText(/─{30}\n/);
  tau.send("/memory\r");
  await tau.waitForText(/which is off: the setting memory\.backend is not\s+set; tau memory on switches it\s+on\./);
  tau.press("ctrl+c", "ctrl+d");
  await tau.exited;
});

test("calls show what is remembered and what is looked for, not the arguments as JSON", async () => {
  const items = [{ content: "tabs, not spaces" }, { content: "releases on\nMondays", scope: "global" }];
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    mode: "tui",
    columns: 80,
    rows: 30,
    script: [
      { toolCalls: [{ name: "retain", arguments: { items } }] },
      { toolCalls: [{ name: "recall", arguments: { query: "when are releases?" } }] },
      { text: "Done." },
    ],
    settings: { memory: { backend: "local" } },
  });
  await harness.prompt("Remember it");
  await harness.terminal.waitForText("Done.");
  const screen = harness.terminal.window
    .screen()
    .map((line) => line.trimEnd())
    .join("\n");
  expect(screen).toMatch(/retain\n +tabs, not spaces\n +releases on Mondays \(all projects\)\n/);
  expect(screen).toContain("recall when are releases?");
  expect(screen).not.toContain("items=");
});
