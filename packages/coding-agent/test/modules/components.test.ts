import type { SessionTreeNode } from "@tau/agent";
import type { TUI } from "@tau/tui";
import { expect, test } from "vitest";
import * as modules from "../../src/modules/coding-agent.ts";

const tui = { requestRender: () => undefined } as unknown as TUI;

function plain(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(/\x1b\[[0-9;]*m/g, "").trimEnd()).filter((line) => line !== "");
}

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
  expect(list.getTreeList().getSelectedItem()?.value).toBe("3");
  expect(plain(list.render(60)).filter((line) => !line.startsWith("─"))).toEqual([
    " Session tree",
    expect.stringContaining("first"),
    expect.stringContaining("  [here] second"),
    expect.stringContaining("  third"),
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
