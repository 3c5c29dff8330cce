import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ModelReply, ModelRequest, ModelScript } from "@tau/testkit";
import { createExtensionHarness, type ExtensionHarness, type ExtensionHarnessOptions } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest as worktree } from "../../worktree/manifest.ts";
import { manifest } from "../manifest.ts";

const call = (name: string, args: object): ModelReply => ({ toolCalls: [{ name, arguments: args as never }] });
const order = (ids: readonly string[], rest: object = { isolated: true }) =>
  call("task", { agent: "task", tasks: ids.map((id) => ({ id, task: `Do ${id}.` })), ...rest });
const isChild = ({ tools }: ModelRequest) => tools.some(({ name }) => name === "yield");
const said = ({ body }: ModelRequest) => JSON.stringify(body);
const idOf = (request: ModelRequest) => /Do (\w+)\./.exec(said(request))?.[1] ?? "";

/** A parent that gives the order and then ends; agents that each make their steps and then hand over. */
function family(parent: readonly ModelReply[], steps: (id: string) => readonly ModelReply[]): ModelScript {
  let next = 0;
  const done = new Map<string, number>();
  return (request) => {
    if (!isChild(request)) return parent[next++] ?? { text: "ok" };
    const id = idOf(request);
    const at = done.get(id) ?? 0;
    done.set(id, at + 1);
    return steps(id)[at] ?? call("yield", { data: `done ${id}` });
  };
}

interface Place extends AsyncDisposable {
  readonly harness: ExtensionHarness;
  /** The folder of the worktrees. */
  readonly folder: string;
  left(): Promise<{ folders: string[]; worktrees: number; branches: string }>;
}

async function open(script: ModelScript, options: Partial<ExtensionHarnessOptions> = {}): Promise<Place> {
  const above = await mkdtemp(join(tmpdir(), "tau-worktrees-"));
  const folder = join(above, "worktrees");
  await mkdir(folder);
  const { settings, ...rest } = options;
  const harness = await createExtensionHarness({
    extensions: [manifest, worktree],
    script,
    git: true,
    settings: { permissionMode: "yolo", worktree: { folder }, ...settings },
    ...rest,
  });
  const { workspace } = harness;
  return {
    harness,
    folder,
    left: async () => ({
      folders: await readdir(folder),
      worktrees: (await workspace.git("worktree", "list")).trim().split("\n").length - 1,
      branches: await workspace.git("branch", "--list", "tau/*"),
    }),
    [Symbol.asyncDispose]: async () => {
      await harness[Symbol.asyncDispose]();
      await rm(above, { recursive: true, force: true });
    },
  };
}

function results({ session }: ExtensionHarness) {
  return session.messages.flatMap((message) =>
    message.role === "toolResult" && message.toolName === "task"
      ? [
          {
            isError: message.isError,
            text: message.content.map((block) => (block.type === "text" ? block.text : "")).join(""),
          },
        ]
      : [],
  );
}

test("P-OMP-44: 8 agents edit one repository at once: merged, or a conflict is reported per task; nothing is left behind", async () => {
  const ids = ["a", "b", "c", "d", "e", "f", "g", "h"];
  // g and h change the same line.
  const script = family([order(ids)], (id) => [
    call("write", { path: ["g", "h"].includes(id) ? "shared.txt" : `${id}.txt`, content: `by ${id}\n` }),
  ]);
  await using place = await open(script, { files: { "shared.txt": "start\n" } });
  const { harness, left } = place;
  await harness.prompt("go");
  const [{ text, isError } = { text: "", isError: true }] = results(harness);
  expect(isError).toBe(false);
  for (const [index, id] of ids.slice(0, 6).entries()) {
    expect(text).toContain(`## ${index}-${id} (task): completed\nMerged, uncommitted: ${id}.txt\ndone ${id}`);
    expect(await harness.workspace.read(`${id}.txt`)).toBe(`by ${id}\n`);
  }
  const loser = (await harness.workspace.read("shared.txt")) === "by g\n" ? "7-h" : "6-g";
  expect(text).toContain(
    `## ${loser} (task): unmerged. Its changes were not merged.\nConflict: shared.txt. Its work is in the branch tau/${loser}.`,
  );
  // The user sees it too.
  const called = harness.session.messages.find((message) => message.role === "toolResult");
  const { tasks = [] } = (called?.details ?? {}) as { tasks?: { id: string; reason?: string }[] };
  expect(tasks.find(({ id }) => id === loser)?.reason).toBe(
    `Conflict: shared.txt. Its work is in the branch tau/${loser}.`,
  );
  expect(tasks[0]?.reason).toBe("Merged, uncommitted: a.txt");
  expect(await left()).toEqual({ folders: [], worktrees: 0, branches: `  tau/${loser}\n` });
  expect(harness.errors).toEqual([]);
}, 60_000);

test("agents of an isolated agent work in its worktree; a task that gives up is not merged but kept in a branch", async () => {
  const script = family([order(["outer", "quits"])], (id) =>
    id === "outer"
      ? [order(["inner"], {})]
      : id === "inner"
        ? [call("bash", { command: "echo inner > inner.txt; pwd > where.txt" })]
        : [call("write", { path: "half.txt", content: "half\n" }), call("yield", { error: "cannot" })],
  );
  await using place = await open(script);
  const { harness, left } = place;
  await harness.prompt("go");
  expect(results(harness)[0]?.text).toMatch(/0-outer \(task\): completed\nMerged, uncommitted: inner\.txt, where\.txt/);
  expect(await harness.workspace.read("where.txt")).not.toContain(harness.workspace.cwd);
  expect(results(harness)[0]?.text).toMatch(
    /1-quits \(task\): aborted\. cannot\nNot merged\. Its work is in the branch tau\/1-quits\. It changes half\.txt/,
  );
  expect(await harness.workspace.list()).toEqual(["inner.txt", "where.txt"]);
  expect(await left()).toEqual({ folders: [], worktrees: 0, branches: "  tau/1-quits\n" });
});

test("with task.isolation.merge branch the user's files stay, and each result names its branch", async () => {
  const script = family([order(["a", "b"], {})], (id) => [call("write", { path: `${id}.txt`, content: `by ${id}\n` })]);
  const settings = { task: { isolation: { mode: "worktree", merge: "branch" } } };
  await using place = await open(script, { settings });
  const { harness, left } = place;
  await harness.prompt("go");
  for (const [index, id] of ["a", "b"].entries()) {
    const branch = `tau/${index}-${id}`;
    expect(results(harness)[0]?.text).toContain(
      `## ${index}-${id} (task): completed\nNot merged. Its work is in the branch ${branch}. It changes ${id}.txt\ndone ${id}`,
    );
    expect(await harness.workspace.git("show", `${branch}:${id}.txt`)).toBe(`by ${id}\n`);
  }
  expect(await harness.workspace.list()).toEqual([]);
  expect(await left()).toEqual({ folders: [], worktrees: 0, branches: "  tau/0-a\n  tau/1-b\n" });
});

test("without a repository: asked for, the task fails; by the setting alone, it runs with a warning", async () => {
  const script = family([order(["a"]), order(["b"], {})], (id) => [call("write", { path: `${id}.txt`, content: id })]);
  await using place = await open(script, { git: false, settings: { task: { isolation: { mode: "worktree" } } } });
  const { harness } = place;
  await harness.prompt("go");
  const [first, second] = results(harness);
  expect(first?.text).toMatch(/## a \(task\): failed\. .* is not in a git repository/);
  expect(second?.text).toMatch(
    /## \d-b \(task\): completed\nWarning: Not isolated: .* is not in a git repository.*\ndone b/,
  );
  expect(await harness.workspace.list()).toEqual(["b.txt"]);
});

test("an agent that deletes its worktree loses its work and nothing else; without its .git file it is repaired", async () => {
  const script = family([order(["a"]), order(["b"]), order(["c"])], (id) => [
    call("write", { path: `${id}.txt`, content: id }),
    call("bash", { command: { a: 'rm -rf "$PWD"', b: "rm .git", c: 'rm -rf "$(dirname "$PWD")"' }[id] ?? "" }),
  ]);
  await using place = await open(script, { files: { "old.txt": "old" } });
  const { harness, left, folder } = place;
  // A repository in a folder above the worktrees must not be taken for the agent's.
  await harness.workspace.git("init", "-q", dirname(folder));
  await harness.prompt("go");
  const [a, b, c] = results(harness).map(({ text }) => text);
  expect(a).toMatch(/0-a \(task\): unmerged[\s\S]*The worktree \S+ was deleted, with what was changed in it\.\ndone a/);
  expect(b).toMatch(/1-b \(task\): completed\nMerged, uncommitted: b\.txt/);
  expect(c).toMatch(/2-c \(task\): unmerged[\s\S]*was deleted, with what was changed in it/);
  expect(await harness.workspace.list()).toEqual(["b.txt", "old.txt"]);
  expect(await left()).toMatchObject({ folders: [], worktrees: 0, branches: "" });
  expect(harness.errors).toEqual([]);
});

test("P-OMP-48: where no overlay can be mounted: a worktree is used, with the reason; an agent that demands an overlay fails", async () => {
  // No overlay can be mounted below a path with a comma.
  const folder = await mkdtemp(join(tmpdir(), "tau-worktrees,"));
  const strict = call("task", { agent: "strict", tasks: [{ id: "c", task: "Do c." }] });
  const script = family([order(["a"]), order(["b"], {}), strict], (id) => [
    call("write", { path: `${id}.txt`, content: id }),
  ]);
  await using place = await open(script, {
    files: { ".tau/agents/strict.md": "---\ndescription: strict\nisolation: overlay\n---\nYou are strict." },
    settings: { task: { isolation: { mode: "overlay" } }, worktree: { folder } },
  });
  const { harness } = place;
  await harness.prompt("go");
  const [asked, bySetting, demanded] = results(harness);
  for (const [result, id] of [[asked, "a"] as const, [bySetting, "b"] as const]) {
    expect(result?.text).toMatch(
      /Warning: A git worktree is used instead of an overlay: No overlay can be mounted in /,
    );
    expect(result?.text).toMatch(new RegExp(`Merged, uncommitted: ${id}\\.txt`));
  }
  expect(demanded).toMatchObject({
    isError: true,
    text: expect.stringMatching(/## c \(strict\): failed\. No overlay can be mounted in/),
  });
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
