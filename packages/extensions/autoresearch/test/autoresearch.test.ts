import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ModelReply, ModelRequest, ModelScript } from "@tau/testkit";
import { createExtensionHarness, type ExtensionHarness, type ExtensionHarnessOptions } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest as worktree } from "../../worktree/manifest.ts";
import { manifest } from "../manifest.ts";

const call = (name: string, args: object): ModelReply => ({ toolCalls: [{ name, arguments: args as never }] });
const isAttempt = ({ tools }: ModelRequest) => tools.some(({ name }) => name === "finish_attempt");
const said = ({ body }: ModelRequest) => JSON.stringify(body);

/** Agents that write the given values one after the other; a function may do something else instead. */
function writers(values: readonly (string | ((request: ModelRequest) => ModelReply))[]) {
  let number = 0;
  const script: ModelScript = (request) => {
    if (!isAttempt(request)) return { text: "noted" };
    if (request.toolResults > 0) return call("finish_attempt", { text: `try ${number}`, notes: `note ${number}` });
    const value = values[number++];
    if (typeof value === "function") return value(request);
    return call("write", { path: "value.txt", content: `${value}\n` });
  };
  return script;
}

interface Place extends AsyncDisposable {
  readonly harness: ExtensionHarness;
  /** Runs `/autoresearch …` and waits until the experiments have ended. Resolves to the report. */
  research(args: string): Promise<string>;
  left(): Promise<string[]>;
}

async function open(script: ModelScript, options: Partial<ExtensionHarnessOptions> = {}): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), "tau-worktrees-"));
  const harness = await createExtensionHarness({
    extensions: [manifest, worktree],
    script,
    git: true,
    files: { "value.txt": "10\n", "check.sh": "! grep -q 13 value.txt\n" },
    ...options,
    settings: { permissionMode: "yolo", worktree: { folder }, ...options.settings },
  });
  const reports = () =>
    harness.session.messages.flatMap((message) =>
      message.role === "custom" && message.customType === "background" ? [JSON.stringify(message.content)] : [],
    );
  return {
    harness,
    research: async (args) => {
      const before = reports().length;
      await harness.prompt(`/autoresearch ${args}`);
      await expect.poll(() => reports().length, { timeout: 60_000 }).toBeGreaterThan(before);
      await harness.session.waitForIdle();
      return (reports().at(-1) ?? "").replaceAll("\\n", "\n");
    },
    left: async () => await readdir(folder),
    [Symbol.asyncDispose]: async () => {
      await harness[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

test("kept if the figure is better, dropped if not; broken, empty and failed attempts; the user's files stay as they are", async () => {
  const script = writers([
    "8",
    "9",
    () => call("finish_attempt", { text: "nothing" }),
    "no number",
    "13",
    () => ({ failure: "invalid-request" }),
    "5",
  ]);
  await using place = await open(script);
  const { workspace } = place.harness;
  await workspace.write("value.txt", "10 and more\n");
  await workspace.write("mine.txt", "untracked\n");
  const head = await workspace.git("rev-parse", "HEAD");
  const report = await place.research(
    `a small value --metric 'cat value.txt' --check 'sh check.sh' --attempts 7 --futile 0`,
  );
  expect(report).toMatch(/Ended: the limit of 7 attempts is reached\.\n10 at the start, 5 now; 2 of 7 attempts kept\./);
  expect(report).toMatch(
    /- 1 kept 8 \(\w+\): try 1\n- 2 dropped 9 \(\w+\): try 2\n- 3 empty: nothing Nothing was changed\./,
  );
  expect(report).toMatch(/- 4 broken \(\w+\): try 4 cat value\.txt printed no number: no number/);
  expect(report).toMatch(/- 5 broken \(\w+\): try 5 sh check\.sh ended with 1/);
  expect(report).toMatch(/- 6 failed.*\n- 7 kept 5/);
  expect(await workspace.git("show", "autoresearch/a-small-value:value.txt")).toBe("5\n");
  expect(
    (await workspace.git("branch", "--list", "--format=%(refname:short)", "autoresearch/*")).trim().split("\n"),
  ).toEqual(["autoresearch/a-small-value", "autoresearch/a-small-value-try-1", "autoresearch/a-small-value-try-7"]);
  // The second attempt starts from the first, and knows of it.
  const second = place.harness.server.requests
    .filter(isAttempt)
    .find((request) => /1: kept, 8\. try 1/.test(said(request)));
  expect(said(second as ModelRequest)).toMatch(
    /The best so far, from which you start, is 8; less is better.*Notes: note 1/,
  );
  expect(await workspace.read("value.txt")).toBe("10 and more\n");
  expect(await workspace.git("status", "--porcelain")).toBe(" M value.txt\n?? mine.txt\n");
  expect(await workspace.git("rev-parse", "HEAD")).toBe(head);
  expect(await place.left()).toEqual([]);
  expect(place.harness.errors).toEqual([]);
}, 120_000);

test("a metric that fails, hangs or prints no number at the start ends it with the reason, and leaves no branch", async () => {
  await using place = await open(writers([]), { settings: { autoresearch: { metricSeconds: 1 } } });
  for (const [command, problem] of [
    ["exit 3", /exit 3 ended with 3/],
    ["sleep 60", /sleep 60 did not end within 1 s/],
    ["echo none", /echo none printed no number: none/],
    ["echo 1", /no number after .*speed/],
  ] as const) {
    const more = command === "echo 1" ? " --name speed" : "";
    expect(await place.research(`x --metric '${command}'${more}`)).toMatch(problem);
  }
  expect(await place.harness.workspace.git("branch", "--list", "autoresearch/*")).toBe("");
  expect(await place.left()).toEqual([]);
}, 120_000);

test("in a folder without a repository, or without a commit, nothing begins", async () => {
  for (const git of [false, true]) {
    const start = call("autoresearch", { op: "start", goal: "x", command: "echo 1" });
    const switchOn = (pi: {
      setActiveTools(names: string[]): void;
      on(name: "session_start", run: () => void): void;
    }) => pi.on("session_start", () => pi.setActiveTools(["autoresearch"]));
    const parent = [start, { text: "ok" }];
    await using place = await open(() => parent.shift() ?? { text: "ok" }, {
      ...{ git: false, extensions: [manifest, worktree, switchOn as never] },
    });
    if (git) await place.harness.workspace.git("init", "-q");
    await place.harness.prompt("go");
    const result = place.harness.session.messages.find((message) => message.role === "toolResult");
    expect(JSON.stringify(result)).toMatch(/is not in a git repository with a commit/);
  }
});

test("stopped and resumed, also after a crash: the attempt that was cut off is not counted, and kept ones are not made again", async () => {
  const hung = Promise.withResolvers<void>();
  let isHanging = true;
  const values = ["8", "7"];
  const script: ModelScript = async (request) => {
    if (!isAttempt(request)) return { text: "noted" };
    if (request.toolResults > 0) return call("finish_attempt", { text: "done" });
    if (values.length === 1 && isHanging) {
      hung.resolve();
      return { failure: "silence" };
    }
    return call("write", { path: "value.txt", content: `${values.shift() ?? "7"}\n` });
  };
  await using place = await open(script, { settings: { autoresearch: { maxAttempts: 2 } } });
  const { harness } = place;
  const begun = harness.prompt("/autoresearch less --metric 'cat value.txt'");
  await hung.promise;
  await begun;
  isHanging = false;
  await harness.restart();
  expect(await harness.workspace.git("show", "autoresearch/less:value.txt")).toBe("8\n");
  const report = await place.research("resume");
  expect(report).toMatch(/10 at the start, 7 now; 2 of 3 attempts kept/);
  expect(report).toMatch(/- 1 kept 8.*\n- 2 interrupted: +Tau ended meanwhile\.\n- 3 kept 7/);
  expect(await harness.workspace.git("branch", "--list", "autoresearch/less-try-2")).toBe("");
  expect(await place.left()).toEqual([]);
}, 120_000);

test("stopped and never resumed: the branch of the attempt that was cut off goes with the worktree, the kept one stays", async () => {
  const hung = Promise.withResolvers<void>();
  const script = writers([
    "8",
    () => {
      hung.resolve();
      return { failure: "silence" };
    },
  ]);
  await using place = await open(script);
  const { harness } = place;
  const branches = async () => (await harness.workspace.git("branch", "--format=%(refname:short)")).split("\n");
  await harness.prompt("/autoresearch less --metric 'cat value.txt'");
  await hung.promise;
  expect(await branches()).toContain("autoresearch/less-try-2");
  await harness.prompt("/autoresearch stop");
  await expect.poll(place.left, { timeout: 30_000 }).toEqual([]);
  const left = await branches();
  expect(left.filter((name) => name.startsWith("autoresearch/"))).toEqual([
    "autoresearch/less",
    "autoresearch/less-try-1",
  ]);
}, 120_000);
