import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { createWorkspace } from "@tau/testkit";
import { afterEach, expect, test } from "vitest";
import { MemoryStore } from "../local/memory-store.ts";
import { explained } from "../local/open-database.ts";
import { checkContent } from "../memory.ts";

const P = "/work/project";
const stores: MemoryStore[] = [];
const setAside: string[] = [];

afterEach(() => {
  for (const store of stores.splice(0)) store.close();
  setAside.length = 0;
});

function open(path: string): MemoryStore {
  const store = new MemoryStore(path, (moved) => void setAside.push(moved));
  stores.push(store);
  return store;
}

const add = (store: MemoryStore, ...contents: string[]) =>
  store.add(contents.map((content) => ({ project: P, content, context: "" })));
const texts = (memories: readonly { readonly content: string }[]) => memories.map(({ content }) => content);

async function fresh() {
  const workspace = await createWorkspace();
  const path = join(workspace.tauHome, "memory", "memory.sqlite");
  return { workspace, path, store: open(path), [Symbol.asyncDispose]: () => workspace[Symbol.asyncDispose]() };
}

test("memories are found by any significant word, by stems and by parts of identifiers; the best first", async () => {
  await using at = await fresh();
  add(at.store, "The tests run with vitest in threads", "useScriptedModel sets the provider", "Deploy on Fridays");
  expect(texts(at.store.search("how do I run the test?", P, 10))).toEqual(["The tests run with vitest in threads"]);
  expect(texts(at.store.search("scripted model", P, 10))).toEqual(["useScriptedModel sets the provider"]);
  expect(texts(at.store.search("what is the of and", P, 10))).toEqual([]);
  expect(texts(at.store.search("deploy the provider that deploys on Friday", P, 1))).toEqual(["Deploy on Fridays"]);
});

test("scripts without spaces between words are found, and accents do not matter", async () => {
  await using at = await fresh();
  add(at.store, "我们使用数据库缓存", "テストは並列に実行する", "Le café est à côté");
  expect(texts(at.store.search("数据库", P, 10))).toEqual(["我们使用数据库缓存"]);
  expect(texts(at.store.search("テスト", P, 10))).toEqual(["テストは並列に実行する"]);
  expect(texts(at.store.search("cafe", P, 10))).toEqual(["Le café est à côté"]);
});

test("a search reads memories of the project and global ones, unless it is for all", async () => {
  await using at = await fresh();
  at.store.add([
    { project: P, content: "cache of one", context: "" },
    { project: "/other", content: "cache of two", context: "" },
    { project: "", content: "cache of all", context: "" },
  ]);
  expect(texts(at.store.search("cache", P, 10))).toEqual(["cache of one", "cache of all"]);
  expect(at.store.search("cache", undefined, 10)).toHaveLength(3);
  expect(texts(at.store.list(P)).toSorted()).toEqual(["cache of all", "cache of one"]);
  expect(at.store.list()).toHaveLength(3);
});

test.each(['"', "' OR 1=1 --", "NEAR(a b)", "words : x", "*", "a* ^b", "\0", "-x", "(((", "AND OR NOT", "🎉"])(
  "the query %j is a text, not a language",
  async (query) => {
    await using at = await fresh();
    add(at.store, "the plain memory");
    expect(at.store.search(query, P, 10).length).toBeLessThanOrEqual(1);
    expect(texts(at.store.search(`${query} plain`, P, 10))).toEqual(["the plain memory"]);
  },
);

test("the same memory is stored once, with a new date", async () => {
  await using at = await fresh();
  const draft = { project: P, content: "x", context: "" };
  expect(at.store.add([draft], 1)).toEqual(at.store.add([draft], 2));
  expect(at.store.list(P)).toMatchObject([{ created: 1, updated: 2 }]);
});

test("an edited memory is found by its new words alone; a deleted one by none, and its bytes are gone", async () => {
  await using at = await fresh();
  const [id = 0, other = 0] = add(at.store, "apples", "pears");
  at.store.edit(id, { content: "cherries" });
  expect([at.store.search("apples", P, 9), texts(at.store.search("cherry", P, 9))]).toEqual([[], ["cherries"]]);
  expect(() => at.store.edit(id, { content: "pears" })).toThrow(`Memory ${other} says the same already.`);
  expect(() => at.store.edit(999, { content: "x" })).toThrow("There is no memory 999.");
  at.store.edit(id, { project: "" });
  expect(texts(at.store.search("cherry", "/other", 9))).toEqual(["cherries"]);
  expect(at.store.remove([id, 999])).toBe(1);
  expect(at.store.search("cherry", undefined, 9)).toEqual([]);
  at.store.close();
  expect(readFileSync(at.path, "latin1")).not.toContain("cherries");
});

test("a number is not used again", async () => {
  await using at = await fresh();
  const [id = 0] = add(at.store, "one");
  at.store.remove([id]);
  expect(add(at.store, "two")).toEqual([id + 1]);
});

test("merged memories are replaced, not lost; a merge of changed memories is left out", async () => {
  await using at = await fresh();
  const [a = 0, b = 0, c = 0] = add(at.store, "use tabs", "tabs please", "no semicolons");
  expect(at.store.merge([{ replaces: [a, b], content: "The user wants tabs" }])).toBe(1);
  expect(texts(at.store.search("tabs", P, 9))).toEqual(["The user wants tabs"]);
  expect(at.store.list(P)).toHaveLength(2);
  expect(at.store.list(P, { withReplaced: true })).toHaveLength(4);
  expect(at.store.merge([{ replaces: [a, c], content: "both" }])).toBe(0);
  const merged = at.store.get(a)?.replacedBy ?? 0;
  at.store.remove([merged]);
  expect(texts(at.store.search("tabs", P, 9)).toSorted()).toEqual(["tabs please", "use tabs"]);
});

test("only the user can read the file", async () => {
  await using at = await fresh();
  add(at.store, "one");
  expect(statSync(at.path).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(at.path)).mode & 0o077).toBe(0);
});

test.each([
  ["text", "this is not a database, but it is longer than a hundred bytes ".repeat(20)],
  ["a header alone", `SQLite format 3\0${"\xff".repeat(5_000)}`],
])("a damaged file (%s) is set aside with its bytes, and a new one begins", async (_name, bytes) => {
  await using at = await fresh();
  mkdirSync(dirname(at.path), { recursive: true });
  writeFileSync(at.path, bytes, "latin1");
  expect(add(at.store, "new")).toHaveLength(1);
  expect(setAside).toHaveLength(1);
  expect(readFileSync(setAside[0] ?? "", "latin1")).toBe(bytes);
  expect(texts(at.store.list(P))).toEqual(["new"]);
});

test("a file that is damaged while it is in use is set aside too", async () => {
  await using at = await fresh();
  add(at.store, ...Array.from({ length: 500 }, (_, n) => `memory number ${n} with some words in it`));
  at.store.close();
  const bytes = readFileSync(at.path);
  bytes.fill(0xff, 4096 * 2);
  writeFileSync(at.path, bytes);
  rmSync(`${at.path}-wal`, { force: true });
  expect(at.store.search("number", P, 10)).toEqual([]);
  expect(setAside).toHaveLength(1);
  expect(add(at.store, "new")).toHaveLength(1);
});

test("a file of a newer Tau stays as it is", async () => {
  await using at = await fresh();
  add(at.store, "one");
  at.store.close();
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const database = new DatabaseSync(at.path);
  database.exec("PRAGMA user_version = 99");
  database.close();
  expect(() => at.store.list()).toThrow("was written by a newer version of Tau. Update Tau to use it.");
  expect(setAside).toEqual([]);
  expect(readdirSync(dirname(at.path)).some((name) => name.includes("damaged"))).toBe(false);
});

test("a folder in place of the file is an error with its path, not a crash", async () => {
  await using at = await fresh();
  mkdirSync(at.path, { recursive: true });
  expect(() => at.store.list()).toThrow(
    /The memory database \S+memory\.sqlite cannot be used: it is a folder\. Move it away/,
  );
});

test("a file that another program keeps locked, or that cannot be written, is an error that says what to do", () => {
  const reason = (said: string) => String((explained(new Error(said), "/home/memory.sqlite") as Error).message);
  expect(reason("database is locked")).toBe(
    "The memory database /home/memory.sqlite cannot be used: another program is writing it. Try again in a moment.",
  );
  expect(reason("EACCES: permission denied, open '/home/memory.sqlite'")).toMatch(
    /it cannot be written\. Give yourself/,
  );
  expect(reason("attempt to write a readonly database")).toMatch(/it cannot be written\. Give yourself/);
});

test("several processes write at once, and nothing is lost", async () => {
  await using at = await fresh();
  const script = `
    import { MemoryStore } from ${JSON.stringify(join(import.meta.dirname, "../local/memory-store.ts"))};
    const store = new MemoryStore(process.argv[1], () => process.exit(9));
    for (let n = 0; n < 50; n++) store.add([{ project: "/p", content: process.argv[2] + " says " + n, context: "" }]);
    store.close();`;
  const flags = ["--conditions=@tau/source", "--input-type=module", "-e", script, "--", at.path];
  const run = async (name: string) => await promisify(execFile)(process.execPath, [...flags, name]);
  await Promise.all(["one", "two", "three"].map(run));
  expect(at.store.list("/p")).toHaveLength(150);
  expect(at.store.search("two", "/p", 100)).toHaveLength(50);
});

test("an empty memory and a huge one are refused", () => {
  expect(() => checkContent(" \n ")).toThrow("A memory cannot be empty.");
  expect(() => checkContent("x".repeat(4_001))).toThrow(/at most 4,000 characters, and this one has 4,001/);
  expect(checkContent("  fine ")).toBe("fine");
});
