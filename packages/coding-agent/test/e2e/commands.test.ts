import { existsSync } from "node:fs";
import { appendFile, chmod, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createWorkspace, runCli } from "@tau/testkit";
import { expect, onTestFinished, test } from "vitest";
import { acquireWriterLock } from "../../../agent/src/node/log/writer-lock.ts";
import { findBuiltInTheme } from "../../src/core/themes/index.ts";
import { withScriptedModel } from "./scripted-model.ts";

test("a command explains itself, and is in the help", async () => {
  await using workspace = await createWorkspace();
  const help = await runCli({ workspace, args: ["sessions", "--help"] });
  expect(help).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("tau sessions search <words>") });
  expect((await runCli({ workspace, args: ["--help"] })).stdout).toMatch(/Commands:\n {2}install .*\n {2}remove /);
  expect(await runCli({ workspace, args: ["install"] })).toMatchObject({ exitCode: 2, stdout: "" });
});

test("install, list and remove a package from a path; its skill is there in between", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  const { workspace } = setup;
  const skill = "---\nname: tidy\ndescription: Tidies up\n---\nTidy.";
  await workspace.write("pack/skills/tidy/SKILL.md", skill);
  await workspace.write("pack/package.json", JSON.stringify({ name: "pack", version: "1.0.0" }));
  const installed = await runCli({ workspace, args: ["install", "./pack"] });
  expect(installed).toMatchObject({ exitCode: 0, stdout: "Installed ./pack: 1 skill.\n" });
  expect((await runCli({ workspace, args: ["list"] })).stdout).toContain(workspace.path("pack"));
  await runCli({ workspace, args: ["-p", "hi"] });
  expect(JSON.stringify(setup.server.requests[0]?.body)).toContain("Tidies up");
  expect(await runCli({ workspace, args: ["remove", "./pack"] })).toMatchObject({ exitCode: 0 });
  expect(await runCli({ workspace, args: ["remove", "./pack"] })).toMatchObject({ exitCode: 3 });
  expect((await runCli({ workspace, args: ["list"] })).stdout).toContain("No package is installed");
});

test("config reads and changes settings, and refuses what does not fit", async () => {
  await using workspace = await createWorkspace();
  expect(await runCli({ workspace, args: ["config", "set", "compaction.enabled", "false"] })).toMatchObject({
    exitCode: 0,
    stdout: "",
    stderr: "",
  });
  await runCli({ workspace, args: ["config", "set", "defaultModel", "gpt-5.5"] });
  expect(JSON.parse(await readFile(join(workspace.tauHome, "settings.json"), "utf8"))).toEqual({
    compaction: { enabled: false },
    defaultModel: "gpt-5.5",
  });
  expect((await runCli({ workspace, args: ["config", "get", "compaction.enabled"] })).stdout).toBe("false\n");
  await runCli({ workspace, args: ["config", "unset", "defaultModel"] });
  expect((await runCli({ workspace, args: ["config"] })).stdout).not.toContain("gpt-5.5");
  const wrong = await runCli({ workspace, args: ["config", "set", "compaction.enabled", "perhaps"] });
  expect(wrong).toMatchObject({ exitCode: 3, stderr: expect.stringContaining("compaction.enabled must be a boolean") });
  for (const [path, value] of [
    ["theme", "drak"],
    ["defaultModel", "nosuch"],
    ["defaultTools", '["nosuch"]'],
  ] as const) {
    const refused = await runCli({ workspace, args: ["config", "set", path, value] });
    expect(refused).toMatchObject({
      exitCode: 3,
      stdout: "",
      stderr: expect.stringMatching(/^tau: There is no [^\n]+\n$/),
    });
  }
  expect(JSON.parse(await readFile(join(workspace.tauHome, "settings.json"), "utf8"))).toEqual({
    compaction: { enabled: false },
  });
  await workspace.configure("extensions/mine.js", "");
  const later = await runCli({ workspace, args: ["config", "set", "defaultTools", '["weather"]'] });
  expect(later).toMatchObject({ exitCode: 0, stderr: expect.stringContaining("an extension may define it") });
  for (const key of ["constructor", "__proto__", "compaction.toString"]) {
    const inherited = await runCli({ workspace, args: ["config", "set", key, "1"] });
    expect(inherited).toMatchObject({ exitCode: 3, stderr: `tau: There is no setting "${key}".\n` });
  }
  const unknown = await runCli({ workspace, args: ["config", "get", "defaultModle"] });
  expect(unknown).toMatchObject({ exitCode: 3, stderr: expect.stringContaining("Did you mean defaultModel?") });
});

test("sessions are listed, searched, exported, and deleted only if asked", async () => {
  await using setup = await withScriptedModel({ text: "about whales" });
  const { workspace } = setup;
  await runCli({ workspace, args: ["-p", "tell me of the sea"] });
  const { stdout } = await runCli({ workspace, args: ["sessions", "list", "--json"] });
  const session = JSON.parse(stdout) as { id: string; path: string };
  expect((await runCli({ workspace, args: ["sessions"] })).stdout).toContain("tell me of the sea");
  expect((await runCli({ workspace, args: ["sessions", "search", "WHALES"] })).stdout).toContain("tell me of the sea");
  expect((await runCli({ workspace, args: ["sessions", "search", "desert"] })).stdout).toBe("");

  const exported = await runCli({ workspace, args: ["--export", session.path, "out.html"] });
  expect(exported).toMatchObject({ exitCode: 0, stdout: `${workspace.path("out.html")}\n` });
  expect(await workspace.read("out.html")).toContain("about whales");
  await runCli({ workspace, args: ["export", session.id, "out.jsonl"] });
  expect((await workspace.read("out.jsonl")).split("\n")[0]).toContain(session.id);

  expect((await runCli({ workspace, args: ["sessions", "gc"] })).stderr).toContain(
    "0 of 1 sessions (0B) would be deleted",
  );
  const planned = await runCli({ workspace, args: ["sessions", "gc", "--older-than", "0"] });
  expect(planned.stderr).toMatch(/^1 of 1 sessions \(.+B\) would be deleted: add --delete\.$/m);
  expect((await runCli({ workspace, args: ["sessions"] })).stdout).toContain("tell me of the sea");
  await runCli({ workspace, args: ["sessions", "gc", "--older-than", "0", "--delete"] });
  expect((await runCli({ workspace, args: ["sessions", "list", "--json"] })).stdout).toBe("");
});

test("a folder of sessions is listed, searched and cleaned up by itself: the usual place stays as it is", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }));
  const { workspace } = setup;
  const folder = ["--session-dir", "mine"];
  await runCli({ workspace, args: ["--session-id", "usual", "-p", "hi"] });
  await runCli({ workspace, args: [...folder, "--session-id", "apart", "-p", "hi"] });
  await workspace.write("elsewhere/note", "");
  const cwd = workspace.path("elsewhere");
  await runCli({
    workspace: { ...workspace, cwd },
    args: ["--session-dir", "../mine", "--session-id", "foreign", "-p", "hi"],
  });
  const ids = async (...args: string[]) => {
    const { stdout } = await runCli({ workspace, args: ["sessions", ...args, "--json"] });
    return stdout.split("\n").flatMap((line) => (line === "" ? [] : [(JSON.parse(line) as { id: string }).id]));
  };
  expect(await ids("list", ...folder)).toEqual(["apart"]);
  expect((await ids("list", "--all", ...folder)).sort()).toEqual(["apart", "foreign"]);
  expect((await ids("gc", "--older-than", "0", ...folder, "--delete")).sort()).toEqual(["apart", "foreign"]);
  expect(await ids("list", "--all", ...folder)).toEqual([]);
  expect(await ids("list", "--all")).toEqual(["usual"]);
});

test("a session is not exported into a folder, nor over itself", async () => {
  await using setup = await withScriptedModel({ text: "ok" }, { files: { "docs/a.md": "" } });
  const { workspace } = setup;
  await runCli({ workspace, args: ["--session-dir", "mine", "--session-id", "one", "-p", "hi"] });
  const [file = ""] = await readdir(workspace.path("mine"));
  const path = workspace.path(`mine/${file}`);
  await appendFile(path, "what another program wrote\n");
  const before = await readFile(path, "utf8");
  const refused = await runCli({ workspace, args: ["export", path, "docs"] });
  expect(refused).toMatchObject({ exitCode: 4, stdout: "", stderr: expect.not.stringContaining("    at ") });
  expect(await runCli({ workspace, args: ["export", path, path] })).toMatchObject({ exitCode: 3, stdout: "" });
  expect(await readFile(path, "utf8")).toBe(before);
});

test("what doctor tells of does not act on the terminal", async () => {
  await using workspace = await createWorkspace();
  const name = "odd\u001b]0;title\u0007";
  await workspace.write(`${name}/.tau/settings.json`, "{}");
  const exit = await runCli({ workspace: { ...workspace, cwd: workspace.path(name) }, args: ["doctor"] });
  expect(exit.stdout).toContain(`${workspace.path("odd")} is not trusted`);
  expect(exit.stdout).not.toContain("\u001b");
});

test("an exported page has the colours of the user's theme, with the backgrounds it names for pages", async () => {
  await using setup = await withScriptedModel({ text: "about whales" });
  const { workspace } = setup;
  const theme = {
    ...findBuiltInTheme("dark"),
    name: "sea",
    vars: { deep: "okhsl(264.052 100% 36.6565%)", sky: "deep" },
    export: { pageBg: "sky", cardBg: 196, infoBg: "#abc" },
  };
  await workspace.configure("themes/sea.json", theme);
  await workspace.configure("settings.json", { defaultProvider: "scripted", defaultModel: "model", theme: "sea" });
  await runCli({ workspace, args: ["--session-id", "one", "-p", "tell me of the sea"] });
  await runCli({ workspace, args: ["--export", "one", "out.html"] });
  const page = await workspace.read("out.html");
  for (const color of ["--background: #0000ff", "--tool: #ff0000", "--info: #abc"]) expect(page).toContain(color);
});

test("auth tells where keys come from, and prints one only if asked", async () => {
  await using workspace = await createWorkspace();
  const env = { ANTHROPIC_API_KEY: "sk-ant-test-value" };
  const check = await runCli({ workspace, args: ["auth", "check"], env });
  expect(check).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("anthropic\tready") });
  expect(check.stdout).not.toContain("sk-ant-test-value");
  const printed = await runCli({ workspace, args: ["auth", "print-api-key", "anthropic"], env });
  expect(printed.stdout).toBe("sk-ant-test-value\n");
  const one = async (...args: string[]) => {
    const { exitCode, stdout } = await runCli({ workspace, args: ["auth", "check", ...args], env });
    return [exitCode, stdout];
  };
  expect(await one("--provider", "anthropic")).toEqual([0, "ready\n"]);
  expect(await one("anthropic", "--credentials")).toEqual([0, "ready\nsk-ant-test-value\n"]);
  expect(await one("openai")).toEqual([1, "not_ready\n"]);
  expect(await one("nobody")).toEqual([2, "invalid\n"]);
  expect(await one("openai", "--json")).toEqual([
    1,
    '{"status":"not_ready","provider":"openai","reason":"credentials_not_configured"}\n',
  ]);
});

test("a key under the name that its provider had before is that provider's, and found by either name", async () => {
  await using workspace = await createWorkspace();
  await workspace.configure("auth.json", { "azure-openai-responses": { type: "api_key", key: "old-key" } });
  await chmod(join(workspace.tauHome, "auth.json"), 0o600);
  for (const name of ["azure", "azure-openai-responses"]) {
    const printed = await runCli({ workspace, args: ["auth", "print-api-key", name] });
    expect(printed).toMatchObject({ exitCode: 0, stdout: "old-key\n", stderr: "" });
  }
  expect((await runCli({ workspace, args: ["--list-models", "azure"] })).stdout).toMatch(/^azure\//m);
});

test("a login that has ended is renewed only if asked, and a token is good for as long as asked", async () => {
  await using workspace = await createWorkspace();
  const login = { type: "oauth", access: "token", refresh: "r" };
  await workspace.configure("auth.json", {
    anthropic: { ...login, expires: 1 },
    "github-copilot": { ...login, expires: Date.now() + 3_600_000 },
  });
  const auth = async (...args: string[]) => await runCli({ workspace, args: ["auth", ...args] });
  expect((await auth("check", "anthropic", "--no-refresh", "--json")).stdout).toBe(
    '{"status":"not_ready","provider":"anthropic","authType":"oauth","source":"login","reason":"credential_not_available"}\n',
  );
  expect(await auth("check", "github-copilot", "--no-refresh")).toMatchObject({ exitCode: 0, stdout: "ready\n" });
  expect(await auth("print-bearer-token", "github-copilot", "--min-expiry", "30m")).toMatchObject({
    exitCode: 0,
    stdout: "token\n",
  });
  expect(await auth("print-bearer-token", "github-copilot", "--min-expiry", "soon")).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--min-expiry takes a number with ms, s, m or h, not "soon".'),
  });
});

test("gc takes what is large with all that belongs to it, and never a session in use", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }));
  const { workspace } = setup;
  for (const id of ["small", "large", "busy"]) await runCli({ workspace, args: ["--session-id", id, "-p", "hi"] });
  const { stdout } = await runCli({ workspace, args: ["sessions", "list", "--json"] });
  const paths = new Map(
    stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: string; path: string })
      .map(({ id, path }) => [id, path]),
  );
  const artifacts = async (id: string) => {
    const folder = paths.get(id)?.replace(/\.jsonl$/, "") ?? "";
    await mkdir(folder);
    await writeFile(join(folder, "0.bash.log"), "x".repeat(2 * 1024 * 1024));
    await writeFile(`${folder}.damaged`, "a torn line");
    return [folder, `${folder}.damaged`];
  };
  const beside = [...(await artifacts("large")), ...(await artifacts("busy"))];
  const lock = acquireWriterLock(paths.get("busy") ?? "");
  onTestFinished(() => lock.release());
  const gc = await runCli({ workspace, args: ["sessions", "gc", "--larger-than", "1", "--delete"] });
  expect(gc.stderr).toMatch(/^1 of 3 sessions \(2MB\) deleted\.$/m);
  expect(beside.map((path) => existsSync(path))).toEqual([false, false, true, true]);
  const left = await runCli({ workspace, args: ["sessions", "list"] });
  expect(left.stdout.match(/^\w+/gm)?.toSorted()).toEqual(["busy", "small"]);
});

test("gc goes on past a session that cannot be deleted, and says which one it is", async () => {
  await using workspace = await createWorkspace();
  const file = (id: string) => `mine/${id}.jsonl`;
  const timestamp = "2020-01-01T00:00:00.000Z";
  const header = { type: "session", version: 3, timestamp, cwd: workspace.cwd };
  for (const id of ["one", "two", "three"]) await workspace.write(file(id), `${JSON.stringify({ ...header, id })}\n`);
  // Where its lock should be there is something else.
  await workspace.write(`${file("two")}.lock`, "");
  const args = ["sessions", "gc", "--session-dir", "mine", "--older-than", "0", "--delete"];
  const gc = await runCli({ workspace, args });
  expect(gc).toMatchObject({
    exitCode: 4,
    stderr: expect.stringMatching(/^2 of 3 .* deleted\.\ntau: two could not be deleted: /),
  });
  expect((await readdir(workspace.path("mine"))).sort()).toEqual(["two.jsonl", "two.jsonl.lock"]);
});

test("doctor names what is wrong and how to mend it", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  const { workspace } = setup;
  const good = await runCli({ workspace, args: ["doctor"] });
  expect(good).toMatchObject({ exitCode: 0, stderr: "" });
  expect(good.stdout).toMatch(/ok {3}model +scripted\/model/);
  expect(good.stdout).toMatch(/ok {3}ripgrep/);
  await writeFile(join(workspace.tauHome, "settings.json"), '{ "theme": 7 }');
  const bad = await runCli({ workspace, args: ["doctor"] });
  expect(bad.exitCode).toBe(3);
  expect(bad.stdout).toMatch(/FAIL file +.*settings\.json.*theme/);
});

test("a home that cannot be one is told by doctor, and by a change of settings", async () => {
  await using workspace = await createWorkspace({ files: { "a-file": "" } });
  await symlink(workspace.path("not-mounted"), workspace.path("a-link"));
  for (const [home, reason] of [
    ["a-file", "it is not a folder"],
    ["a-file/below", "it is not a folder"],
    ["a-link", "ENOENT"],
  ] as const) {
    const env = { TAU_HOME: workspace.path(home) };
    const found = await runCli({ workspace, args: ["doctor"], env });
    expect(found.exitCode).toBe(3);
    expect(found.stdout).toContain(`FAIL home         ${workspace.path(home)} cannot be written to (${reason})\n`);
    const refused = await runCli({ workspace, args: ["config", "set", "theme", "light"], env });
    expect(refused).toMatchObject({ exitCode: 4, stderr: expect.not.stringContaining("    at ") });
  }
});

test("import takes over what is not there yet, credentials only if asked", async () => {
  await using workspace = await createWorkspace();
  const theirs = join(workspace.home, ".pi/agent");
  const files = {
    "settings.json": '{ "theme": "light", "defaultModel": "theirs" }',
    "auth.json": '{ "anthropic": { "type": "api_key", "key": "k" } }',
    "prompts/fix.md": "Fix it.",
    "sessions/--work--/2026-01-01_abc.jsonl": `${JSON.stringify({ type: "session", version: 3, id: "abc", timestamp: "2026-01-01T00:00:00.000Z", cwd: workspace.cwd })}\n`,
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(theirs, name, ".."), { recursive: true });
    await writeFile(join(theirs, name), content);
  }
  await workspace.configure("settings.json", { defaultModel: "ours" });
  const dry = await runCli({ workspace, args: ["import", "pi", "--dry-run"] });
  expect(dry.stdout).toContain("settings.json (theme)\ttaken over");
  expect(await runCli({ workspace, args: ["import", "pi"] })).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining("auth.json (anthropic)\tleft out: keys are imported with --credentials"),
  });
  expect(JSON.parse(await readFile(join(workspace.tauHome, "settings.json"), "utf8"))).toEqual({
    defaultModel: "ours",
    theme: "light",
  });
  const { stdout } = await runCli({ workspace, args: ["import", "pi", "--credentials"] });
  expect(stdout).toContain("auth.json (anthropic)\ttaken over");
  expect(stdout).toContain("read in place");
  expect(await runCli({ workspace, args: ["import", "codex"] })).toMatchObject({ exitCode: 3 });
  expect(await runCli({ workspace, args: ["import", "nobody"] })).toMatchObject({ exitCode: 2 });
});
