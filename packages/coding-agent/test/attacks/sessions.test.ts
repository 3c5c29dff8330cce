import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, symlink, utimes, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { artifactDirectory, getDefaultSessionDir } from "@tau/agent/node";
import { runCli, startCli, startProgram, type Workspace } from "@tau/testkit";
import { describe, expect, test } from "vitest";
import { leave, openTau, typeAndSee } from "../e2e/interactive/open-tau.ts";
import { withScriptedModel } from "../e2e/scripted-model.ts";

const OLD = new Date(Date.now() - 100 * 86_400_000);
const time = new Date().toISOString();
const said = (id: string, parentId: string | null, content = "hi") => ({
  type: "message",
  id,
  parentId,
  timestamp: time,
  message: { role: "user", content, timestamp: 1 },
});

describe("a folder whose path is too long for one name", () => {
  test("keeps its sessions: they are gone on with, listed and searched", async () => {
    await using setup = await withScriptedModel(() => ({ text: "the answer" }));
    const cwd = setup.workspace.path(`${"d".repeat(120)}/${"文".repeat(50)}/${"e".repeat(100)}`);
    await mkdir(cwd, { recursive: true });
    const workspace = { ...setup.workspace, cwd };
    const run = (...args: string[]) => runCli({ workspace, args });
    expect(await run("-p", "first words")).toMatchObject({ exitCode: 0, stdout: "the answer\n", stderr: "" });
    expect(await run("-c", "-p", "second")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(JSON.stringify(setup.server.requests[1]?.body)).toContain("first words");
    for (const args of [["list"], ["list", "--all"], ["search", "first"]])
      expect((await run("sessions", ...args)).stdout).toContain("first words");
  });
});

/** Something that goes wrong with the log after the start. Required: every mode says so. */
describe("a draft that cannot be moved to its folder", () => {
  const PROBLEM = "Could not move the draft";
  const block = async ({ cwd, tauHome }: Workspace) => {
    await mkdir(join(tauHome, "sessions"), { recursive: true });
    await writeFile(getDefaultSessionDir(cwd, tauHome), "a file where the folder should be");
  };

  test.each([
    ["print", ["-p", "hi"], ""],
    ["json", ["--mode", "json", "hi"], ""],
    ["rpc", ["--mode", "rpc"], "open"],
  ])("%s mode tells it on stderr, once", async (_, args, stdin) => {
    await using setup = await withScriptedModel(() => ({ text: "the answer" }));
    await block(setup.workspace);
    const program = startCli({ workspace: setup.workspace, args, stdin });
    if (stdin === "open") {
      program.write('{"type":"prompt","message":"hi"}\n');
      await program.waitForOutput('"agent_settled"');
      program.endInput();
    }
    const exit = await program.exited;
    expect([exit.exitCode, exit.stdout]).toEqual([0, expect.stringContaining("the answer")]);
    expect(exit.stderr.match(new RegExp(PROBLEM, "g"))).toHaveLength(1);
  });

  test("the screen tells it", async () => {
    await using setup = await withScriptedModel(() => ({ text: "the answer" }));
    await block(setup.workspace);
    await using tau = await openTau(setup.workspace, { columns: 160 });
    await typeAndSee(tau, ["hi\r", PROBLEM]);
    expect(await leave(tau)).toBe(0);
  });
});

/** The session is locked by a process of another machine. Required: never written by accident; every way on is named and works. */
describe("a session that another machine has locked", () => {
  const locked = async (workspace: Workspace) => {
    await runCli({ workspace, args: ["-p", "begun"] });
    const file = await onlySession(workspace);
    await mkdir(`${file}.lock`);
    await writeFile(join(`${file}.lock`, "77-1@build-7@00000000-0000-4000-8000-000000000000@1"), "");
    return { file, text: await readFile(file, "utf8") };
  };

  test.each([
    ["print", ["-c", "-p", "go on"]],
    ["json", ["-c", "--mode", "json", "go on"]],
  ])("%s mode ends with one sentence, and asks no model", async (_, args) => {
    await using setup = await withScriptedModel(() => ({ text: "ok" }));
    const { workspace, server } = setup;
    const { file, text } = await locked(workspace);
    const exit = await runCli({ workspace, args });
    expect(exit).toMatchObject({ exitCode: 4, stdout: "" });
    expect(exit.stderr).toMatch(/^tau: Session .* process 77 of build-7.*--take-over.*--fork\.\n$/);
    expect([server.requests.length, await readFile(file, "utf8")]).toEqual([1, text]);
  });

  test("--take-over writes it, --fork goes on in a copy", async () => {
    await using setup = await withScriptedModel(() => ({ text: "ok" }));
    const { workspace } = setup;
    const { file, text } = await locked(workspace);
    expect(await runCli({ workspace, args: ["--fork", file, "-p", "copied"] })).toMatchObject({ exitCode: 0 });
    expect(await readFile(file, "utf8")).toBe(text);
    const args = ["--session", file, "--take-over", "-p", "taken"];
    expect(await runCli({ workspace, args })).toMatchObject({ exitCode: 0, stdout: "ok\n", stderr: "" });
    expect(await readFile(file, "utf8")).toContain("taken");
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  test("the screen offers to take it over", async () => {
    await using setup = await withScriptedModel(() => ({ text: "ok then" }));
    const { workspace } = setup;
    const { file } = await locked(workspace);
    await using tau = await openTau(workspace, { args: ["-c"], until: /Process 77 of build-7 has this session open/ });
    expect(tau.terminal.text()).toContain("Take over");
    tau.press("up", "enter");
    await tau.waitForText("You can continue the session now.");
    await typeAndSee(tau, ["mine now\r", /mine now[\s\S]*ok then/]);
    expect(await readFile(file, "utf8")).toContain("mine now");
    expect(await leave(tau)).toBe(0);
  });

  test("gc leaves it alone", async () => {
    await using setup = await withScriptedModel(() => ({ text: "ok" }));
    const { workspace } = setup;
    const { file } = await locked(workspace);
    const gc = await runCli({ workspace, args: ["sessions", "gc", "--older-than", "0", "--delete"] });
    expect(gc.stderr).toContain("0 of 1 sessions");
    expect(existsSync(file)).toBe(true);
  });
});

describe("gc", () => {
  test("counts a session by its last entry and by its file: the younger of both", async () => {
    await using setup = await withScriptedModel(() => ({ text: "ok" }));
    const { workspace } = setup;
    const entry = said("a", null);
    const files = {
      "fresh without a time": [{ ...entry, timestamp: undefined }, undefined],
      "fresh with a wrong clock": [{ ...entry, timestamp: "1970-01-01T00:00:00.000Z" }, undefined],
      "old file, fresh entry": [entry, OLD],
      "old in both": [{ ...entry, timestamp: OLD.toISOString() }, OLD],
    } as const;
    for (const [id, [line, mtime]] of Object.entries(files)) {
      const file = await putSession(workspace, id.replaceAll(/\W+/g, "-"), [line]);
      if (mtime) await utimes(file, mtime, mtime);
    }
    const gc = await runCli({ workspace, args: ["sessions", "gc", "--older-than", "90", "--delete"] });
    expect([gc.stderr, gc.stdout]).toEqual([
      expect.stringMatching(/^1 of 4 sessions /),
      expect.stringMatching(/^old-in-both /),
    ]);
  });

  test("collects drafts of runs that were killed, with what lies beside them, and no young ones", async () => {
    await using setup = await withScriptedModel(() => ({ text: "ok" }));
    const { workspace } = setup;
    const drafts = join(workspace.tauHome, "sessions", "drafts");
    const entry = { ...said("a", null, "a prompt without an answer"), timestamp: OLD.toISOString() };
    const old = await putSession(workspace, "old-draft", [entry], drafts);
    const young = await putSession(workspace, "young-draft", [entry], drafts);
    await utimes(old, OLD, OLD);
    const beside = join(getDefaultSessionDir(workspace.cwd, workspace.tauHome), `${stamp(OLD)}_old-draft`);
    await mkdir(beside, { recursive: true });
    await writeFile(join(beside, "live.journal"), "");
    const listed = await runCli({ workspace, args: ["sessions", "gc"] });
    expect(listed.stdout).toMatch(/^old-draft .*a prompt without an answer\n$/);
    expect(listed.stderr).toMatch(/^0 of 0 sessions and 1 of 2 drafts \(.*\) would be deleted/);
    await runCli({ workspace, args: ["sessions", "gc", "--delete"] });
    expect([old, young, beside].map((path) => existsSync(path))).toEqual([false, true, false]);
  });
});

/** Files that came along beside a session. Required: what they lead to is not sent, not shown and not changed. */
describe.runIf(process.platform === "linux")("a session of somebody else", () => {
  const SECRET = "the-secret-of-the-user";

  test.each([
    ["user-bash-cmd.running", [bashIntent("cmd", "b")]],
    ["live.journal", []],
    ["queue.json", []],
    ["unsent.json", []],
  ])("with %s as a link to a file, and as a pipe", async (name, more) => {
    await using setup = await withScriptedModel(() => ({ text: "an answer" }));
    const { workspace, server } = setup;
    const secret = workspace.path("secret");
    const bait = JSON.stringify({ text: SECRET, steering: [SECRET], call: "x", output: SECRET, images: [] });
    await writeFile(secret, bait);
    for (const kind of ["link", "pipe"]) {
      const file = await putSession(workspace, kind, [said("a", null), answered("b", "a"), ...more]);
      await mkdir(artifactDirectory(file), { recursive: true });
      const at = join(artifactDirectory(file), name);
      if (kind === "link") await symlink(secret, at);
      else await runIn(workspace, "mkfifo", at);
      await using tau = await openTau(workspace, { args: ["--session", file] });
      await typeAndSee(tau, ["go on\r", /go on[\s\S]*an answer/]);
      expect(tau.terminal.text()).not.toContain(SECRET);
      expect(await leave(tau)).toBe(0);
      expect(JSON.stringify(server.requests.at(-1)?.body)).not.toContain(SECRET);
      expect(await readFile(secret, "utf8")).toBe(bait);
    }
  });

  test("whose kept output is a link: the file it leads to is not overwritten", async () => {
    await using setup = await withScriptedModel(() => ({ text: "an answer" }));
    const { workspace } = setup;
    const secret = workspace.path("secret");
    await writeFile(secret, SECRET);
    const file = await putSession(workspace, "long", [said("a", null), answered("b", "a"), bashIntent("cmd", "b")]);
    const folder = artifactDirectory(file);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "user-bash-cmd.running"), "line\n".repeat(100_000));
    await symlink(secret, join(folder, "user-bash-cmd.log"));
    expect(await runCli({ workspace, args: ["--session", file, "-p", "go on"] })).toMatchObject({ exitCode: 0 });
    expect(await readFile(secret, "utf8")).toBe(SECRET);
    expect(await readFile(join(folder, "user-bash-cmd.log"), "utf8")).toContain("line\n");
  });

  test("whose copies of damaged lines are a link: no line of it gets there", async () => {
    await using setup = await withScriptedModel(() => ({ text: "an answer" }));
    const { workspace } = setup;
    const secret = workspace.path("profile");
    await writeFile(secret, SECRET);
    const file = await putSession(workspace, "damaged", [said("a", null), answered("b", "a")]);
    await writeFile(file, `${await readFile(file, "utf8")}touch injected\n`);
    await symlink(secret, file.replace(/jsonl$/, "damaged"));
    expect(await runCli({ workspace, args: ["--session", file, "-p", "go on"] })).toMatchObject({ exitCode: 0 });
    expect(await readFile(secret, "utf8")).toBe(SECRET);
  });

  test("without the usual ending: long outputs are kept beside it, also by a fork", async () => {
    const command = "seq 1 5000";
    await using setup = await withScriptedModel(() => ({ text: "done" }));
    const { workspace } = setup;
    const file = await putSession(workspace, "plain", [said("a", null), answered("b", "a")]);
    const plain = join(dirname(file), "plain");
    await writeFile(plain, await readFile(file));
    await using tau = await openTau(workspace, { args: ["--session", plain] });
    await typeAndSee(tau, [`!${command}\r`, /5000/]);
    expect(await leave(tau)).toBe(0);
    expect(await readdir(artifactDirectory(plain))).toEqual([expect.stringMatching(/^user-bash-.*\.log$/)]);
    expect(await runCli({ workspace, args: ["--fork", plain, "-p", "go on"] })).toMatchObject({
      exitCode: 0,
      stderr: "",
    });
  });
});

test.runIf(process.platform === "linux")("a link to itself among the sessions hides none of the others", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }));
  const { workspace, server } = setup;
  await runCli({ workspace, args: ["-p", "first words"] });
  const loop = join(dirname(await onlySession(workspace)), "loop.jsonl");
  await symlink(loop, loop);
  expect(await runCli({ workspace, args: ["-c", "-p", "more"] })).toMatchObject({ exitCode: 0, stdout: "ok\n" });
  expect(JSON.stringify(server.requests[1]?.body)).toContain("first words");
});

async function putSession(
  { cwd, tauHome }: Workspace,
  id: string,
  entries: readonly object[],
  folder = getDefaultSessionDir(cwd, tauHome),
): Promise<string> {
  const header = { type: "session", version: 3, id, timestamp: OLD.toISOString(), cwd };
  const name = basename(folder) === "drafts" ? `${id}.jsonl` : `${stamp(OLD)}_${id}.jsonl`;
  await mkdir(folder, { recursive: true });
  const file = join(folder, name);
  await writeFile(file, [header, ...entries].map((line) => `${JSON.stringify(line)}\n`).join(""));
  return file;
}

function answered(id: string, parentId: string) {
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost: { total: 0 } };
  const content = [{ type: "text", text: "an earlier answer" }];
  const origin = { api: "openai-completions", provider: "scripted", model: "model", stopReason: "stop", timestamp: 2 };
  return { ...said(id, parentId), message: { role: "assistant", content, usage, ...origin } };
}

function bashIntent(id: string, parentId: string) {
  return { type: "custom", id, parentId, timestamp: time, customType: "tau.bash-intent", data: { command: "make" } };
}

function stamp(date: Date): string {
  return date.toISOString().replace(/[:.]/g, "-");
}

async function onlySession({ cwd, tauHome }: Workspace): Promise<string> {
  const folder = getDefaultSessionDir(cwd, tauHome);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".jsonl"));
  expect(names).toHaveLength(1);
  return join(folder, names[0] ?? "");
}

async function runIn(workspace: Workspace, command: string, ...args: string[]): Promise<void> {
  await startProgram({ command, args, cwd: workspace.cwd, env: workspace.env, stdin: "" }).exited;
}
