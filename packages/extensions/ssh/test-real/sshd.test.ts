import { existsSync } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCli, startCli, waitUntil } from "@tau/testkit";
import { expect, test } from "vitest";
import { makeZip } from "../../documents/test/make-archive.ts";
import { call, toolResults } from "../test/remote-session.ts";
import { startRemoteMachine } from "./remote-machine.ts";

const ALL_TOOLS = "read,write,edit,bash,ls,grep,find";

test("every tool works over a real sshd, and no connection is left behind", async (context) => {
  const bytes = "é 😀 \u0001 'quoted' $HOME\n".repeat(20_000);
  await using machine = await startRemoteMachine(context, [
    call("write", { path: "big.txt", content: bytes }),
    call("edit", { path: "script.sh", edits: [{ oldText: "one", newText: "two" }] }),
    call("bash", { command: "./script.sh; echo $SSH_CONNECTION | cut -d' ' -f1; exit 3" }),
    call("read", { path: "image.bin" }),
    call("ls", {}),
    call("grep", { pattern: "tw[o]" }),
    call("find", { pattern: "*.sh" }),
    call("read", { path: "docs.zip:a/b.txt" }),
    { text: "done" },
  ]);
  const at = (name: string) => join(machine.folder, name);
  await writeFile(at("script.sh"), "#!/bin/sh\necho one\n", { mode: 0o755 });
  await writeFile(at("image.bin"), Buffer.from(Array.from({ length: 512 }, (_, index) => index % 256)));
  await writeFile(at("docs.zip"), makeZip([{ name: "a/b.txt", content: "in the archive\n" }]));
  const { workspace, env } = machine;
  const args = ["--ssh", `machine:${machine.folder}`, "--tools", ALL_TOOLS, "-p", "go"];
  expect(await runCli({ workspace, args, env })).toMatchObject({ exitCode: 0, stdout: "done\n" });
  expect(toolResults(machine.server.requests.at(-1)?.body)).toEqual([
    `Successfully wrote ${Buffer.byteLength(bytes)} bytes to big.txt`,
    "Successfully replaced 1 block in script.sh.",
    "two\n127.0.0.1\n\nCommand exited with code 3",
    "image.bin is a binary file (512B). Use bash (file, xxd, strings) to inspect it.",
    "big.txt\ndocs.zip\nimage.bin\nscript.sh",
    "script.sh:2: echo two",
    "script.sh",
    expect.stringContaining("in the archive"),
  ]);
  expect(await readFile(at("big.txt"), "utf8")).toBe(bytes);
  expect((await stat(at("script.sh"))).mode & 0o777).toBe(0o755);
  expect((await readdir(workspace.home)).filter((name) => name.startsWith("tau-ssh-"))).toEqual([]);
});

test("an unknown or changed host key is refused, and is not added", async (context) => {
  await using machine = await startRemoteMachine(context, [{ text: "never" }]);
  const { workspace, env } = machine;
  const start = async () => await runCli({ workspace, args: ["--ssh", "machine:", "-p", "go"], env });
  const key = (await readFile(join(workspace.home, "known_hosts"), "utf8")).trim();
  await machine.setKnownHost("");
  const unknown = await start();
  expect([unknown.exitCode, unknown.stderr]).toEqual([3, expect.stringContaining("its host key is not known yet")]);
  expect(await readFile(join(workspace.home, "known_hosts"), "utf8")).toBe("\n");
  await machine.setKnownHost(`${key.slice(0, -8)}AAAAAAAA`);
  expect((await start()).stderr).toContain("its host key is not the one that is known");
  expect(machine.server.requests).toEqual([]);
});

test("a connection that breaks in mid-command is a clear result, and the next call connects again", async (context) => {
  await using machine = await startRemoteMachine(context, ({ index }) => {
    if (index === 0) return call("bash", { command: "echo begun; touch begun; sleep 300" });
    if (index === 1) return call("bash", { command: "echo back" });
    return { text: "done" };
  });
  const { workspace, env } = machine;
  const running = startCli({ workspace, args: ["--ssh", `machine:${machine.folder}`, "-p", "go"], env });
  await waitUntil(() => existsSync(join(machine.folder, "begun")) || undefined, { describe: () => running.stderr });
  await machine.dropConnections();
  expect(await running.exited).toMatchObject({ exitCode: 0, stdout: "done\n" });
  const [lost, back] = toolResults(machine.server.requests.at(-1)?.body);
  expect(lost).toContain("The connection to machine was lost while the command ran.");
  expect(back).toBe("back\n");
});

test("an interrupted run ends the command there; a killed one leaves a folder that the next start removes", async (context) => {
  await using machine = await startRemoteMachine(context, ({ index }) =>
    index < 2 ? call("bash", { command: "echo $$ >pid; sleep 300; :" }) : { text: "done" },
  );
  const { workspace, env } = machine;
  const args = ["--ssh", `machine:${machine.folder}`, "-p", "go"];
  const pidFile = join(machine.folder, "pid");
  const pidOf = async () =>
    await waitUntil(async () => (existsSync(pidFile) ? Number(await readFile(pidFile, "utf8")) : 0) || undefined, {
      describe: () => "the command has not begun",
    });
  const first = startCli({ workspace, args, env });
  const pid = await pidOf();
  await first.kill("SIGINT");
  await waitUntil(() => !isRunning(pid) || undefined, { describe: () => `the command ${pid} still runs` });
  await writeFile(pidFile, "");
  const second = startCli({ workspace, args, env });
  const left = await pidOf();
  await second.kill();
  const folders = async () => (await readdir(workspace.home)).filter((name) => name.startsWith("tau-ssh-"));
  expect(await folders()).toHaveLength(1);
  expect((await runCli({ workspace, args, env })).stdout).toBe("done\n");
  expect(await folders()).toEqual([]);
  if (isRunning(left)) process.kill(left, "SIGKILL");
});

test("the tool runs commands on a host", async (context) => {
  await using machine = await startRemoteMachine(context, [
    call("ssh", { host: "machine", command: "printf '%s' \"it's $((6*7))\"; echo; uname" }),
    { text: "done" },
  ]);
  const { workspace, env } = machine;
  const exit = await runCli({ workspace, args: ["--tools", "ssh", "-p", "go"], env });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "done\n" });
  expect(toolResults(machine.server.requests.at(-1)?.body)).toEqual(["it's 42\nLinux"]);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
