import { existsSync } from "node:fs";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { builtCli, type CliOptions, runCli as runProgram } from "@tau/testkit";
import { expect, test } from "vitest";
import { leave, openTau as openScreen } from "./interactive/open-tau.ts";
import { withScriptedModel } from "./scripted-model.ts";

const MODEL = { defaultProvider: "scripted", defaultModel: "model" };
/** As a user has it: the mode is that of the settings. */
const BY_SETTINGS = { TAU_PERMISSION_MODE: "" };
const runCli = (options: CliOptions) => runProgram({ ...options, env: { ...BY_SETTINGS, ...options.env } });
const openTau = (workspace: Parameters<typeof openScreen>[0], options: Parameters<typeof openScreen>[1] = {}) =>
  openScreen(workspace, { ...options, env: { ...BY_SETTINGS, ...options.env } });

const bash = (command: string) => ({ toolCalls: [{ name: "bash", arguments: { command } }] });
const write = (path: string) => ({ toolCalls: [{ name: "write", arguments: { path, content: "x" } }] });

test("without a user, what would ask is refused, the run continues, and stderr says how to permit it", async () => {
  await using setup = await withScriptedModel([bash("touch made"), bash("ls"), { text: "Done." }]);
  const { workspace, server } = setup;
  const exit = await runCli({ workspace, args: ["-p", "--permission-mode", "ask", "hello"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
  expect(existsSync(workspace.path("made"))).toBe(false);
  expect(exit.stderr).toContain("Not permitted: touch made\n");
  expect(exit.stderr).toMatch(/permissions\.allow.*--permission-mode.*TAU_PERMISSION_MODE/);
  expect(JSON.stringify(server.requests[1]?.body)).toContain("this run cannot ask the user");
});

test("R239: plan mode only reads; a rule that allows makes no exception, one that denies holds in every mode", async () => {
  const script = [write("a.txt"), bash("echo x > b.txt"), bash("cat present"), { text: "Planned." }];
  for (const [args, made] of [
    [["--permission-mode", "plan"], []],
    [["--permission-mode", "auto"], ["a.txt"]],
    [[], []],
    [
      ["--permission-mode", "yolo"],
      ["a.txt", "b.txt"],
    ],
  ] as const) {
    await using setup = await withScriptedModel([...script], { files: { present: "text of the file" } });
    const { workspace, server } = setup;
    await workspace.configure("settings.json", { ...MODEL, sandbox: "off" });
    const exit = await runCli({ workspace, args: ["-p", ...args, "hello"] });
    expect(exit).toMatchObject({ exitCode: 0, stdout: "Planned.\n" });
    expect(["a.txt", "b.txt"].filter((name) => existsSync(workspace.path(name)))).toEqual(made);
    expect(JSON.stringify(server.requests[3]?.body)).toContain("text of the file");
  }
});

test("a search of a folder leaves out keys and what a rule denies, in every mode; naming a key asks", async () => {
  for (const mode of ["plan", "ask", "auto", "yolo"]) {
    const grep = (path: string) => ({ toolCalls: [{ name: "grep", arguments: { pattern: "CANARY", path } }] });
    await using setup = await withScriptedModel([grep("~"), grep("~/.ssh"), grep("."), { text: "Done." }], {
      files: { "a.txt": "CANARY-seen", "private/b.txt": "CANARY-denied", ".env": "CANARY-denied" },
    });
    const { workspace, server } = setup;
    const home = workspace.env.HOME ?? "";
    for (const [path, text] of [
      [".ssh/id", "CANARY-key"],
      ["keys/one", "CANARY-key"],
      ["notes", "CANARY-note"],
    ] as const) {
      await mkdir(dirname(join(home, path)), { recursive: true });
      await writeFile(join(home, path), text);
    }
    await writeFile(join(workspace.tauHome, "mcp.json"), JSON.stringify({ mcpServers: {}, note: "CANARY-key" }));
    const settings = {
      sandboxOptions: { hidden: ["~/keys"] },
      permissions: { deny: ["Read(private/**)", "Read(.env)"] },
    };
    await workspace.configure("settings.json", { ...MODEL, ...settings });
    const exit = await runCli({ workspace, args: ["-p", "--permission-mode", mode, "--tools", "grep", "hello"] });
    expect(exit).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
    const seen = JSON.stringify(server.requests[3]?.body);
    expect(["note", "seen", "key", "denied"].filter((word) => seen.includes(`CANARY-${word}`))).toEqual(
      mode === "yolo" ? ["note", "seen", "key"] : ["note", "seen"],
    );
  }
});

test("tools that list files to read them leave out what a rule denies", async () => {
  const search = (path: string) => ({
    toolCalls: [{ name: "ast_grep", arguments: { pat: "const $A = $B", paths: [path] } }],
  });
  await using setup = await withScriptedModel(
    [search("."), search("*/*.ts"), search("private/b.ts"), { text: "Done." }],
    {
      files: { "a.ts": "const seen = 1;", "private/b.ts": "const denied = 1;" },
    },
  );
  const { workspace, server } = setup;
  await workspace.configure("settings.json", { ...MODEL, permissions: { deny: ["Read(private/**)"] } });
  const args = ["-p", "--permission-mode", "auto", "--tools", "ast_grep", "hello"];
  expect(await runCli({ workspace, args })).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
  const read = JSON.stringify(server.requests[3]?.body);
  expect(read).toContain("const seen");
  expect(read).not.toContain("const denied");
  expect(read).toContain("A rule denies it: Read(private/**).");
});

test("rules of the settings, the variable and bad values", async () => {
  await using setup = await withScriptedModel([bash("touch one"), bash("touch two"), { text: "Done." }]);
  const { workspace } = setup;
  const permissions = { allow: ["Bash(touch one)"], deny: ["Bash(rm:*)"] };
  await workspace.configure("settings.json", { ...MODEL, permissions });
  const exit = await runCli({ workspace, args: ["-p", "hello"], env: { TAU_PERMISSION_MODE: "ask" } });
  expect(exit.exitCode).toBe(0);
  expect(["one", "two"].map((name) => existsSync(workspace.path(name)))).toEqual([true, false]);
  for (const [args, env] of [
    [["--permission-mode", "never"], {}],
    [[], { TAU_PERMISSION_MODE: "never" }],
  ] as const)
    expect(await runCli({ workspace, args: ["-p", ...args, "hello"], env })).toMatchObject({ exitCode: 2, stdout: "" });
});

test("started as pi nothing is asked, and rules that deny hold", async () => {
  await using setup = await withScriptedModel([bash("touch one"), bash("touch two"), { text: "Done." }]);
  const { workspace } = setup;
  const cli = join(workspace.home, "pi.js");
  await symlink(builtCli, cli);
  const permissions = { deny: ["Bash(touch two)"] };
  await workspace.configure("settings.json", { ...MODEL, permissions, permissionMode: "plan" });
  const exit = await runCli({ workspace, cli, args: ["-p", "hello"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
  expect(["one", "two"].map((name) => existsSync(workspace.path(name)))).toEqual([true, false]);
});

test("a project cannot choose the mode, and its rules count only after trust", async () => {
  const settings = JSON.stringify({ permissionMode: "yolo", permissions: { allow: ["Bash"] } });
  for (const [args, made] of [
    [[], false],
    [["-a"], true],
  ] as const) {
    await using setup = await withScriptedModel([bash("touch made"), { text: "Done." }], {
      files: { ".tau/settings.json": settings },
    });
    const { workspace } = setup;
    await workspace.configure("settings.json", { ...MODEL, permissionMode: "ask" });
    expect((await runCli({ workspace, args: ["-p", ...args, "hello"] })).exitCode).toBe(0);
    expect(existsSync(workspace.path("made"))).toBe(made);
  }
});

test("a trusted project's .env does not choose the mode, the user's own does", async () => {
  for (const [place, made] of [
    ["project", false],
    ["home", true],
  ] as const) {
    await using setup = await withScriptedModel([bash("touch made"), { text: "Done." }]);
    const { workspace } = setup;
    await workspace.configure("settings.json", { ...MODEL, permissionMode: "ask" });
    const variable = "TAU_PERMISSION_MODE=yolo\n";
    if (place === "project") await workspace.write(".env", variable);
    else await writeFile(join(workspace.tauHome, ".env"), variable);
    const { TAU_PERMISSION_MODE: _set, ...env } = workspace.env;
    const exit = await runProgram({ workspace: { ...workspace, env }, args: ["-p", "-a", "hello"] });
    expect(exit.exitCode).toBe(0);
    expect(existsSync(join(workspace.cwd, "made"))).toBe(made);
  }
});

test("the status line names the mode that never asks", async () => {
  await using setup = await withScriptedModel([]);
  await setup.workspace.configure("settings.json", { ...MODEL, permissionMode: "yolo" });
  await using tau = await openTau(setup.workspace);
  await tau.waitForText("yolo mode");
  expect(await leave(tau)).toBe(0);
});

test("on the screen a question shows the command and why; yes in this session survives a resume, and no reaches the model", async () => {
  await using setup = await withScriptedModel([
    bash("prettier-like one"),
    { text: "First." },
    bash("prettier-like two"),
    { text: "Second." },
    bash("rm -rf ../elsewhere"),
    { text: "Third." },
  ]);
  const { workspace, server } = setup;
  await workspace.configure("settings.json", { ...MODEL, permissionMode: "ask" });
  await using tau = await openTau(workspace);
  tau.send("go\r");
  await tau.waitForText("Permit bash?");
  await tau.waitForText("prettier-like one");
  await tau.waitForText("Bash(prettier-like:*)");
  tau.press("down", "enter");
  await tau.waitForText("First.");
  expect(await leave(tau)).toBe(0);
  await using again = await openTau(workspace, { args: ["-c"] });
  await again.waitForText("ask mode");
  again.send("more\r");
  await again.waitForText("Second.");
  again.send("worse\r");
  await again.waitForText("Permit bash?");
  expect(again.picture()).not.toContain("Yes, always");
  again.press("escape");
  await again.waitForText("Third.");
  expect(JSON.stringify(server.requests[5]?.body)).toContain("The user did not permit bash.");
  expect(await leave(again)).toBe(0);
});

test("one key answers; always is in the user's settings; a user elsewhere is notified; a key changes the mode", async () => {
  await using setup = await withScriptedModel([bash("touch made"), write("a.txt"), { text: "Done." }], {
    files: { "a.txt": "before\n" },
  });
  const { workspace, server } = setup;
  const terminal = { notifications: "message" };
  await workspace.configure("settings.json", { ...MODEL, permissionMode: "ask", terminal });
  await using tau = await openTau(workspace);
  tau.send("\x1b[O");
  tau.send("go\r");
  await tau.waitForText("Permit bash?");
  expect(tau.output()).toMatch(/\](?:9|777|99);.*waits for your permission \(bash\)/);
  tau.send("x");
  tau.send("a");
  await tau.waitForText("Permit write?");
  await tau.waitForText(/- *before.*\+ *x/s);
  tau.send("m");
  await tau.waitForText("What should the model do instead?");
  tau.send("Leave it.\r");
  await tau.waitForText("Done.");
  expect(JSON.stringify(server.requests[2]?.body)).toContain("The user did not permit it: Leave it.");
  for (const mode of ["auto", "plan", "ask"]) {
    tau.send("\x1bm");
    await tau.waitForText(`${mode} mode`);
  }
  expect(await leave(tau)).toBe(0);
  const settings = JSON.parse(await readFile(join(workspace.tauHome, "settings.json"), "utf8"));
  expect(settings.permissions).toEqual({ allow: ["Bash(touch:*)"] });
  expect(existsSync(workspace.path("made"))).toBe(true);
});

test("what the user types after ! runs without a question, without the sandbox, in every mode", async () => {
  await using setup = await withScriptedModel({ text: "unreached" });
  const { workspace } = setup;
  const permissions = { deny: ["Bash"] };
  await workspace.configure("settings.json", { ...MODEL, permissionMode: "plan", sandbox: "bubblewrap", permissions });
  await using tau = await openTau(workspace);
  tau.send("!touch ../made; [ -e /run/tau-sandbox ] || echo with my rights\r");
  await tau.waitForText(/^ *with my rights/m);
  expect(existsSync(workspace.path("../made"))).toBe(true);
  expect(await leave(tau)).toBe(0);
});

test("the administrator's file: a mode that it does not allow is an error, its rules hold, and a broken one stops the start", async () => {
  await using setup = await withScriptedModel([bash("touch made"), { text: "Done." }]);
  const { workspace } = setup;
  const file = workspace.path("managed.json");
  const env = { TAU_MANAGED_SETTINGS: file, TAU_PERMISSION_MODE: "" };
  const start = (args: readonly string[]) => runProgram({ workspace, args: ["-p", ...args, "hello"], env });
  await writeFile(
    file,
    JSON.stringify({ permissionModes: ["plan", "ask"], permissions: { allow: ["Bash(touch:*)"] } }),
  );
  const refused = await start(["--permission-mode", "yolo"]);
  expect(refused).toMatchObject({ exitCode: 2, stdout: "" });
  expect(refused.stderr).toContain('--permission-mode is "yolo". It must be one of plan, ask.');
  expect(await start(["--permission-mode", "ask"])).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
  expect(existsSync(workspace.path("made"))).toBe(true);
  expect((await runProgram({ workspace, args: ["doctor"], env })).stdout).toMatch(
    /permissions +mode ask \(of plan, ask\); workspace .*; fixed by the administrator: permissionModes, permissions\./,
  );
  for (const [text, problem] of [
    ["{", "is not JSON"],
    [
      JSON.stringify({ permissions: { deny: ["Bash("] } }),
      '"permissions.deny.0" is no rule: write Tool or Tool(pattern)',
    ],
  ] as const) {
    await writeFile(file, text);
    const broken = await start([]);
    expect(broken).toMatchObject({ exitCode: 3, stdout: "" });
    expect(broken.stderr).toContain(problem);
    expect(broken.stderr.trim().split("\n")).toHaveLength(1);
  }
});

test("--add-dir: what is no folder, and the whole machine, is an error", async () => {
  await using setup = await withScriptedModel({ text: "unreached" });
  const { workspace } = setup;
  const start = (folder: string) => runCli({ workspace, args: ["-p", "--add-dir", folder, "hello"] });
  for (const [folder, problem] of [
    ["nowhere", `There is no folder ${workspace.path("nowhere")}.`],
    ["/", "/ contains your home folder."],
  ] as const)
    expect(await start(folder)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(problem) });
});
