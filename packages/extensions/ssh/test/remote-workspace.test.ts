import { chmod, link, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { startCli } from "@tau/testkit";
import { rgPath } from "@vscode/ripgrep";
import { expect, test } from "vitest";
import { call, createRemoteSetup } from "./remote-session.ts";

const ALL_TOOLS = "read,write,edit,bash,ls,grep,find";

test("every tool works in the remote folder, and this machine's folder stays as it is", async () => {
  await using setup = await createRemoteSetup([
    call("write", { path: "new folder/it's.txt", content: "one\ntwo é\n" }),
    call("edit", { path: "new folder/it's.txt", edits: [{ oldText: "one", newText: "three" }] }),
    call("read", { path: "new folder/it's.txt:2" }),
    call("bash", { command: "pwd; echo $PAGER; cat 'new folder/it'\\''s.txt'; exit 4" }),
    call("ls", { path: "." }),
    call("grep", { pattern: "thr.e" }),
    call("find", { pattern: "*.txt" }),
    call("read", { path: "~/app/a.md" }),
    { text: "done" },
  ]);
  const { fake, workspace } = setup;
  await mkdir(join(fake.home, "app"));
  await writeFile(join(fake.home, "app/a.md"), "hello");
  const exit = await setup.tau("--ssh", "other:app", "--tools", ALL_TOOLS, "-p", "go");
  expect(exit).toMatchObject({ exitCode: 0, stdout: "done\n" });
  expect(setup.results()).toEqual([
    "Successfully wrote 11 bytes to new folder/it's.txt",
    "Successfully replaced 1 block in new folder/it's.txt.",
    expect.stringContaining("two é"),
    `${fake.home}/app\ncat\nthree\ntwo é\n\nCommand exited with code 4`,
    "a.md\nnew folder/",
    "new folder/it's.txt:1: three",
    "new folder/it's.txt",
    "hello",
  ]);
  expect(await readFile(join(fake.home, "app/new folder/it's.txt"), "utf8")).toBe("three\ntwo é\n");
  expect(await readdir(workspace.cwd)).toEqual([]);
  const calls = await fake.calls();
  expect(calls.filter((args) => args.includes("-N"))).toHaveLength(1);
  expect(calls.filter((args) => args.includes("exit"))).toHaveLength(1);
}, 120_000);

test("the system prompt names the machine, its folder and its instructions, and leaves out those of this machine", async () => {
  await using setup = await createRemoteSetup([{ text: "done" }]);
  await writeFile(join(setup.workspace.cwd, "AGENTS.md"), "of this machine");
  await writeFile(join(setup.workspace.tauHome, "AGENTS.md"), "of the user");
  await mkdir(join(setup.fake.home, "app/sub"), { recursive: true });
  await writeFile(join(setup.fake.home, "app/AGENTS.md"), "of the project there");
  await writeFile(join(setup.fake.home, "app/sub/CLAUDE.md"), "of the folder there");
  expect((await setup.tau("--ssh", `ada@other:${setup.fake.home}/app/sub`, "-p", "go")).exitCode).toBe(0);
  const sent = JSON.stringify(setup.server.requests[0]?.body);
  expect(sent).toContain("ada@other (ada@other), over ssh. All tools work there");
  expect(sent).toContain(`${setup.fake.home}/app/sub`);
  expect(sent).not.toContain("of this machine");
  expect(sent).toMatch(/of the user.*of the project there.*of the folder there/);
}, 120_000);

test("--continue connects again to where the session worked, and another --ssh is refused", async () => {
  await using setup = await createRemoteSetup([
    { text: "first" },
    call("bash", { command: "pwd" }),
    { text: "second" },
  ]);
  await mkdir(join(setup.fake.home, "app"));
  expect((await setup.tau("--ssh", "other:app", "-p", "go")).stdout).toBe("first\n");
  expect((await setup.tau("--continue", "-p", "on")).stdout).toBe("second\n");
  expect(setup.results()).toEqual([`${setup.fake.home}/app\n`]);
  const refused = await setup.tau("--ssh", "other:elsewhere", "--continue", "-p", "on");
  expect(refused).toMatchObject({ exitCode: 2 });
  expect(refused.stderr).toContain("The session works in --ssh other:app, not in --ssh other:elsewhere.");
}, 120_000);

test("what cannot be opened ends the start with one sentence", async () => {
  await using setup = await createRemoteSetup([{ text: "never" }]);
  const { fake } = setup;
  const attempts: readonly (readonly [string, object, string])[] = [
    ["other:/no/such folder", {}, "There is no folder /no/such folder on other."],
    ["-oProxyCommand=touch pwned", {}, '"-oProxyCommand=touch pwned" is not the address of a machine'],
    ["ssh://-oProxyCommand=x/tmp", {}, "is not the address of a machine"],
    ["a b:/tmp", {}, '"a b" is not the address of a machine'],
    [
      "other:/tmp",
      { refusal: "Host key verification failed." },
      "Tau never accepts one. Run `ssh other` at a terminal",
    ],
    ["other:/tmp", { refusal: "ada@other: Permission denied (publickey)." }, "it did not accept any key"],
    ["other:/tmp", { refusal: "ssh: connect to host other port 22: Connection refused" }, "it refused the connection"],
    ["other:/tmp", { shell: "/bin/false" }, "other did not start a POSIX shell"],
  ];
  for (const [target, behaviour, message] of attempts) {
    await fake.behave(behaviour);
    const exit = await setup.tau(`--ssh=${target}`, "-p", "go");
    expect({ target, exitCode: exit.exitCode, stderr: exit.stderr }).toEqual({
      target,
      exitCode: 3,
      stderr: expect.stringContaining(message),
    });
  }
  expect(setup.server.requests).toEqual([]);
}, 240_000);

test("files keep their mode, links and second names; a file without rights stays as it is", async () => {
  await using setup = await createRemoteSetup([
    ...["run.sh", "link.txt", "second.txt", "locked.txt"].map((path) => call("write", { path, content: "new\n" })),
    { text: "done" },
  ]);
  const at = (name: string) => join(setup.fake.home, name);
  for (const name of ["run.sh", "target.txt", "first.txt", "locked.txt"]) await writeFile(at(name), "old\n");
  await chmod(at("run.sh"), 0o751);
  await symlink("target.txt", at("link.txt"));
  await link(at("first.txt"), at("second.txt"));
  await chmod(at("locked.txt"), 0o400);
  expect((await setup.tau("--ssh", "other:", "-p", "go")).exitCode).toBe(0);
  expect((await stat(at("run.sh"))).mode & 0o777).toBe(0o751);
  expect(await readFile(at("target.txt"), "utf8")).toBe("new\n");
  expect(await readFile(at("first.txt"), "utf8")).toBe("new\n");
  // Root may write everywhere.
  if (process.getuid?.() !== 0) expect(setup.results().at(-1)).toContain("permission denied");
  expect((await readdir(setup.fake.home)).filter((name) => name.startsWith(".tau"))).toEqual([]);
}, 120_000);

const SEARCHES = [
  call("grep", { pattern: "\\bw\\w+d\\b" }),
  call("grep", { pattern: "a.b", literal: true, glob: "*.ts" }),
  call("grep", { pattern: "WORLD", ignoreCase: true, context: 1, path: "src" }),
  call("grep", { pattern: "(" }),
  call("grep", { pattern: "x", path: "gone" }),
  call("grep", { pattern: "world", path: "src/a:1:b.ts" }),
  call("find", { pattern: "src/**/*.{ts,md}" }),
  call("find", { pattern: "src" }),
  call("find", { pattern: "*.log" }),
  { text: "done" },
];

test("searching gives the same with ripgrep there and without", async () => {
  const seen: string[][] = [];
  for (const hasRipgrep of [true, false]) {
    await using setup = await createRemoteSetup(SEARCHES);
    const at = (name: string) => join(setup.fake.home, "app", name);
    await mkdir(at("src/deep"), { recursive: true });
    await mkdir(at(".git"), { recursive: true });
    await writeFile(at("src/a:1:b.ts"), "hello\nworld a.b\nlast\n");
    await writeFile(at("src/deep/c.md"), "a world (of) axb\n");
    await writeFile(at(".git/d.ts"), "world\n");
    await writeFile(at("binary"), Buffer.from([0, 1, 2, ...Buffer.from("world")]));
    const path = [...(hasRipgrep ? [dirname(rgPath)] : []), "/usr/bin", "/bin"].join(delimiter);
    await setup.fake.behave({ path });
    expect((await setup.tau("--ssh", "other:app", "--tools", ALL_TOOLS, "-p", "go")).exitCode).toBe(0);
    seen.push(setup.results());
  }
  expect(seen[0]).toEqual([
    "src/a:1:b.ts:2: world a.b\nsrc/deep/c.md:1: a world (of) axb",
    "src/a:1:b.ts:2: world a.b",
    "a:1:b.ts-1- hello\na:1:b.ts:2: world a.b\na:1:b.ts-3- last\n--\ndeep/c.md:1: a world (of) axb",
    "src/deep/c.md:1: a world (of) axb\n\n[The pattern is no valid regular expression and was taken literally]",
    "Path not found: gone",
    "a:1:b.ts:2: world a.b",
    "src/a:1:b.ts\nsrc/deep/c.md",
    "src/",
    "No files found matching pattern",
  ]);
  expect(seen[1]).toEqual(seen[0]);
}, 240_000);

test("a file is not half written if the connection is lost meanwhile, and the next call connects again", async () => {
  await using setup = await createRemoteSetup(({ index }) => {
    if (index === 0) return call("write", { path: "a.txt", content: "x".repeat(400_000) });
    if (index === 1) return call("bash", { command: "wc -c <a.txt; ls -A" });
    return { text: "done" };
  });
  await writeFile(join(setup.fake.home, "a.txt"), "old\n");
  // The connection is lost while the content is sent. The stand-in reads what it does at each call, so the next one finds it whole again.
  await setup.fake.behave({ dropAt: 100_000 });
  expect((await setup.tau("--ssh", "other:", "-p", "go")).stdout).toBe("done\n");
  const [written, looked] = setup.results();
  expect(written).toContain("The connection to other was lost while the command ran.");
  expect(looked).toBe("4\na.txt\n");
}, 120_000);

test("commands of the model see none of this machine's variables; a command that exceeds its time is ended there", async () => {
  await using setup = await createRemoteSetup([
    call("bash", { command: "env" }),
    call("bash", { command: "echo $$ >pid; exec sleep 300", timeout: 2 }),
    { text: "done" },
  ]);
  expect((await setup.tau("--ssh", "other:", "-p", "go")).exitCode).toBe(0);
  const [env, ended] = setup.results();
  expect(env).not.toContain("FAKE_SSH");
  expect(env).toContain("GIT_TERMINAL_PROMPT=0");
  expect(ended).toContain("Command timed out after 2 seconds");
  const pid = Number(await readFile(join(setup.fake.home, "pid"), "utf8"));
  expect(() => process.kill(pid, 0)).toThrow();
}, 120_000);

test("in auto mode a command that changes something asks, because there is no sandbox; files of the workspace are free", async () => {
  await using setup = await createRemoteSetup(
    [
      call("write", { path: "a.txt", content: "a" }),
      call("bash", { command: "cat a.txt" }),
      call("bash", { command: "touch b.txt" }),
      call("write", { path: "/elsewhere/c.txt", content: "c" }),
      call("read", { path: "~/.ssh/id_ed25519:1" }),
      { text: "done" },
    ],
    { permissions: { deny: ["Read(~/.ssh/**)"] } },
  );
  const exit = await setup.tau("--ssh", "other:", "--permission-mode", "auto", "-p", "go");
  expect(exit.stdout).toBe("done\n");
  const [written, read, touched, outside, secret] = setup.results();
  expect([written, read]).toEqual(["Successfully wrote 1 bytes to a.txt", "a"]);
  expect(touched).toContain(`It runs touch b.txt. It runs on other:${setup.fake.home}, where there is no sandbox.`);
  expect(outside).toContain("It changes /elsewhere/c.txt, which is outside the workspace.");
  expect(secret).toContain("A rule denies it: Read(~/.ssh/**).");
  expect(await readdir(setup.fake.home)).toEqual(["a.txt"]);
}, 120_000);

test("JSON and RPC mode work there too, and so do commands of the user", async () => {
  await using setup = await createRemoteSetup([call("bash", { command: "echo $PWD" }), { text: "done" }]);
  const json = await setup.tau("--ssh", "other:", "--mode", "json", "go");
  expect(json.stdout).toContain(`"text":"${setup.fake.home}\\n"`);
  const { workspace, fake } = setup;
  const rpc = startCli({ workspace, args: ["--ssh", "other:", "--mode", "rpc"], env: fake.env, stdin: "open" });
  rpc.write('{"id":"1","type":"bash","command":"pwd"}\n');
  await rpc.waitForOutput(`"output":"${fake.home}\\n"`);
  rpc.endInput();
  expect((await rpc.exited).exitCode).toBe(0);
}, 120_000);

test("tools that know only this machine are not offered, and the log stays here", async () => {
  await using setup = await createRemoteSetup([
    call("tool_search", { query: "lsp ast_grep repo_map" }),
    { text: "done" },
  ]);
  expect((await setup.tau("--ssh", "other:", "-p", "go")).exitCode).toBe(0);
  expect(JSON.parse(setup.results()[0] ?? "")).toMatchObject({ activated_tools: [] });
  expect(await readdir(setup.fake.home)).toEqual([]);
}, 120_000);

test("the command that checks a goal runs there, and its output there is what the model gets", async () => {
  await using setup = await createRemoteSetup([
    { text: "I think it is done." },
    call("write", { path: "done.txt", content: "yes\n" }),
    { text: "Now it is." },
    { text: "too many requests" },
  ]);
  await writeFile(join(setup.workspace.cwd, "done.txt"), "here, where nobody looks\n");
  const goal = `/goal the file is there --check "pwd; cat done.txt"`;
  expect(await setup.tau("--ssh", "other:", "-p", goal)).toMatchObject({ exitCode: 0 });
  const { requests } = setup.server;
  expect(requests).toHaveLength(3);
  expect(JSON.stringify(requests[1]?.body)).toContain(`pwd; cat done.txt ended with 1:\\n${setup.fake.home}\\n`);
  expect(await readdir(setup.fake.home)).toEqual(["done.txt"]);
}, 120_000);

test("plans are written there, each under a name of its own", async () => {
  const submit = call("submit_plan", { title: "Add a cache", plan: "Use a map.", steps: ["Write cache.ts"] });
  await using setup = await createRemoteSetup([submit, submit, { text: "done" }]);
  const exit = await setup.tau("--ssh", "other:", "-p", "/plan add a cache");
  expect(exit).toMatchObject({ exitCode: 0, stdout: "done\n" });
  expect(setup.results()[1]).toContain(".tau/plans/add-a-cache-2.md");
  const folder = join(setup.fake.home, ".tau/plans");
  expect((await readdir(folder)).sort()).toEqual(["add-a-cache-2.md", "add-a-cache.md"]);
  expect(await readFile(join(folder, "add-a-cache.md"), "utf8")).toMatch(/# Add a cache[\s\S]*1\. Write cache\.ts/);
  expect(await readdir(setup.workspace.cwd)).toEqual([]);
}, 120_000);

test.each(["commit", "review", "init", "map", "lsp", "autoresearch faster"])(
  "/%s, which works with files of this machine, is refused with one sentence",
  async (command) => {
    await using setup = await createRemoteSetup([{ text: "never asked" }]);
    const name = command.split(" ")[0];
    const rpc = startCli({
      workspace: setup.workspace,
      args: ["--ssh", "other:", "--mode", "rpc"],
      env: setup.fake.env,
      stdin: "open",
    });
    rpc.write(`${JSON.stringify({ type: "prompt", message: `/${command}` })}\n`);
    await rpc.waitForOutput(`/${name} works with files of this machine, and this session works on other:.`);
    rpc.endInput();
    expect((await rpc.exited).exitCode).toBe(0);
    expect(setup.server.requests).toEqual([]);
  },
  60_000,
);
