import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type CliOptions, requireProgram, runCli as runProgram } from "@tau/testkit";
import { expect, test } from "vitest";
import { leave, openTau } from "../test/e2e/interactive/open-tau.ts";
import { withScriptedModel } from "../test/e2e/scripted-model.ts";

/** As a user has it: the mode is that of the settings, which name none. */
const DEFAULT = { TAU_PERMISSION_MODE: "" };
const runCli = (options: CliOptions) => runProgram({ ...options, env: { ...DEFAULT, ...options.env } });
const bash = (command: string) => ({ toolCalls: [{ name: "bash", arguments: { command } }] });
const resultOf = (request: { readonly body: unknown } | undefined) => JSON.stringify(request?.body);

test("by default commands run in the sandbox; what it stops is said to the model and listed on stderr", async (context) => {
  await requireProgram("bwrap", context);
  await using setup = await withScriptedModel([
    bash("echo text > made && cat made"),
    bash("touch /etc/tau-made"),
    bash("printenv ANTHROPIC_API_KEY || echo none; printenv TMPDIR"),
    { text: "Done." },
  ]);
  const { workspace, server } = setup;
  const exit = await runCli({ workspace, args: ["-p", "hello"], env: { ANTHROPIC_API_KEY: "secret-key" } });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
  expect(await readFile(workspace.path("made"), "utf8")).toBe("text\n");
  expect(existsSync("/etc/tau-made")).toBe(false);
  expect(resultOf(server.requests[2])).toContain("The command ran in a sandbox.");
  expect(resultOf(server.requests[2])).toContain("read-only in the sandbox");
  expect(exit.stderr).toContain("Not permitted: touch /etc/tau-made");
  expect(exit.stderr).toMatch(/permissions\.allow.*--permission-mode.*TAU_PERMISSION_MODE/);
  expect(resultOf(server.requests[3])).toContain("none");
  expect(resultOf(server.requests[3])).not.toContain("secret-key");
  expect(
    readdirSync(workspace.cwd).filter((name) => name.startsWith(".")),
    "nothing is left behind",
  ).toEqual([]);
});

test("in ask and plan mode a command that seems to only read cannot write, and never leaves the sandbox on its own", async (context) => {
  await requireProgram("bwrap", context);
  const note = "touch: cannot touch '/etc/x': Read-only file system";
  // What seems to read may do more: here it says that the sandbox stopped it.
  for (const mode of ["plan", "ask", "auto"]) {
    await using setup = await withScriptedModel([bash("cat note missing"), { text: "Done." }], { files: { note } });
    const { workspace, server } = setup;
    expect(await runCli({ workspace, args: ["--permission-mode", mode, "-p", "hello"] })).toMatchObject({
      exitCode: 0,
    });
    expect(resultOf(server.requests[1])).toContain("It was not run without the sandbox.");
    expect(resultOf(server.requests[1])).not.toContain("It runs again");
  }
});

test("a background job is confined as any command is", async (context) => {
  await requireProgram("bwrap", context);
  const command = "echo text > made; touch /etc/tau-made; read line; echo got $line";
  const started = /Background job (job-\w{6}) started/;
  await using setup = await withScriptedModel(({ index, body }) => {
    if (index === 0) return { toolCalls: [{ name: "bash", arguments: { command, async: true } }] };
    const id = started.exec(JSON.stringify(body))?.[1] ?? "";
    if (index === 1) return { toolCalls: [{ name: "job", arguments: { input: { id, text: "input" }, poll: [id] } }] };
    return { text: "Done." };
  });
  const { workspace, server } = setup;
  expect(await runCli({ workspace, args: ["-p", "hello"] })).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
  expect(await readFile(workspace.path("made"), "utf8")).toBe("text\n");
  expect(existsSync("/etc/tau-made")).toBe(false);
  expect(resultOf(server.requests[2])).toMatch(/Read-only file system\\ngot input/);
});

test("a rule that allows a command lets it run with the user's rights", async (context) => {
  await requireProgram("bwrap", context);
  await using setup = await withScriptedModel([bash("cp made ../copied"), { text: "Done." }], { files: { made: "x" } });
  const { workspace } = setup;
  const settings = { defaultProvider: "scripted", defaultModel: "model", permissions: { allow: ["Bash(cp:*)"] } };
  await workspace.configure("settings.json", settings);
  expect(await runCli({ workspace, args: ["-p", "hello"] })).toMatchObject({ exitCode: 0, stderr: "" });
  expect(existsSync(workspace.path("../copied"))).toBe(true);
});

test("on the screen Tau explains the mode once, and asks before it runs a stopped command without the sandbox", async (context) => {
  await requireProgram("bwrap", context);
  const command = "if [ -e /run/tau-sandbox ]; then touch /etc/tau-made; else touch made; fi";
  await using setup = await withScriptedModel([bash(command), { text: "Copied." }]);
  const { workspace } = setup;
  {
    await using tau = await openTau(workspace, { env: DEFAULT, columns: 120 });
    await tau.waitForText("Edits in this folder and sandboxed commands run");
    tau.send("go\r");
    await tau.waitForText("Permit bash?");
    await tau.waitForText("Run it without the sandbox? It wanted to write /etc/tau-made");
    expect(existsSync(workspace.path("made"))).toBe(false);
    tau.press("enter");
    await tau.waitForText("Copied.");
    expect(existsSync(workspace.path("made"))).toBe(true);
    expect(await leave(tau)).toBe(0);
  }
  await using again = await openTau(workspace, { env: DEFAULT, columns: 120 });
  await again.waitForText("auto mode");
  expect(again.picture()).not.toContain("sandboxed commands run");
  expect(await leave(again)).toBe(0);
});

test("tau sandbox shows what holds, runs a command confined, and hands on its exit code", async (context) => {
  await requireProgram("bwrap", context);
  await using setup = await withScriptedModel({ text: "Done." });
  const { workspace } = setup;
  expect(await runCli({ workspace, args: ["sandbox", "status"] })).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^bubblewrap: .*works/),
  });
  const script = "touch in; touch ../out 2>/dev/null; exit 7";
  expect(await runCli({ workspace, args: ["sandbox", "run", "--", "sh", "-c", script] })).toMatchObject({
    exitCode: 7,
  });
  expect([existsSync(workspace.path("in")), existsSync(workspace.path("../out"))]).toEqual([true, false]);
  expect((await runCli({ workspace, args: ["doctor"] })).stdout).toMatch(/ok {3}sandbox +bubblewrap/);
});

test("where bubblewrap does not work Tau says why in one line, and asks", async (context) => {
  await requireProgram("bwrap", context);
  await using setup = await withScriptedModel([bash("touch made"), { text: "Done." }]);
  const { workspace } = setup;
  await workspace.configure("settings.json", {
    defaultProvider: "scripted",
    defaultModel: "model",
    sandbox: "bubblewrap",
  });
  const broken = ["--dev-bind", "/", "/", "--ro-bind", "/bin/false", "/usr/bin/bwrap", "--chdir", workspace.cwd];
  const cli = [process.execPath, join(import.meta.dirname, "../dist/cli.js")];
  const env = { ...workspace.env, ...DEFAULT };
  const run = (...args: string[]) => promisify(execFile)("bwrap", [...broken, "--", ...cli, ...args], { env });
  const why = /^none: \/usr\/bin\/bwrap does not work here: exit code 1/;
  await expect(run("sandbox", "status")).rejects.toMatchObject({ code: 3, stdout: expect.stringMatching(why) });
  expect((await run("doctor")).stdout).toMatch(/sandbox +\/usr\/bin\/bwrap does not work here(.|\n)*mode ask;/);
  const { stdout, stderr } = await run("-p", "hello");
  expect(stdout).toBe("Done.\n");
  expect(stderr).toContain("Not permitted: touch made\n");
  expect(existsSync(workspace.path("made"))).toBe(false);
});

test("a commit from a linked worktree works in the sandbox, and folders that were added are writable", async (context) => {
  await requireProgram("bwrap", context);
  await requireProgram("git", context);
  await using setup = await withScriptedModel({ text: "Done." });
  const { workspace } = setup;
  const [main, tree, added] = ["main", "tree", "added"].map((name) => workspace.path(`../${name}`));
  const prepare = `git init -q ${main} && git -C ${main} commit -q --allow-empty -m one && git -C ${main} worktree add -q ${tree} && mkdir ${added}`;
  await promisify(execFile)("sh", ["-c", prepare], { env: workspace.env });
  const settings = JSON.parse(await readFile(join(workspace.tauHome, "settings.json"), "utf8")) as object;
  const folders = { workspace: { folders: [tree, added] } };
  await writeFile(join(workspace.tauHome, "settings.json"), JSON.stringify({ ...settings, ...folders }));
  const script = `cd ${tree} && echo x > x && git add x && git commit -qm two && touch ${added}/made; touch ${main}/out ${main}/.git/hooks/post-commit 2>/dev/null; git log --oneline`;
  const { stdout } = await runCli({ workspace, args: ["sandbox", "run", "--", "sh", "-c", script] });
  expect(stdout.trim().split("\n")).toEqual([expect.stringMatching(/ two$/), expect.stringMatching(/ one$/)]);
  const made = [`${added}/made`, `${main}/out`, `${main}/.git/hooks/post-commit`];
  expect(made.map((path) => existsSync(path))).toEqual([true, false, false]);
});

test("commands reach the hosts that the settings name, and no others", async (context) => {
  await requireProgram("bwrap", context);
  await using setup = await withScriptedModel({ text: "Done." });
  const { workspace, server } = setup;
  const { port } = new URL(server.url);
  const settings = JSON.parse(await readFile(join(workspace.tauHome, "settings.json"), "utf8")) as object;
  const hosts = { sandboxOptions: { hosts: [`127.0.0.1:${port}`] } };
  await writeFile(join(workspace.tauHome, "settings.json"), JSON.stringify({ ...settings, ...hosts }));
  const tunnel = (to: string) =>
    `exec 5<>/dev/tcp/127.0.0.1/3128 && printf 'CONNECT ${to} HTTP/1.1\\r\\n\\r\\n' >&5 && head -n 1 <&5`;
  const run = (to: string) => runCli({ workspace, args: ["sandbox", "run", "--", "bash", "-c", tunnel(to)] });
  expect((await run(`127.0.0.1:${port}`)).stdout).toContain("200 Connection established");
  expect((await run("127.0.0.2:80")).stdout).toContain("403 Forbidden");
  const direct = `exec 5<>/dev/tcp/127.0.0.1/${port}`;
  expect((await runCli({ workspace, args: ["sandbox", "run", "--", "bash", "-c", direct] })).exitCode).toBe(1);
  const log = await readFile(join(workspace.tauHome, "logs/sandbox-network.log"), "utf8");
  expect(log).toMatch(/ allowed 127\.0\.0\.1:\d+\n.* refused 127\.0\.0\.2:80\n/);
});

test("Tau inside its own sandbox adds none, and says why its model cannot be reached", async (context) => {
  await requireProgram("bwrap", context);
  await using setup = await withScriptedModel({ text: "Done." });
  const { workspace } = setup;
  const cli = [process.execPath, join(import.meta.dirname, "../dist/cli.js")];
  const home = workspace.path("inner");
  await workspace.write("inner/models.json", await readFile(join(workspace.tauHome, "models.json"), "utf8"));
  await workspace.write("inner/settings.json", await readFile(join(workspace.tauHome, "settings.json"), "utf8"));
  const inside = (...words: string[]) =>
    runCli({ workspace, args: ["sandbox", "run", "--", "env", `TAU_HOME=${home}`, ...cli, ...words] });
  const status = await inside("sandbox", "status");
  expect(status.stdout).toContain("inside its own sandbox");
  const exit = await inside("-p", "--no-session", "hi");
  expect(exit.exitCode).toBe(1);
  expect(exit.stderr).toContain("inside the sandbox of another Tau");
});
