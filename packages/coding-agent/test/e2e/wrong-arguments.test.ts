import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createWorkspace, runCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "./scripted-model.ts";

const run = async (...args: string[]) => {
  await using workspace = await createWorkspace();
  const { exitCode, stdout, stderr } = await runCli({ workspace, args });
  return { exitCode, stdout, stderr: stderr.replaceAll(workspace.cwd, "<cwd>") };
};

test.each([
  [["update", "npm:nothing"], 3, '"npm:nothing" is not among the packages of your settings (none).'],
  [["install", "./nowhere"], 3, "There is nothing at <cwd>/nowhere."],
  [["install", "/dev/null"], 3, "/dev/null is neither a folder nor an ordinary file."],
  [["export", ""], 4, 'There is no session "". tau sessions list --all lists them.'],
  [["export", "."], 4, "<cwd> is a folder, and no session."],
  [["install", "npm:"], 3, '"npm:" is no source of a package: after npm: there must be the name of a package.'],
  [["list", "more"], 2, 'Unexpected argument "more". Usage: tau list'],
  [["doctor", "more"], 2, 'Unexpected argument "more". Usage: tau doctor [--online]'],
  [["instal", "npm:x"], 2, 'There is no command "instal". Did you mean tau install? As a prompt: tau -- instal'],
  [["--offline", "doctro"], 2, 'There is no command "doctro". Did you mean tau doctor? As a prompt: tau -- doctro'],
  [
    ["--model", "x", "sessions", "list"],
    2,
    "tau sessions list is a command, and takes none of the options before it. Leave them out, or as a prompt: tau … -- sessions list",
  ],
  [["-a", "-na", "-p", "hi"], 2, "These options exclude each other: --approve, --no-approve."],
  [
    ["--session-id", "a-", "-p", "hi"],
    2,
    '--session-id "a-" cannot be used: take 1 to 128 letters, digits, ".", "_" or "-", with a letter or digit at both ends.',
  ],
  [["--session", "nope", "-p", "hi"], 4, 'There is no session "nope". tau sessions list --all lists them.'],
] as const)("tau %j ends with %i and one sentence, never with a stack", async (args, exitCode, sentence) => {
  const exit = await run(...args);
  expect(exit).toMatchObject({ exitCode, stdout: "" });
  const hint = exitCode === 2 ? "\n  Run tau --help for the options." : "";
  expect(exit.stderr).toBe(`tau: ${sentence}${hint}\n`);
});

test("options that hold for every command may stand before it, and a prompt that begins like one stays a prompt", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }));
  const { workspace, server } = setup;
  const args = (...words: string[]) => runCli({ workspace, args: words });
  expect((await args("--offline", "config", "path")).stdout).toContain("settings.json");
  expect((await args("config", "path", "--offline")).stdout).toContain("settings.json");
  await args("--session-dir", "kept", "-p", "doctor my code");
  for (const place of [
    ["--session-dir", "kept"],
    ["--offline", "--session-dir=kept"],
  ])
    expect(await args(...place, "sessions", "list")).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("doctor my code"),
    });
  await args("--offline", "-p", "list");
  await args("--model", "scripted/model", "help me");
  await args("--model", "scripted/model", "--", "list");
  await args("--model", "scripted/model", "list", "files");
  expect(server.requests).toHaveLength(5);
  expect(JSON.stringify(server.requests[4]?.body)).toContain("list files");
});

test("a command says what is wrong with the files it has read, and goes on without them", async () => {
  await using workspace = await createWorkspace();
  await writeFile(join(workspace.tauHome, "settings.json"), '{\n "theme": dark\n}');
  await writeFile(join(workspace.tauHome, "auth.json"), "nonsense");
  const settings = `tau: ${workspace.tauHome}/settings.json:2: `;
  for (const args of [["config", "get", "theme"], ["list"], ["sessions", "list"], ["update", "--extensions"]]) {
    const { exitCode, stderr } = await runCli({ workspace, args });
    expect([exitCode, stderr.split("\n")[0]]).toEqual([0, expect.stringContaining(settings)]);
  }
  const { stdout, stderr } = await runCli({ workspace, args: ["auth", "check", "openai"] });
  expect([stdout, stderr]).toEqual(["not_ready\n", expect.stringContaining(`tau: ${workspace.tauHome}/auth.json:1: `)]);
});

test("what names nothing is told, and the run goes on without it", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }));
  const { workspace } = setup;
  const complaints = async (...args: string[]) => {
    const exit = await runCli({ workspace, args: [...args, "-p", "hi"] });
    expect(exit).toMatchObject({ exitCode: 0, stdout: "ok\n" });
    return exit.stderr.replaceAll(workspace.cwd, "<cwd>").trimEnd().split("\n");
  };
  expect(await complaints("--skill", "s", "--theme", "t.json", "--prompt-template", "p.md")).toEqual([
    "tau: <cwd>/s: there is nothing here",
    "tau: <cwd>/p.md: there is nothing here",
    "tau: <cwd>/t.json: there is nothing here",
  ]);
  expect(await complaints("-e", "folder")).toEqual(["tau: <cwd>/folder: there is nothing here"]);
  expect(await complaints("-e", "builtin:nope")).toEqual([
    expect.stringMatching(
      /^tau: builtin:nope was not loaded: there is none of that name\. Known: builtin:acp, builtin:ask, builtin:ast, builtin:autoresearch, /,
    ),
  ]);
  expect(await complaints("-e", "npm:")).toEqual([
    'tau: npm: is left out: "npm:" is no source of a package: after npm: there must be the name of a package.',
  ]);
  expect(await complaints("--models", "nope,scripted/model")).toEqual(['tau: --models: No model fits "nope".']);
  await workspace.configure("settings.json", {
    defaultProvider: "scripted",
    defaultModel: "model",
    packages: ["npm:absent"],
    skills: ["gone"],
  });
  expect(await complaints()).toEqual([
    "tau: npm:absent is not installed, so it is left out. tau update npm:absent installs it.",
    `tau: ${workspace.tauHome}/gone: there is nothing here`,
  ]);
});

test("--tools names tools that exist, once extensions have registered theirs", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }));
  const { workspace, server } = setup;
  const run = (...args: string[]) => runCli({ workspace, args: [...args, "-p", "hi"] });
  for (const args of [
    ["--tools", "raed,calc"],
    ["--tools", "+raed"],
    ["--mode", "json", "--tools", "raed"],
  ])
    expect(await run(...args)).toMatchObject({
      exitCode: 2,
      stdout: "",
      stderr: 'tau: --tools: there is no tool "raed". Did you mean read?\n  Run tau --help for the options.\n',
    });
  expect(await run("--tools", "mcp__x__y")).toMatchObject({ exitCode: 2 });
  expect(server.requests).toEqual([]);
  expect(await run("--tools", "read,mcp__*,nosuch*")).toMatchObject({ exitCode: 0, stderr: "" });
  const late = `export default (pi) => pi.on("session_start", () => pi.registerTool({
    name: "late", description: "x", parameters: { type: "object" }, execute: async () => ({ content: [] }) }));`;
  await workspace.write("late.js", late);
  expect(await run("-e", "late.js", "--tools", "late")).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await run("-e", "late.js", "--tools", "lat")).toMatchObject({ exitCode: 2 });
});

test("a session is opened by the beginning of its id, and --session-id makes it once", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }));
  const { workspace, server } = setup;
  const texts = () => JSON.stringify(server.requests.at(-1)?.body);
  await runCli({ workspace, args: ["--session-id", "daily.1", "-p", "first"] });
  await runCli({ workspace, args: ["--session-id", "daily.1", "-p", "second"] });
  expect(texts()).toMatch(/first.*second/);
  await runCli({ workspace, args: ["--session", "dai", "-p", "third"] });
  expect(texts()).toMatch(/first.*second.*third/);
  await runCli({ workspace, args: ["--session-id", "daily.2", "-p", "other"] });
  expect(await runCli({ workspace, args: ["--session", "daily", "-p", "x"] })).toMatchObject({
    exitCode: 4,
    stderr: expect.stringMatching(/"daily" is the beginning of several sessions: daily\.[12], daily\.[12]\./),
  });
  const copy = ["--fork", "daily.1", "--session-id", "daily.2", "-p", "x"];
  expect(await runCli({ workspace, args: copy })).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('There is a session "daily.2" already: a copy needs another --session-id.'),
  });
});

test("--session-dir, its variable and its setting say where sessions are, also to tau sessions and tau export", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }));
  const { workspace } = setup;
  const env = { PI_CODING_AGENT_SESSION_DIR: "kept" };
  await runCli({ workspace, args: ["--session-id", "mine", "-p", "hello there"], env });
  expect(await workspace.list()).toEqual([expect.stringMatching(/^kept\/.*_mine\.jsonl$/)]);
  expect((await runCli({ workspace, args: ["sessions"], env })).stdout).toContain("hello there");
  expect((await runCli({ workspace, args: ["sessions", "--session-dir", "kept"] })).stdout).toContain("hello there");
  expect((await runCli({ workspace, args: ["sessions"] })).stdout).toBe("");
  expect(await runCli({ workspace, args: ["export", "mine", "out.md"], env })).toMatchObject({ exitCode: 0 });
  expect(await workspace.read("out.md")).toContain("hello there");
});

test("help is a command too, and so is that of a command", async () => {
  expect((await run("help")).stdout).toMatch(/^tau: a coding agent/);
  expect((await run("help", "install")).stdout).toMatch(/^Install a package/);
  expect(await run("help", "frob")).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('no command "frob"'),
  });
});
