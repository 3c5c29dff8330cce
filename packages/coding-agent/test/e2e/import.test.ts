import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { builtCli, createWorkspace, runCli, startProgram, type Workspace } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "./scripted-model.ts";

async function put(workspace: Workspace, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(workspace.home, name, ".."), { recursive: true });
    await writeFile(join(workspace.home, name), content);
  }
}

const jsonl = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join("");

test("a session of another agent is converted, listed under its name, and gone on with", async () => {
  await using setup = await withScriptedModel({ text: "As I said, one file." });
  const { workspace, server } = setup;
  const base = { cwd: workspace.cwd, sessionId: "11111111-2222-3333-4444-555555555555", isSidechain: false };
  const session = jsonl(
    {
      ...base,
      uuid: "a",
      parentUuid: null,
      timestamp: "2026-02-03T04:05:06.000Z",
      type: "user",
      message: { role: "user", content: "how many files?" },
    },
    {
      ...base,
      uuid: "b",
      parentUuid: "a",
      timestamp: "2026-02-03T04:05:07.000Z",
      type: "assistant",
      message: { id: "m", role: "assistant", model: "m-1", content: [{ type: "text", text: "One file." }] },
    },
    { type: "custom-title", customTitle: "Counting files" },
  );
  await put(workspace, {
    ".claude/projects/-work/11111111-2222-3333-4444-555555555555.jsonl": session,
    ".claude/projects/-work/agent-1.jsonl": session,
    ".claude/skills/tidy/SKILL.md": "---\nname: tidy\ndescription: Tidies\n---\n",
    ".claude/CLAUDE.md": "Speak in rhymes.",
  });
  const first = await runCli({ workspace, args: ["import", "claude"] });
  expect(first).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining("In all: 1 taken over, 2 read in place."),
  });
  const again = await runCli({ workspace, args: ["import", "claude"] });
  expect(again.stdout).toContain("In all: 2 read in place, 1 kept.");
  expect((await runCli({ workspace, args: ["sessions"] })).stdout).toContain("Counting files");
  const args = ["--session", base.sessionId, "--model", "scripted/model", "-p", "and now?"];
  expect(await runCli({ workspace, args })).toMatchObject({ exitCode: 0, stdout: "As I said, one file.\n" });
  const request = JSON.stringify(server.requests[0]?.body);
  for (const part of ["how many files?", "One file.", "and now?", "Speak in rhymes."]) expect(request).toContain(part);
});

test("codex: sessions and, if asked, the user's own key, which nobody else can read", async () => {
  await using workspace = await createWorkspace();
  await put(workspace, {
    ".codex/auth.json": '{ "OPENAI_API_KEY": "sk-theirs", "tokens": { "access_token": "never" } }',
    ".codex/sessions/2026/02/03/rollout-x.jsonl": jsonl(
      {
        timestamp: "2026-02-03T04:05:06.000Z",
        type: "session_meta",
        payload: { id: "c-1", cwd: workspace.cwd, timestamp: "2026-02-03T04:05:06.000Z" },
      },
      {
        timestamp: "2026-02-03T04:05:07.000Z",
        type: "response_item",
        payload: { type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] },
      },
    ),
    ".codex/sessions/2026/02/03/rollout-empty.jsonl": jsonl({ type: "session_meta", payload: { id: "c-2", cwd: "/" } }),
  });
  const { stdout } = await runCli({ workspace, args: ["import", "codex"] });
  expect(stdout).toContain("auth.json (openai)\tleft out: keys are imported with --credentials");
  expect(stdout).toContain("rollout-empty.jsonl\tleft out: it has no messages");
  await runCli({ workspace, args: ["import", "codex", "--credentials"] });
  const auth = join(workspace.tauHome, "auth.json");
  expect(JSON.parse(await readFile(auth, "utf8"))).toEqual({ openai: { type: "api_key", key: "sk-theirs" } });
  expect((await stat(auth)).mode & 0o777).toBe(0o600);
  const [folder = ""] = await readdir(join(workspace.tauHome, "sessions"));
  expect(await readdir(join(workspace.tauHome, "sessions", folder))).toEqual(["2026-02-03T04-05-06-000Z_c-1.jsonl"]);
});

test("omp: what Tau's settings know of config.yml is added, comments of ours stay, the rest is named", async () => {
  await using workspace = await createWorkspace();
  await put(workspace, {
    ".omp/agent/config.yml": "theme: light\ncompaction:\n  enabled: false\nswarm:\n  x: 1\ndefaultModel: theirs\n",
    ".omp/agent/keybindings.json": "{}",
  });
  await mkdir(workspace.tauHome, { recursive: true });
  await writeFile(join(workspace.tauHome, "settings.json"), '{\n  // mine\n  "defaultModel": "ours"\n}\n');
  const { stdout } = await runCli({ workspace, args: ["import", "omp"] });
  expect(stdout).toContain("config.yml (theme, compaction)\ttaken over");
  expect(stdout).toContain("config.yml (swarm)\tleft out: Tau has no such setting");
  const settings = await readFile(join(workspace.tauHome, "settings.json"), "utf8");
  expect(settings).toContain("// mine");
  expect(settings).toContain('"defaultModel": "ours"');
  expect(settings).toContain('"theme": "light"');
  await put(workspace, { ".omp/agent/config.yml": "- a list\n" });
  expect((await runCli({ workspace, args: ["import", "omp"] })).stdout).toMatch(/config\.yml\tleft out: line \d/);
});

test("R5, R6, R10: omp: YAML counts more than the JSON it took the place of, which counts where there is no YAML", async () => {
  await using workspace = await createWorkspace();
  const models =
    "providers:\n  local:\n    baseUrl: http://127.0.0.1:9/v1\n    apiKey: none\n    api: openai-completions\n";
  await put(workspace, {
    ".omp/agent/settings.json": '{ "theme": "old", "steeringMode": "all" }',
    ".omp/agent/models.yml": `${models}    models:\n      - id: tiny\n`,
  });
  const imported = async () => {
    await rm(workspace.tauHome, { recursive: true, force: true });
    const { stdout } = await runCli({ workspace, args: ["import", "omp"] });
    const settings = JSON.parse(await readFile(join(workspace.tauHome, "settings.json"), "utf8"));
    return { stdout, settings };
  };
  const fromJson = await imported();
  expect(fromJson.settings).toEqual({ theme: "old", steeringMode: "all" });
  expect(fromJson.stdout).toContain("models.yml (providers)\ttaken over");
  expect((await runCli({ workspace, args: ["--list-models", "tiny"] })).stdout).toMatch(/^local\/tiny\s/);
  await put(workspace, { ".omp/agent/config.yml": "theme:\n  dark: new\n" });
  expect((await imported()).settings).toEqual({ theme: "new", steeringMode: "all" });
  expect(await readdir(join(workspace.home, ".omp/agent"))).toEqual(["config.yml", "models.yml", "settings.json"]);
});

test("omp: a session comes with its images and the outputs of its tools", async () => {
  await using workspace = await createWorkspace();
  const image = Buffer.alloc(2000, "picture");
  const hash = createHash("sha256").update(image).digest("hex");
  const content = [{ type: "image", mimeType: "image/png", data: `blob:sha256:${hash}` }];
  const at = "2026-02-03T04:05:06.000Z";
  await put(workspace, {
    ".omp/agent/sessions/-x/s.jsonl": jsonl(
      { type: "session", version: 3, id: "o-1", timestamp: at, cwd: workspace.cwd },
      {
        type: "message",
        id: "00000001",
        parentId: null,
        timestamp: at,
        message: { role: "user", content, timestamp: 1 },
      },
    ),
    ".omp/agent/sessions/-x/s/0.bash.log": "all of it",
    [`.omp/agent/blobs/${hash}`]: image.toString(),
  });
  await runCli({ workspace, args: ["import", "omp"] });
  expect(await runCli({ workspace, args: ["export", "o-1", "out.jsonl"] })).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await workspace.read("out.jsonl")).toContain(image.toString("base64"));
  const [folder = ""] = (await readdir(join(workspace.tauHome, "sessions"))).filter((name) => name !== "drafts");
  const output = join(workspace.tauHome, "sessions", folder, "s/0.bash.log");
  expect(await readFile(output, "utf8")).toBe("all of it");
});

test("what of ours cannot be read is not written over", async () => {
  await using workspace = await createWorkspace();
  await put(workspace, { ".pi/agent/settings.json": '{ "theme": "light" }' });
  await mkdir(join(workspace.tauHome, "settings.json"), { recursive: true });
  const { exitCode, stdout } = await runCli({ workspace, args: ["import", "pi"] });
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^settings\.json\tleft out: your own .* has to be corrected first, EISDIR/);
});

test("what is broken at the source costs itself alone, and is named with the reason", async () => {
  await using workspace = await createWorkspace();
  await put(workspace, {
    "moved/settings.json": "{\n  bad",
    "moved/auth.json": "[]",
    "moved/prompts/fix.md": "Fix it.",
  });
  execFileSync("mkfifo", [join(workspace.home, "moved/prompts/pipe.md")]);
  const { exitCode, stdout, stderr } = await runCli({
    workspace,
    args: ["import", "pi", "--from", join(workspace.home, "moved")],
  });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(stdout.split("\n").map((line) => line.replace(/(pipe\.md\tleft out: ).*/, "$1…"))).toEqual([
    "settings.json\tleft out: line 2: invalid symbol",
    "prompts/fix.md\ttaken over",
    "prompts/pipe.md\tleft out: …",
    "auth.json\tleft out: it holds no JSON object",
    "In all: 1 taken over, 3 left out.",
    "",
  ]);
});

test("what does not fit on the disk is left out whole, and taken over the next time", async () => {
  await using workspace = await createWorkspace();
  const [cwd, from] = ["/somewhere", join(workspace.home, "moved")];
  const header = { type: "session", version: 3, id: "large", timestamp: "2026-02-03T04:05:06.000Z", cwd };
  const entry = { type: "custom", customType: "x", id: "a", parentId: null, timestamp: header.timestamp };
  const large = "x".repeat(200_000);
  await put(workspace, {
    "moved/prompts/large.md": large,
    "moved/sessions/a/large.jsonl": jsonl(header, { ...entry, data: large }),
  });
  // A limit on the size of files stands in for a full disk.
  const limited = startProgram({
    command: "bash",
    args: ["-c", `ulimit -f 64; trap '' XFSZ; exec "$0" "$1" import pi --from "$2"`, process.execPath, builtCli, from],
    cwd: workspace.cwd,
    env: workspace.env,
    stdin: "",
  });
  expect((await limited.exited).stdout).toContain("In all: 2 left out.");
  const left = (await readdir(workspace.tauHome, { recursive: true })).filter((name) => name.includes("large"));
  expect(left).toEqual([]);
  expect((await runCli({ workspace, args: ["import", "pi", "--from", from] })).stdout).toContain(
    "In all: 2 taken over.",
  );
  expect(await readFile(join(workspace.tauHome, "prompts/large.md"), "utf8")).toBe(large);
});

test.skipIf(process.platform === "win32")("pipes at the source are left out, and a file is no home", async () => {
  await using workspace = await createWorkspace({ files: { file: "" } });
  await put(workspace, { ".pi/agent/sessions/a/x.jsonl": "", ".codex/sessions/a/y.jsonl": "" });
  const pipes = [".pi/agent/settings.json", ".pi/agent/sessions/a/p.jsonl", ".codex/sessions/a/p.jsonl"];
  for (const pipe of pipes) execFileSync("mkfifo", [join(workspace.home, pipe)]);
  const fromPi = await runCli({ workspace, args: ["import", "pi"] });
  expect(fromPi.stdout).toContain("settings.json\tleft out: Not an ordinary file");
  expect((await runCli({ workspace, args: ["import", "codex"] })).stdout).toContain("p.jsonl\tleft out: Not an");
  expect(await runCli({ workspace, args: ["import", "pi", "--from", "file"] })).toMatchObject({
    exitCode: 3,
    stderr: `tau: ${workspace.path("file")} is not a folder. Name its home with --from.\n`,
  });
});

test("what Tau reads in place is not copied: an extension of pi runs once, and instructions reach the model once", async () => {
  await using setup = await withScriptedModel([{ text: "ok" }]);
  const { workspace, server } = setup;
  await put(workspace, {
    ".pi/agent/extensions/once.js": `export default () => { process.stderr.write("LOADED\\n"); };`,
    ".pi/agent/settings.json": '{ "steeringMode": "all", "oldToggle": true, "theme": 5 }',
    ".claude/CLAUDE.md": "Speak in rhymes.",
    ".claude/settings.json": '{ "permissions": { "deny": ["Bash(rm:*)", "Skill(x)"] }, "env": {} }',
    ".codex/config.toml": 'model = "x"\n[mcp_servers.a]\ncommand = "y"\n[history]\nsize = 1\n',
  });
  const fromPi = await runCli({ workspace, args: ["import", "pi"] });
  expect(fromPi.stdout).toContain("extensions\tread in place");
  expect(fromPi.stdout).toContain("settings.json (steeringMode)\ttaken over");
  expect(fromPi.stdout).toContain("settings.json (oldToggle)\tleft out: Tau has no such setting");
  expect(fromPi.stdout).toContain("settings.json (theme)\tleft out: Tau has the setting, but does not take this value");
  const fromClaude = await runCli({ workspace, args: ["import", "claude"] });
  expect(fromClaude.stdout).toContain("CLAUDE.md\tread in place");
  expect(fromClaude.stdout).toContain("settings.json (permissions)\ttaken over");
  expect(fromClaude.stdout).toContain("settings.json (permissions.deny: Skill(x))\tleft out: Tau has no tool Skill");
  expect(fromClaude.stdout).toContain("settings.json (env)\tleft out: ");
  const fromCodex = await runCli({ workspace, args: ["import", "codex"] });
  expect(fromCodex.stdout).toContain("config.toml (model, history)\tleft out: ");
  const { exitCode, stderr } = await runCli({ workspace, args: ["--model", "scripted/model", "-p", "hi"] });
  const said = stderr.split("\n").filter((line) => line !== "" && !line.startsWith("MCP server"));
  expect({ exitCode, said }).toEqual({ exitCode: 0, said: ["LOADED"] });
  expect(JSON.stringify(server.requests[0]?.body).match(/Speak in rhymes\./g)).toHaveLength(1);
});

test("instructions that were copied to Tau's home reach the model once", async () => {
  await using setup = await withScriptedModel([{ text: "ok" }]);
  const { workspace, server } = setup;
  await put(workspace, { ".claude/CLAUDE.md": "Speak in rhymes." });
  await writeFile(join(workspace.tauHome, "AGENTS.md"), "Speak in rhymes.");
  await runCli({ workspace, args: ["--model", "scripted/model", "-p", "hi"] });
  expect(JSON.stringify(server.requests[0]?.body).match(/Speak in rhymes\./g)).toHaveLength(1);
});

test("--undo takes back what the last import did, and leaves what was changed since", async () => {
  await using workspace = await createWorkspace();
  const header = { type: "session", version: 3, id: "s", timestamp: "2026-02-03T04:05:06.000Z", cwd: "/somewhere" };
  await put(workspace, {
    "moved/settings.json": '{ "theme": "light", "steeringMode": "all" }',
    "moved/keybindings.json": "{}",
    "moved/auth.json": '{ "openai": { "type": "api_key", "key": "sk-imported" } }',
    "moved/prompts/fix.md": "Fix it.",
    "moved/prompts/plan.md": "Plan it.",
    "moved/skills/tidy/SKILL.md": "---\nname: tidy\ndescription: Tidies\n---\n",
    "moved/sessions/a/s.jsonl": jsonl(header),
  });
  await mkdir(workspace.tauHome, { recursive: true });
  const own = '{\n  // mine\n  "quietStartup": true\n}\n';
  const settings = join(workspace.tauHome, "settings.json");
  await writeFile(settings, own);
  const before = await readdir(workspace.tauHome, { recursive: true });
  const from = ["import", "pi", "--from", join(workspace.home, "moved"), "--credentials"];
  expect((await runCli({ workspace, args: from })).stdout).not.toContain("left out");
  expect((await runCli({ workspace, args: ["import", "--undo", "--dry-run"] })).stdout).toContain(
    "auth.json (openai)\tundone",
  );
  expect(await readFile(settings, "utf8")).toContain('"theme"');
  expect(await readFile(join(workspace.tauHome, "last-import.json"), "utf8")).not.toContain("sk-imported");
  await writeFile(join(workspace.tauHome, "prompts/plan.md"), "Plan it well.");
  const undone = await runCli({ workspace, args: ["import", "--undo"] });
  expect(undone.stdout.trim().split("\n").sort()).toEqual([
    "In all: 1 left out, 5 undone.",
    "auth.json (openai)\tundone",
    "prompts/fix.md\tundone",
    "prompts/plan.md\tleft out: it was changed since the import",
    expect.stringMatching(/^sessions\/.*s\.jsonl\tundone$/),
    "settings.json (theme, steeringMode)\tundone",
    "skills/tidy\tundone",
  ]);
  expect(await readFile(settings, "utf8")).toBe(own);
  const left = await readdir(workspace.tauHome, { recursive: true });
  expect(left.filter((name) => !before.includes(name) && !name.startsWith("cache")).sort()).toEqual([
    "prompts",
    "prompts/plan.md",
  ]);
  expect(await runCli({ workspace, args: ["import", "--undo"] })).toMatchObject({
    exitCode: 3,
    stderr: "tau: There is no import to undo.\n",
  });
});

test("--credentials takes API keys over, and says of each login why it cannot", async () => {
  await using workspace = await createWorkspace();
  await put(workspace, {
    ".claude/.credentials.json": '{ "claudeAiOauth": { "accessToken": "never-1" } }',
    ".claude/settings.json": '{ "env": { "ANTHROPIC_API_KEY": "sk-of-settings" } }',
    ".claude.json": '{ "primaryApiKey": "sk-other", "mcpServers": {} }',
    ".codex/auth.json": '{ "OPENAI_API_KEY": null, "tokens": { "access_token": "never-2" } }',
  });
  const reason = "left out: it was given to that program alone, and another cannot renew it";
  const fromClaude = await runCli({ workspace, args: ["import", "claude", "--credentials"] });
  expect(fromClaude.stdout).toContain(`.credentials.json (Claude login)\t${reason}`);
  expect(fromClaude.stdout).toContain("settings.json (anthropic)\ttaken over");
  expect(fromClaude.stdout).toContain("../.claude.json (anthropic)\tkept");
  const fromCodex = await runCli({ workspace, args: ["import", "codex", "--credentials"] });
  expect(fromCodex.stdout).toContain(`auth.json (ChatGPT login)\t${reason}`);
  const auth = await readFile(join(workspace.tauHome, "auth.json"), "utf8");
  expect(JSON.parse(auth)).toEqual({ anthropic: { type: "api_key", key: "sk-of-settings" } });
});
