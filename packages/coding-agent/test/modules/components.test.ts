import type { SessionTreeNode } from "@tau/agent";
import type { AssistantMessage, Model } from "@tau/ai";
import { setKeybindings, stripTerminalSequences, type TUI } from "@tau/tui";
import { expect, test } from "vitest";
import * as modules from "../../src/pi.ts";

const tui = { requestRender: () => undefined } as unknown as TUI;

function plain(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(/\x1b\[[0-9;]*m/g, "").trimEnd()).filter((line) => line !== "");
}

function bare(lines: readonly string[]): string[] {
  return lines.map((line) => stripTerminalSequences(line)).filter((line) => line.trim() !== "");
}

const KEYS: Readonly<Record<string, string>> = { "ctrl+x": "\x18", "shift+l": "L" };

test("messages are drawn without a screen", () => {
  const user = new modules.UserMessageComponent("What is 2 + 2?");
  expect(plain(user.render(40))).toEqual([expect.stringContaining("What is 2 + 2?")]);
  const summary = new modules.BranchSummaryMessageComponent({
    role: "branchSummary",
    summary: "We tried **another** way",
    fromId: "1",
    timestamp: 0,
  });
  expect(plain(summary.render(60)).join("\n")).not.toContain("We tried another way");
  summary.setExpanded(true);
  expect(plain(summary.render(60)).join("\n")).toMatch(/Summary of a branch[\s\S]*We tried another way/);
});

test("a command of the user's shows its output and its end", () => {
  const bash = new modules.BashExecutionComponent("make", tui);
  bash.appendOutput("cc main.c\n");
  bash.setComplete(2, false);
  expect([bash.getCommand(), bash.getOutput()]).toEqual(["make", "cc main.c\n"]);
  expect(plain(bash.render(60)).join("\n")).toMatch(/make[\s\S]*cc main\.c[\s\S]*2/);
});

test("a tool call shows its arguments and its result", () => {
  const call = new modules.ToolExecutionComponent("bash", "1", { command: "ls" }, undefined, undefined, tui, "/");
  call.setArgsComplete();
  call.markExecutionStarted();
  call.updateResult({ content: [{ type: "text", text: "a.ts" }], details: undefined });
  expect(plain(call.render(60)).join("\n")).toMatch(/ls[\s\S]*a\.ts/);
});

test("a list is narrowed by typing, and Enter takes what is marked", () => {
  const taken: string[] = [];
  const list = new modules.ExtensionSelectorComponent(
    "Colour",
    ["red", "green", "blue"],
    (option) => taken.push(option),
    () => taken.push("-"),
  );
  list.handleInput("g");
  list.handleInput("\r");
  list.handleInput("\x1b");
  expect(taken).toEqual(["green", "-"]);
});

test("margins, pictures and transformers can be set from outside", () => {
  const answer = {
    ...{ role: "assistant", content: [{ type: "text", text: "yes" }], api: "a", provider: "p", model: "m" },
    ...{ stopReason: "stop", timestamp: 0 },
  } as AssistantMessage;
  const shout = [(text: string) => text.toUpperCase()];
  const message = new modules.AssistantMessageComponent(answer, false, undefined, undefined, 3, shout);
  const line = () => bare(message.render(20)).find((text) => /yes/i.test(text));
  expect(line()).toMatch(/^ {3}YES/);
  message.setOutputPad(0);
  expect(line()).toMatch(/^YES/);
  const user = new modules.UserMessageComponent("hello", undefined, 0);
  const start = () =>
    bare(user.render(20))
      .find((text) => text.includes("hello"))
      ?.indexOf("›");
  expect(start()).toBe(0);
  user.setOutputPad(2);
  expect(start()).toBe(2);
  const call = new modules.ToolExecutionComponent("x", "1", {}, { outputPad: 0 }, undefined, tui, "/");
  call.setOutputPad(4);
  call.setImageWidthCells(10);
  expect(bare(call.render(30))[0]).toMatch(/^ {4}\S/);
});

test("a key makes the marked model or level the default; a search narrows from the start", () => {
  setKeybindings(new modules.KeybindingsManager());
  const models = ["one", "two"].map((id) => ({ id, provider: "p" }) as Model);
  const runtime = { getAvailableSnapshot: () => models, getAvailable: async () => models } as never;
  const taken: string[] = [];
  const take = (kind: string) => (model: Model) => void taken.push(`${kind} ${model.id}`);
  const [, two] = models;
  const selector = new modules.ModelSelectorComponent(
    tui,
    two,
    runtime,
    [],
    take("use"),
    () => undefined,
    "tw",
    take("default"),
    two,
  );
  expect([selector.getSearchInput().getValue(), selector.capturesViewportInput]).toEqual(["tw", true]);
  expect(plain(selector.render(60)).join("\n")).toContain("p (default)");
  selector.focused = true;
  selector.handleInput("\x13");
  selector.handleInput("\r");
  expect(taken).toEqual(["default two", "use two"]);
});

test("the tree copies the marked text, and labels it", () => {
  setKeybindings(new modules.KeybindingsManager());
  const entry = {
    ...{ type: "message", id: "1", parentId: null, timestamp: "" },
    message: { role: "user", content: "first", timestamp: 0 },
  } as SessionTreeNode["entry"];
  const done: unknown[] = [];
  const ignore = () => undefined;
  const tree = [{ entry, children: [] }];
  const list = new modules.TreeSelectorComponent(tree, "1", 20, ignore, ignore, (...label) => done.push(label));
  list.onCopy = (text) => done.push(text);
  const keys = new modules.KeybindingsManager();
  const press = (name: "app.message.copy" | "app.tree.editLabel") => KEYS[keys.getKeys(name)[0] ?? ""] ?? "";
  list.handleInput(press("app.message.copy"));
  list.handleInput(press("app.tree.editLabel"));
  for (const key of ["m", "e", "\r"]) list.handleInput(key);
  expect(done).toEqual(["first", ["1", "me"]]);
});

test("settings call back by their name with the value that was chosen", () => {
  const changed: unknown[] = [];
  const list = new modules.SettingsSelectorComponent(
    { autoCompact: true, steeringMode: "all", currentTheme: "dark", availableThemes: ["dark", "light"] },
    {
      onCancel: () => changed.push("cancel"),
      onAutoCompactChange: (on: boolean) => changed.push(["autoCompact", on]),
      onThemeChange: (name: string) => changed.push(["theme", name]),
    },
  ).getSettingsList();
  list.handleInput("\r");
  list.handleInput("\x1b[B");
  list.handleInput("\x1b[B");
  list.handleInput("\r");
  expect(changed).toEqual([
    ["autoCompact", false],
    ["theme", "light"],
  ]);
});

test("a dialog that nobody answers goes away when its time is up; a greeting waves", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const input = new modules.ExtensionInputComponent("Name", undefined, () => undefined, resolve, {
    timeout: 1,
    initialValue: "Ada",
    description: "As on the door",
  });
  expect(plain(input.render(40)).join("\n")).toMatch(/Name[\s\S]*As on the door[\s\S]*Ada/);
  await promise;
  input.dispose();
  const greeting = new modules.ArminComponent(tui);
  expect(plain(greeting.render(40))).toEqual([expect.stringContaining("hi!")]);
  greeting.dispose();
});

test("the tree lists entries, with branches indented and labels shown", () => {
  const node = (id: string, text: string, children: SessionTreeNode[] = []): SessionTreeNode => ({
    entry: {
      type: "message",
      id,
      parentId: null,
      timestamp: "",
      message: { role: "user", content: text, timestamp: 0 },
    },
    children,
    ...(id === "2" ? { label: "here" } : {}),
  });
  const ignore = () => undefined;
  const tree = [node("1", "first", [node("2", "second"), node("3", "third")])];
  const list = new modules.TreeSelectorComponent(tree, "3", 20, ignore, ignore);
  expect(list.getTreeList().getSelectedNode()?.entry.id).toBe("3");
  expect(plain(list.render(60)).filter((line) => !line.startsWith("─"))).toEqual([
    " Session tree",
    expect.stringContaining("type to search"),
    expect.stringContaining("you: first"),
    expect.stringMatching(/├ \[here\] you: second/),
    expect.stringMatching(/└ you: third/),
    expect.stringContaining("prompts, answers and tools"),
  ]);
});

test("text is cut by the lines of the screen", () => {
  expect(modules.truncateToVisualLines("a b\nc d e\nf", 2, 3)).toEqual({
    visualLines: ["e  ", "f  "].map((line) => expect.stringContaining(line.trim())),
    skippedCount: 2,
  });
});

test("arguments are read as the program reads them, and what is wrong with them is told", () => {
  const args = modules.parseArgs(["-p", "--model", "a/b", "-e", "x.ts", "--plan", "@notes.md", "do it"]);
  expect(args).toMatchObject({ print: true, model: "a/b", extensions: ["x.ts"], fileArgs: ["notes.md"] });
  expect(modules.parseArgs(["--mode", "none"]).diagnostics).toMatchObject([{ type: "error" }]);
});

test("a diff has signs, numbers and the first changed line", () => {
  expect(modules.generateDiffString("a\nb\nc\n", "a\nB\nc\n")).toEqual({
    diff: " 1 a\n-2 b\n+2 B\n 3 c",
    firstChangedLine: 2,
  });
  expect(modules.generateUnifiedPatch("f", "a\n", "b\n")).toContain("-a\n+b\n");
});
