import { existsSync, readdirSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fauxAssistantMessage, fauxToolCall, type JsonObject } from "@tau/ai";
import type { AutocompleteProvider } from "@tau/tui";
import { Type } from "typebox";
import { expect, test } from "vitest";
import type { ExtensionFactory, UrlScheme } from "../../../../src/core/extensions/index.ts";
import type { PermissionRequest } from "../../../../src/core/permission/permission.ts";
import { completeUrls } from "../../../../src/modes/interactive/editing/url-completion.ts";
import { type SessionWithExtensions, sessionWith } from "../session-with.ts";

const NOTES = new Map([
  ["one", "first\nsecond\nthird\n"],
  ["b c", "blank"],
]);
const written: [string, string][] = [];

const notes: UrlScheme = {
  scheme: "Notes",
  immutable: true,
  read: ({ host, path }) => {
    if (host === "")
      return {
        entries: [
          { name: "one", description: "the first" },
          { name: "old", isFolder: true },
        ],
      };
    const text = NOTES.get(path === "" ? host : `${host}/${path}`);
    if (text === undefined) throw new Error(`There is no note ${host}.`);
    return { text, contentType: "text/plain", notes: ["kept"] };
  },
  write: ({ host }, content) => void written.push([host, content]),
  complete: (typed) => ["notes://one", "notes://old"].filter((url) => url.startsWith(typed)),
};

const registering =
  (...schemes: UrlScheme[]): ExtensionFactory =>
  (pi) => {
    for (const scheme of schemes) pi.urls.register(scheme);
  };

async function call({ session }: SessionWithExtensions, name: string, args: object, signal?: AbortSignal) {
  const result = await session.tools.get(name)?.tool.execute("1", args, signal);
  return result?.content.map((block) => (block.type === "text" ? block.text : block.type)).join("");
}

test("read shows what a URL stands for, by lines too, and says where it is from", async () => {
  await using setup = await sessionWith([registering(notes)]);
  expect(await call(setup, "read", { path: "NOTES://one" })).toBe("first\nsecond\nthird\n\n[kept]");
  expect(await call(setup, "read", { path: "notes://one:2-2" })).toContain("second\n\n[1 more lines in file.");
  expect(await call(setup, "read", { path: "notes://one", offset: 3 })).toContain("third");
  expect(await call(setup, "read", { path: "notes://b%20c" })).toContain("blank");
  expect(await call(setup, "read", { path: "notes://" })).toBe("one  the first\nold/");
  const result = await setup.session.tools.get("read")?.tool.execute("1", { path: "notes://one" });
  expect(result?.details).toEqual({ url: "notes://one", contentType: "text/plain", notes: ["kept"], immutable: true });
});

test("grep searches it, a shell command gets a file for as long as it runs, and the web is left to the command", async () => {
  const web: UrlScheme = { scheme: "https", read: () => ({ text: "page" }) };
  await using setup = await sessionWith([registering(notes, web)]);
  expect(await call(setup, "grep", { pattern: "sec", path: "notes://one" })).toBe("one:2: second");
  const shown = await call(setup, "bash", {
    command: "cat notes://one; echo notes://one 'notes://b%20c' https://x.test",
  });
  const [first, , , paths = ""] = shown?.split("\n") ?? [];
  expect(first).toBe("first");
  expect(paths).toMatch(/^\S+\/one \S+\/b c https:\/\/x\.test$/);
  expect(existsSync(paths.split(" ")[0] ?? "")).toBe(false);
  expect(await call(setup, "bash", { command: 'echo "see notes://one there"' })).toContain("see notes://one there");
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith("tau-url-"))).toEqual([]);
});

test("a scheme that locates files needs no copy", async () => {
  await using setup = await sessionWith([
    (pi) => pi.urls.register({ scheme: "here", locate: ({ host }) => join(tmpdir(), host) }),
  ]);
  const file = join(tmpdir(), `located-${process.pid}`);
  await writeFile(file, "located\n");
  expect(await call(setup, "bash", { command: `cat here://located-${process.pid}` })).toBe("located\n");
  expect(await call(setup, "read", { path: `here://located-${process.pid}` })).toBe("located\n");
});

test("write goes to the scheme where it takes any, edit refuses", async () => {
  const readOnly: UrlScheme = { scheme: "ro", read: () => ({ text: "" }) };
  await using setup = await sessionWith([registering(notes, readOnly)]);
  expect(await call(setup, "write", { path: "notes://new", content: "abc" })).toContain("wrote 3 bytes to notes://new");
  expect(written).toEqual([["new", "abc"]]);
  await expect(call(setup, "write", { path: "ro://x", content: "" })).rejects.toThrow("read-only");
  const edits = [{ oldText: "a", newText: "b" }];
  await expect(call(setup, "edit", { path: "notes://one", edits })).rejects.toThrow("cannot be edited");
});

test("the policy is asked about the URL, not about a file of that name", async () => {
  const asked: unknown[] = [];
  const decide = ({ tool, effect, paths }: PermissionRequest) => {
    asked.push([tool, effect, paths]);
    return { action: "deny" as const, reason: "no" };
  };
  const toolUse = (name: string, args: JsonObject) =>
    fauxAssistantMessage(fauxToolCall(name, args), { stopReason: "toolUse" });
  await using setup = await sessionWith([registering(notes)], {
    permission: { policy: { decide }, ask: async () => false },
    answers: [
      toolUse("read", { path: "notes://one" }),
      toolUse("write", { path: "notes://two", content: "" }),
      fauxAssistantMessage("done"),
    ],
  });
  await setup.session.prompt("go");
  expect(asked).toEqual([
    ["read", "read", ["notes://one"]],
    ["write", "write", ["notes://two"]],
  ]);
});

test.each([
  "notes://../etc/passwd",
  "notes://one/../../x",
  "notes://one/%2e%2E/x",
  "notes://one/a%5cb",
  "notes://a%00b",
  "notes://%",
])("%s does not reach the scheme", async (path) => {
  const seen: string[] = [];
  await using setup = await sessionWith([
    (pi) => pi.urls.register({ scheme: "notes", read: ({ href }) => ({ text: String(seen.push(href)) }) }),
  ]);
  await expect(call(setup, "read", { path })).rejects.toMatchObject({ code: "invalid-argument" });
  await expect(call(setup, "write", { path, content: "" })).rejects.toMatchObject({ code: "invalid-argument" });
  await expect(call(setup, "grep", { path, pattern: "x" })).rejects.toMatchObject({ code: "invalid-argument" });
  expect(seen).toEqual([]);
});

test("a scheme that fails or never answers is a failure the model reads", async () => {
  const never: UrlScheme = { scheme: "never", read: () => new Promise(() => undefined) };
  await using setup = await sessionWith([registering(notes, never)]);
  await expect(call(setup, "read", { path: "notes://absent" })).rejects.toThrow("There is no note absent.");
  const controller = new AbortController();
  const reading = call(setup, "read", { path: "never://x" }, controller.signal);
  controller.abort();
  await expect(reading).rejects.toMatchObject({ code: "aborted" });
});

test("a scheme that is taken is passed over and reported; the extension loads; its own it may replace and take back", async () => {
  const second: UrlScheme = { scheme: "NOTES", read: () => ({ text: "second" }) };
  let takeBack: (() => void) | undefined;
  await using setup = await sessionWith([
    registering(notes),
    (pi) => {
      pi.urls.register(second);
      pi.urls.register({ scheme: "mine", read: () => ({ text: "old" }) });
      takeBack = pi.urls.register({ scheme: "mine", read: () => ({ text: "new" }) });
    },
  ]);
  expect(await call(setup, "read", { path: "notes://one" })).toContain("first");
  expect(setup.errors.map(({ extensionPath, error }) => [extensionPath, error])).toEqual([
    ["<inline:2>", "notes:// is passed over: <inline:1> has registered it."],
  ]);
  expect(await call(setup, "read", { path: "mine://x" })).toBe("new");
  takeBack?.();
  await expect(call(setup, "read", { path: "mine://x" })).rejects.toThrow("no mine:// here");
});

test.each([{ scheme: "skill", read: () => ({}) }, { scheme: "a b", read: () => ({}) }, { scheme: "x" }, {}])(
  "the scheme %j cannot be registered",
  async (scheme) => {
    const thrown: unknown[] = [];
    await using _ = await sessionWith([
      (pi) => {
        try {
          pi.urls.register(scheme as UrlScheme);
        } catch (error) {
          thrown.push(error);
        }
      },
    ]);
    expect(thrown).toMatchObject([{ code: "invalid-registration" }]);
  },
);

test("the client's scheme covers that of an extension; after a reload only what is registered anew is there", async () => {
  let count = 0;
  await using setup = await sessionWith([
    (pi) => pi.urls.register({ scheme: count++ === 0 ? "before" : "after", read: () => ({ text: "x" }) }),
    registering(notes),
  ]);
  setup.session.clientUrls.push({ scheme: "notes", read: () => ({ text: "the client's" }) });
  expect(await call(setup, "read", { path: "notes://one" })).toBe("the client's");
  await setup.extensions.reload();
  await expect(call(setup, "read", { path: "before://x" })).rejects.toThrow("no before:// here");
  expect(await call(setup, "read", { path: "after://x" })).toBe("x");
});

test("a URL that is typed is completed by its scheme; one that throws leaves it to the usual completion", async () => {
  const usual: AutocompleteProvider = {
    getSuggestions: async () => ({ items: [{ value: "usual", label: "usual" }], prefix: "" }),
    applyCompletion: (lines, cursorLine, cursorCol) => ({ lines, cursorLine, cursorCol }),
  };
  const failing: UrlScheme = { ...notes, scheme: "failing", complete: () => Promise.reject(new Error("no")) };
  const provider = completeUrls(() => [notes, failing], usual);
  const suggest = async (line: string) =>
    (await provider.getSuggestions([line], 0, line.length, { signal: new AbortController().signal }))?.items.map(
      ({ value }) => value,
    );
  expect(await suggest("look at notes://o")).toEqual(["notes://one", "notes://old"]);
  expect(await suggest("look at notes://on")).toEqual(["notes://one"]);
  expect(await suggest("look at other://o")).toEqual(["usual"]);
  expect(await suggest("failing://o")).toEqual(["usual"]);
});

test("each method of a scheme gets the context of the session", async () => {
  const places: string[] = [];
  await using setup = await sessionWith([
    (pi) =>
      pi.urls.register({
        scheme: "where",
        read: (_url, { ctx }) => ({ text: ctx.cwd }),
        write: (_url, content, { ctx }) => void places.push(`${content} ${ctx.cwd}`),
        complete: (typed, { ctx }) => [`${typed}${ctx.cwd}`],
      }),
  ]);
  const { cwd } = setup;
  expect(await call(setup, "read", { path: "where://x" })).toContain(cwd);
  await call(setup, "write", { path: "where://x", content: "written" });
  expect(places).toEqual([`written ${cwd}`]);
  const [scheme] = setup.host.generation.toolPorts.schemes;
  expect(await scheme?.complete?.("where://", {})).toEqual([`where://${cwd}`]);
});

test("a tool describes its effects by the place: the folder and its git remotes", async () => {
  const asked: unknown[] = [];
  const decide = ({ host, paths }: PermissionRequest) => {
    asked.push(host, paths);
    return { action: "deny" as const, reason: "no" };
  };
  await using setup = await sessionWith(
    [
      (pi) =>
        pi.registerTool({
          name: "push",
          label: "Push",
          description: "Pushes",
          parameters: Type.Object({}),
          describe: (_args, { cwd, gitRemotes }) => ({ effect: "network", host: gitRemotes().join(), paths: [cwd] }),
          execute: async () => ({ content: [], details: undefined }),
        }),
    ],
    {
      permission: { policy: { decide }, ask: async () => false },
      answers: [
        fauxAssistantMessage(fauxToolCall("push", {}), { stopReason: "toolUse" }),
        fauxAssistantMessage("done"),
      ],
    },
  );
  await mkdir(join(setup.cwd, ".git"), { recursive: true });
  await writeFile(join(setup.cwd, ".git/config"), '[remote "origin"]\n\turl = git@example.com:a/b\n');
  await setup.session.prompt("go");
  expect(asked).toEqual(["git@example.com:a/b", [setup.cwd]]);
});
