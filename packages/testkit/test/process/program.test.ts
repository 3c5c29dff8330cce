import { createWorkspace, fileHolds, runCli, startModelServer, startProgram, type Workspace } from "@tau/testkit";
import { expect, test } from "vitest";

const node = (workspace: Workspace, source: string, stdin?: string) =>
  startProgram({
    command: process.execPath,
    args: ["-e", source],
    cwd: workspace.cwd,
    env: workspace.env,
    ...(stdin === undefined ? {} : { stdin }),
  });

test("outputs and the exit code are collected apart", async () => {
  await using workspace = await createWorkspace();
  const source = "process.stdin.pipe(process.stdout); console.error('warning'); process.exitCode = 3";
  expect(await node(workspace, source, "input").exited).toEqual({
    exitCode: 3,
    signal: null,
    stdout: "input",
    stderr: "warning\n",
  });
});

test("input may stay open", async () => {
  await using workspace = await createWorkspace();
  await using program = node(workspace, "process.stdin.on('data', (d) => console.log('got ' + d))", "open");
  program.write("one\n");
  await program.waitForOutput("got one");
  program.endInput();
  expect(await program.exited).toMatchObject({ exitCode: 0 });
});

test("it is killed when its output matches", async () => {
  await using workspace = await createWorkspace();
  await using program = node(workspace, "let n = 0; setInterval(() => console.log('tick ' + n++), 1)");
  const exit = await program.killWhen(program.waitForOutput(/tick 3/));
  expect(exit.signal).toBe("SIGKILL");
  expect(exit.stdout).toContain("tick 3");
});

test("it is killed when a request arrives", async () => {
  await using workspace = await createWorkspace();
  await using server = await startModelServer({ script: { failure: "silence" } });
  await using program = node(workspace, `fetch("${server.url}/v1/messages", { method: "POST", body: "{}" })`);
  expect(await program.killWhen(server.waitForRequest(), "SIGTERM")).toMatchObject({ signal: "SIGTERM" });
});

test("it is killed when a file holds a text", async () => {
  await using workspace = await createWorkspace();
  const source = "let n = 0; setInterval(() => require('fs').appendFileSync('log', 'line ' + n++), 1)";
  await using program = node(workspace, source);
  const exit = await program.killWhen(fileHolds(workspace.path("log"), "line 2"));
  expect(exit.signal).toBe("SIGKILL");
  expect(await workspace.read("log")).toContain("line 2");
});

test("a program that ends before its moment is a failure that tells what it said", async () => {
  await using workspace = await createWorkspace();
  await using program = node(workspace, "console.log('bye')");
  await expect(program.killWhen(new Promise(() => undefined))).rejects.toThrow(/ended before the moment came.*bye/);
  await using second = node(workspace, "console.log('bye')");
  await expect(second.waitForOutput("hello")).rejects.toThrow(/stdout never matched hello.*bye/);
});

test("a CLI that has not been built is named", async () => {
  await using workspace = await createWorkspace();
  await expect(runCli({ workspace, cli: workspace.path("cli.js") })).rejects.toThrow(
    /There is no .*cli\.js. Run npm run build/,
  );
});

test("a CLI runs in its workspace", async () => {
  await using workspace = await createWorkspace();
  const cli = await workspace.write("cli.mjs", "console.log(process.cwd(), process.env.TAU_HOME, process.argv[2])");
  const { stdout } = await runCli({ workspace, cli, args: ["--version"] });
  expect(stdout).toBe(`${workspace.cwd} ${workspace.tauHome} --version\n`);
});
