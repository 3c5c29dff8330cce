import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { findBuiltInTheme } from "../../../src/core/themes/index.ts";
import { type ScriptedSetup, withScriptedModel } from "../scripted-model.ts";
import { leave, openTau, typeAndSee } from "./open-tau.ts";

const MODEL = { defaultProvider: "scripted", defaultModel: "model" };

async function withSettings(settings: object, text = "Answered."): Promise<ScriptedSetup> {
  const setup = await withScriptedModel(() => ({ text }));
  await setup.workspace.configure("settings.json", { ...MODEL, ...settings });
  return setup;
}

/** As terminals with the newer protocol send the key: two old ones together would be one with Alt. */
const ESCAPE = "\x1b[27u";

test("externalEditor names the program that Ctrl+G opens", async () => {
  const editor = "#!/bin/sh\nprintf 'written elsewhere' > \"$1\"\n";
  await using setup = await withSettings({ externalEditor: "./editor.sh" });
  const { workspace } = setup;
  await workspace.write("editor.sh", editor);
  await chmod(workspace.path("editor.sh"), 0o755);
  await using tau = await openTau(workspace);
  tau.send("\x07");
  await tau.waitForText("written elsewhere");
});

test.each([
  ["tree", "╭─ Session tree"],
  ["fork", "╭─ Fork"],
])("doubleEscapeAction %s: two Escapes in an empty editor open it", async (doubleEscapeAction, title) => {
  await using setup = await withSettings({ doubleEscapeAction });
  await using tau = await openTau(setup.workspace);
  tau.send("hello\r");
  await tau.waitForText("Answered.");
  tau.send(ESCAPE + ESCAPE);
  await tau.waitForText(title);
});

test("doubleEscapeAction none: two Escapes do nothing", async () => {
  await using setup = await withSettings({ doubleEscapeAction: "none" });
  await using tau = await openTau(setup.workspace);
  tau.send("hello\r");
  await tau.waitForText("Answered.");
  tau.send(ESCAPE + ESCAPE);
  tau.send("still typing");
  await tau.waitForText("still typing");
  expect(tau.picture()).not.toMatch(/╭─ (Session tree|Fork)/);
});

test("treeFilterMode is the filter that the tree opens with", async () => {
  await using setup = await withSettings({ treeFilterMode: "user-only" });
  await using tau = await openTau(setup.workspace);
  tau.send("hello\r");
  await tau.waitForText("Answered.");
  tau.send("/tree\r");
  await tau.waitForText(/you: hello/);
  expect(tau.picture()).toContain("your prompts only");
  expect(tau.picture().split("╭─")[1]).not.toContain("Answered.");
});

test("branchSummary.skipPrompt: a branch is left without a question", async () => {
  await using setup = await withSettings({ branchSummary: { skipPrompt: true } });
  await using tau = await openTau(setup.workspace);
  tau.send("hello\r");
  await tau.waitForText("Answered.");
  tau.send("/tree\r");
  await tau.waitForText(/you: hello/);
  tau.press("up");
  await tau.waitForText(/→.*you: hello/);
  tau.press("enter");
  await tau.waitForText((screen) => /─\n *hello/.test(screen) && !screen.includes("Answered."));
});

test("editorPaddingX and outputPad move text away from the edges", async () => {
  await using setup = await withSettings({ editorPaddingX: 3, outputPad: 0 });
  await using tau = await openTau(setup.workspace);
  tau.send("hello\r");
  await tau.waitForText(/^Answered\./m);
  tau.send("typed");
  await tau.waitForText(/^ {3}typed/m);
});

test("autocompleteMaxVisible: so many commands are offered at once", async () => {
  await using setup = await withSettings({ autocompleteMaxVisible: 3 });
  await using tau = await openTau(setup.workspace);
  tau.send("/s");
  await tau.waitForText(/\(1\/\d+\)/);
  const offered = tau.picture().match(/^ *(→ )?\/?s[a-z-]+ {2,}/gm) ?? [];
  expect(offered).toHaveLength(3);
});

test("terminal.showTerminalProgress tells the terminal's tab that a run goes on, and that it ended", async () => {
  for (const showTerminalProgress of [true, false]) {
    await using setup = await withSettings({ terminal: { showTerminalProgress } });
    await using tau = await openTau(setup.workspace);
    tau.send("hello\r");
    await tau.waitForText("Answered.");
    expect(await leave(tau)).toBe(0);
    expect(tau.output().includes("\x1b]9;4;3")).toBe(showTerminalProgress);
    expect(tau.output().includes("\x1b]9;4;0")).toBe(showTerminalProgress);
  }
});

test("showHardwareCursor leaves the terminal's own cursor on", async () => {
  for (const showHardwareCursor of [true, false]) {
    await using setup = await withSettings({ showHardwareCursor });
    await using tau = await openTau(setup.workspace);
    tau.send("abc");
    await tau.waitForText("abc");
    const [shown, hidden] = [tau.output().lastIndexOf("\x1b[?25h"), tau.output().lastIndexOf("\x1b[?25l")];
    expect(shown > hidden).toBe(showHardwareCursor);
  }
});

test("terminal.hyperlinks and terminal.trueColor count more than what the terminal says of itself", async () => {
  for (const on of [true, false]) {
    await using setup = await withSettings(
      { theme: "dark", terminal: { hyperlinks: on, trueColor: on } },
      "See [the page](https://example.test/x).",
    );
    await using tau = await openTau(setup.workspace);
    tau.send("hello\r");
    await tau.waitForText("the page");
    expect(tau.output().includes("\x1b]8;;https://example.test/x")).toBe(on);
    expect(tau.output().includes("\x1b[38;2;")).toBe(on);
  }
});

test("a theme of the user's is shown as its file is written; a broken one changes nothing", async () => {
  const theme = { ...findBuiltInTheme("dark"), name: "mine" };
  const withAccent = (accent: string) => JSON.stringify({ ...theme, colors: { ...theme.colors, accent } });
  await using setup = await withSettings({ theme: "mine" }, "- an item");
  const file = join(setup.workspace.tauHome, "themes", "mine.json");
  await setup.workspace.configure("themes/mine.json", JSON.parse(withAccent("#010203")));
  await using tau = await openTau(setup.workspace);
  tau.send("hello\r");
  await tau.waitForText("an item");
  expect(tau.output()).toContain("\x1b[38;2;1;2;3m");
  await writeFile(file, "{ half");
  await writeFile(file, withAccent("#0a0b0c"));
  await tau.waitForText(() => tau.output().includes("\x1b[38;2;10;11;12m"));
  expect(await readFile(file, "utf8")).toContain("#0a0b0c");
});

test("a theme that there is not is named, with the one that is taken", async () => {
  await using setup = await withSettings({ theme: "light/gone" });
  await using tau = await openTau(setup.workspace);
  await tau.waitForText('There is no theme "gone"; using dark.');
});

test("a setting of the administrator's is marked and cannot be changed; config set says that it has no effect", async () => {
  await using setup = await withSettings({});
  const { workspace } = setup;
  const env = { TAU_MANAGED_SETTINGS: workspace.path("managed.json") };
  await workspace.write("managed.json", JSON.stringify({ retry: { maxRetries: 2 } }));
  const set = await runCli({ workspace, args: ["config", "set", "retry.maxRetries", "7"], env });
  expect(set).toMatchObject({ exitCode: 0, stdout: "" });
  expect(set.stderr).toBe(
    "tau: retry.maxRetries is saved, but your administrator has set it too, and that value applies.\n",
  );
  expect((await runCli({ workspace, args: ["config", "get", "retry.maxRetries"], env })).stdout).toBe("2\n");
  await using tau = await openTau(workspace, { env });
  await typeAndSee(
    tau,
    ["/settings\r", "╭─ Settings"],
    ["retry.maxRetries", /→ retry\.maxRetries +2 \(administrator\)/],
    ["\r", "retry.maxRetries is set by your administrator and cannot be changed here."],
  );
});

test("settings that an extension declares in package.json are in the list", async () => {
  await using setup = await withSettings({});
  const { workspace } = setup;
  const settings = {
    look: { type: "object", properties: { limit: { type: "integer", default: 3, description: "How many" } } },
  };
  const pi = { extensions: ["./index.ts"], settings };
  await workspace.configure("extensions/look/package.json", { name: "look", pi });
  await writeFile(join(workspace.tauHome, "extensions/look/index.ts"), "export default () => {};\n");
  await using tau = await openTau(workspace);
  await typeAndSee(tau, ["/settings\r", "╭─ Settings"], ["look.limit", /→ look\.limit +3[\s\S]*How many/]);
});
