import { randomUUID } from "node:crypto";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { confineProcesses, localProcesses, type ProcessCommand } from "../../../../src/core/process/index.ts";
import { processesWith, until } from "../../process/alive.ts";
import { isolatedServices } from "../session-with.ts";
import { withApi } from "./with-api.ts";

test("a program runs to its end, in the session's folder, with variables added", async () => {
  await using setup = await withApi();
  const { pi } = setup;
  const outcome = await pi.processes.run("sh", ["-c", 'pwd; echo "$WORD" >&2; exit 3'], { env: { WORD: "hello" } });
  expect({ ...outcome, stdout: String(outcome.stdout), stderr: String(outcome.stderr) }).toEqual({
    ended: "exit",
    exitCode: 3,
    stdout: `${realpathSync(setup.cwd)}\n`,
    stderr: "hello\n",
  });
  await expect(pi.processes.run("no-such-program-here")).rejects.toMatchObject({ code: "ENOENT" });
  await expect(pi.processes.start("no-such-program-here")).rejects.toThrow(
    "The program no-such-program-here was not found. Install it, or add its folder to PATH.",
  );
  const gone = { cwd: join(setup.cwd, "gone") };
  await expect(pi.processes.run("true", [], gone)).rejects.toThrow(`The folder ${gone.cwd} does not exist any more.`);
  expect(await pi.processes.run("yes", [], { maxBytes: 1000 })).toMatchObject({ ended: "limit" });
});

test("a program is talked to, and one in a terminal finds it", async () => {
  await using setup = await withApi();
  const { pi } = setup;
  const cat = await pi.processes.start("cat");
  cat.stdin.end("there and back");
  expect(await text(cat.stdout)).toBe("there and back");
  const terminal = await pi.processes.startTerminal("stty", ["size"], { columns: 50, rows: 10 });
  expect(await text(terminal.output)).toBe("10 50\r\n");
});

test("what an extension started ends with its generation", async () => {
  await using setup = await withApi();
  const { pi } = setup;
  const id = randomUUID();
  const env = { ID: id };
  const started = await pi.processes.start("sleep", ["300"], { env });
  const terminal = await pi.processes.startTerminal("sleep", ["300"], { env });
  const running = pi.processes.run("sleep", ["300"], { env });
  await until(() => processesWith(id).length === 3);
  await setup.extensions.reload();
  expect(await running).toMatchObject({ ended: "abort" });
  await Promise.all([started.exited, terminal.exited]);
  expect(processesWith(id)).toEqual([]);
  await expect(pi.processes.start("true")).rejects.toThrow("stale");
});

test("all of it goes through the port of the workspace, as do exec, bash and the user's commands", async () => {
  const seen: [string, ProcessCommand["purpose"]][] = [];
  const services = await isolatedServices("/");
  const processes = confineProcesses(localProcesses, (command) => {
    seen.push([command.args.at(-1) ?? "", command.purpose]);
    return command;
  });
  await using setup = await withApi({ services: { ...services, processes } });
  const { pi } = setup;
  await pi.exec("echo", ["exec"]);
  await pi.processes.run("echo", ["run"]);
  await (await pi.processes.start("echo", ["start"], { purpose: "model" })).exited;
  await setup.session.tools.get("bash")?.tool.execute("1", { command: "echo bash" });
  await setup.session.bash.execute("echo user");
  expect(seen).toEqual([
    ["exec", "extension"],
    ["run", "extension"],
    ["start", "model"],
    ["echo bash", "model"],
    ["echo user", "user"],
  ]);
});

test("a command of the model does not get the user's keys, unless the extension passes them", async () => {
  process.env.SOME_TEST_API_KEY = "secret";
  try {
    await using setup = await withApi();
    const { processes } = setup.pi;
    const print = ["-c", 'echo "$SOME_TEST_API_KEY"'];
    const printed = async (options: Parameters<typeof processes.run>[2]) =>
      String((await processes.run("sh", print, options)).stdout);
    expect(await printed({})).toBe("secret\n");
    expect(await printed({ purpose: "model" })).toBe("\n");
    expect(await printed({ purpose: "model", env: { SOME_TEST_API_KEY: "given" } })).toBe("given\n");
    expect(await processes.hasSandbox()).toBeTypeOf("boolean");
  } finally {
    delete process.env.SOME_TEST_API_KEY;
  }
});
