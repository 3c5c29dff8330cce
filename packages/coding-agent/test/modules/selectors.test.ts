import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SessionTreeNode } from "@tau/agent";
import type { SessionInfo } from "@tau/agent/node";
import { waitUntil } from "@tau/testkit";
import { setKeybindings, stripTerminalSequences, visibleWidth } from "@tau/tui";
import { beforeEach, expect, test } from "vitest";
import * as pi from "../../src/pi.ts";

const ignore = () => undefined;
const UP = "\x1b[A";
const TAB = "\t";
const ESCAPE = "\x1b";

beforeEach(() => {
  setKeybindings(new pi.KeybindingsManager());
  pi.initTheme("dark");
});

function shown(component: { render(width: number): string[] }): string {
  return stripTerminalSequences(component.render(80).join("\n"));
}

function node(id: string, parentId: string | null, role: string, text: string, children: SessionTreeNode[] = []) {
  const content = [{ type: "text", text }];
  const message = { role, content, timestamp: 0, toolCallId: "c", toolName: "bash", isError: false };
  return { entry: { type: "message", id, parentId, timestamp: "", message }, children } as unknown as SessionTreeNode;
}

/** Two prompts, a tool's result, and a branch. */
function tree(): SessionTreeNode[] {
  const second = node("4", "3", "user", "paint it red");
  const other = node("5", "3", "user", "paint it blue");
  const result = node("3", "2", "toolResult", "the wall is dry", [second, other]);
  const answer = node("2", "1", "assistant", "Looking.", [result]);
  return [node("1", null, "user", "look at the wall", [answer])];
}

function selector(more: { onLabel?: (...label: unknown[]) => void; selected?: string; filter?: "no-tools" } = {}) {
  const got: unknown[] = [];
  const component = new pi.TreeSelectorComponent(
    tree(),
    "4",
    40,
    (id) => got.push(id),
    () => got.push("cancelled"),
    more.onLabel,
    more.selected,
    more.filter,
  );
  return { component, got };
}

test("TreeSelectorComponent shows branches and the current place, and is searched by typing", () => {
  const { component, got } = selector();
  expect(shown(component)).toMatch(/you: look at the wall[\s\S]*ok[\s\S]*├ .*paint it red[\s\S]*└ .*paint it blue/);
  for (const key of "blue") component.handleInput(key);
  expect(component.getTreeList().getSearchQuery()).toBe("blue");
  expect(shown(component)).not.toContain("paint it red");
  component.handleInput("\r");
  expect(got).toEqual(["5"]);
  component.handleInput(ESCAPE);
  expect([component.getTreeList().getSearchQuery(), got.length]).toEqual(["", 1]);
  component.handleInput(ESCAPE);
  expect(got).toEqual(["5", "cancelled"]);
});

test("TreeSelectorComponent begins at the selected entry, filters, and folds", () => {
  const { component, got } = selector({ selected: "3", filter: "no-tools" });
  expect(shown(component)).not.toContain("bash · ok");
  const list = component.getTreeList();
  expect(list.getSelectedNode()?.entry.id).not.toBe("3");
  const all = selector({ selected: "3" });
  all.component.handleInput("\r");
  expect(all.got).toEqual(["3"]);
  const around = selector({ selected: "5" });
  around.component.handleInput("\x1b[B");
  around.component.handleInput("\r");
  expect(around.got).toEqual(["1"]);
  const folding = selector({ selected: "3" });
  folding.component.handleInput("\x1b[1;5D");
  expect(shown(folding.component)).not.toContain("paint it red");
  component.handleInput(UP);
  component.handleInput("\r");
  expect(got).toEqual(["2"]);
});

test.each([3, 12, 20])("TreeSelectorComponent keeps within %i columns", (width) => {
  const widths = selector().component.render(width).map(visibleWidth);
  expect(Math.max(...widths)).toBeLessThanOrEqual(width);
});

test("TreeSelectorComponent shows a label that was typed, and lets a program change one", () => {
  const labels: unknown[] = [];
  const { component } = selector({ onLabel: (...label) => labels.push(label) });
  component.handleInput("L");
  for (const key of ["m", "e", "\r"]) component.handleInput(key);
  expect(labels).toEqual([["4", "me"]]);
  expect(shown(component)).toContain("[me]");
  component.getTreeList().updateNodeLabel("4", undefined);
  expect(shown(component)).not.toContain("[me]");
});

function info(path: string, name: string, modified: number): SessionInfo {
  return {
    ...{ path, id: path, cwd: "/work", name, firstMessage: name, allMessagesText: `words of ${name}` },
    ...{ created: new Date(0), modified: new Date(modified), messageCount: 2 },
  } as unknown as SessionInfo;
}

function sessions(
  options: { rename?: (...renamed: unknown[]) => Promise<void>; current?: string; files?: string[] } = {},
) {
  const got: unknown[] = [];
  const own = options.files ?? ["/s/beta", "/s/alpha"];
  const component = new pi.SessionSelectorComponent(
    async () => own.map((path, index) => info(path, path.split("/").at(-1) ?? "", 10 - index)),
    async () => [info("/s/elsewhere", "elsewhere", 5)],
    (path) => got.push(path),
    () => got.push("cancelled"),
    () => got.push("exit"),
    ignore,
    options.rename ? { renameSession: options.rename } : {},
    options.current,
  );
  const until = (text: string) =>
    waitUntil(async () => shown(component).includes(text), { describe: () => shown(component) });
  return { component, got, until };
}

test("SessionSelectorComponent lists the folder's sessions, and all of them after Tab", async () => {
  const { component, got, until } = sessions();
  await until("alpha");
  expect(shown(component)).not.toContain("elsewhere");
  component.handleInput(TAB);
  await until("elsewhere");
  expect(shown(component)).not.toContain("alpha");
  component.handleInput("\r");
  component.handleInput(ESCAPE);
  expect(got).toEqual(["/s/elsewhere", "cancelled"]);
});

test("SessionSelectorComponent searches, sorts by name, and shows paths", async () => {
  const { component, got, until } = sessions();
  await until("alpha");
  expect(component.getSessionList().getSelectedSessionPath()).toBe("/s/beta");
  const keys = new pi.KeybindingsManager();
  expect(keys.getKeys("app.session.toggleSort")).toEqual(["ctrl+s"]);
  component.handleInput("\x13");
  expect(shown(component)).toMatch(/alpha[\s\S]*beta/);
  for (const key of "words of alpha") component.handleInput(key);
  component.handleInput("\r");
  expect(got).toEqual(["/s/alpha"]);
});

test("SessionSelectorComponent renames, and deletes after a question, but never the session that is open", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tau-selector-"));
  const [kept, gone] = [join(folder, "kept.jsonl"), join(folder, "gone.jsonl")];
  for (const file of [kept, gone]) writeFileSync(file, "{}\n");
  const renamed: unknown[] = [];
  const files = [kept, gone];
  const { component, until } = sessions({
    rename: async (...call) => void renamed.push(call),
    current: kept,
    files,
  });
  await until("gone");
  component.handleInput("\x12");
  for (const key of ["!", "\r"]) component.handleInput(key);
  expect(renamed).toEqual([[kept, "!kept.jsonl"]]);
  component.handleInput("\x04");
  expect(shown(component)).toContain("This session is open");
  component.handleInput("\x1b[B");
  component.handleInput("\x04");
  await until("Delete");
  component.handleInput("n");
  expect(existsSync(gone)).toBe(true);
  component.handleInput("\x04");
  component.handleInput("\r");
  await waitUntil(async () => !existsSync(gone), { describe: () => shown(component) });
  expect(existsSync(kept)).toBe(true);
  rmSync(folder, { recursive: true });
});

test("SessionSelectorComponent says why the sessions cannot be read", async () => {
  const fails = async () => {
    throw new Error("no such folder");
  };
  const component = new pi.SessionSelectorComponent(fails, fails, ignore, ignore, ignore, ignore);
  await waitUntil(async () => shown(component).includes("no such folder"), {
    describe: () => shown(component),
  });
});
