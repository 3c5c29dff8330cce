import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { createWorkspace } from "@tau/testkit";
import { expect, test } from "vitest";
import {
  type HistoryStore,
  openHistoryStore,
} from "../../../../src/modes/interactive/editing/history/history-store.ts";
import { memoryHistoryStore, PromptHistory } from "../../../../src/modes/interactive/editing/history/prompt-history.ts";

const stores: [string, (folder: string) => HistoryStore][] = [
  ["a file", (folder) => openHistoryStore(join(folder, "home", "history.db"))],
  ["memory", () => memoryHistoryStore()],
];

test.each(stores)(
  "P-SESS-50: in %s an immediate duplicate is ignored, the newest comes first, words find",
  async (_name, open) => {
    await using workspace = await createWorkspace();
    const store = open(workspace.cwd);
    const add = (text: string, folder: string) => store.add({ text, folder, at: 1 });
    for (const text of ["fix the parser", "fix the parser", "write Größe tests", "fix the parser"]) add(text, "/a");
    add("deploy parser-service now", "/b");
    const texts = (entries: readonly { text: string }[]) => entries.map(({ text }) => text);
    expect(texts(store.recent(10, "/a"))).toEqual(["fix the parser", "write Größe tests", "fix the parser"]);
    expect(texts(store.recent(1))).toEqual(["deploy parser-service now"]);
    expect(texts(store.search("pars", 10))).toEqual(["deploy parser-service now", "fix the parser", "fix the parser"]);
    expect(texts(store.search("the FIX", 10, "/a"))).toEqual(["fix the parser", "fix the parser"]);
    expect(texts(store.search("größe", 10))).toEqual(["write Größe tests"]);
    expect(texts(store.search('"* OR (', 10, "/b"))).toEqual([]);
    expect(texts(store.search("", 1))).toEqual(["deploy parser-service now"]);
    store.close();
  },
);

test("what one process typed, the next finds, and nobody else can read it", async () => {
  await using workspace = await createWorkspace();
  const path = join(workspace.cwd, "home", "history.db");
  const first = history(path);
  first.history.add("one");
  first.history.add("two");
  first.history.close();
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const second = history(path);
  second.history.add("three");
  expect(second.recalled).toEqual([]);
  second.history.recall();
  second.history.recall();
  second.history.add("four");
  expect(second.recalled).toEqual(["one", "two", "three", "four"]);
  expect(second.history.search("t", 10, "folder").map(({ text }) => text)).toEqual(["three", "two"]);
  second.history.close();
});

test("in another folder its own prompts come back, before those of the one that was left", async () => {
  await using workspace = await createWorkspace();
  const path = join(workspace.cwd, "history.db");
  const recalled: string[] = [];
  let folder = "/a";
  const editor = { addToHistory: (text: string) => void recalled.push(text) };
  const prompts = new PromptHistory({ path, folder: () => folder, editor, onProblem: expect.unreachable });
  prompts.add("in a");
  folder = "/b";
  prompts.add("in b");
  prompts.recall();
  folder = "/a";
  prompts.recall();
  prompts.recall();
  expect(recalled).toEqual(["in b", "in a"]);
  prompts.close();
});

test("P-SESS-51: a file that is no database, or cannot be opened, costs the memory of earlier sessions alone", async () => {
  await using workspace = await createWorkspace({ files: { "history.db": "this is no database ".repeat(100) } });
  const folder = join(workspace.cwd, "folder.db");
  await mkdir(folder);
  for (const path of [join(workspace.cwd, "history.db"), folder]) {
    const broken = history(path);
    broken.history.add("one");
    broken.history.recall();
    broken.history.add("two");
    expect(broken.recalled).toEqual(["one", "two"]);
    expect(broken.history.search("tw", 10, "all").map(({ text }) => text)).toEqual(["two"]);
    expect(broken.problems).toHaveLength(1);
    broken.history.close();
  }
  expect(await workspace.read("history.db")).toBe("this is no database ".repeat(100));
});

function history(path: string) {
  const recalled: string[] = [];
  const problems: string[] = [];
  const made = new PromptHistory({
    path,
    folder: () => "/a",
    editor: { addToHistory: (text) => recalled.push(text) },
    onProblem: (problem) => problems.push(problem),
  });
  return { history: made, recalled, problems };
}
