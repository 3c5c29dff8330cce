import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { type Program, requireProgram, runCli, startProgram, waitUntil } from "@tau/testkit";
import { expect, type TestContext, test } from "vitest";
import { type ScriptedSetup, withScriptedModel } from "../test/e2e/scripted-model.ts";
import { packageRepository } from "./package-repository.ts";

test("a package is installed from a git server, used, and updated", async (context) => {
  const daemon = await requireProgram("git-daemon", context);
  await using repository = await packageRepository();
  await using setup = await withScriptedModel(() => ({ text: "done" }));
  const port = await freePort();
  const args = [
    "--export-all",
    `--base-path=${repository.root}`,
    "--listen=127.0.0.1",
    `--port=${port}`,
    "--reuseaddr",
  ];
  await using server = startProgram({ command: daemon, args, cwd: "/", env: setup.workspace.env });
  await untilListening(server, port);
  await installAndUpdate(setup, `git://127.0.0.1:${port}/${repository.name}`, repository.publish);
});

test("a package is installed over ssh, used, and updated", async (context) => {
  await using repository = await packageRepository();
  await using setup = await withScriptedModel(() => ({ text: "done" }));
  const port = await freePort();
  const { server: started, env } = await startSshServer(context, setup, port);
  await using server = started;
  await untilListening(server, port);
  const address = `ssh://${userInfo().username}@127.0.0.1:${port}${join(repository.root, repository.name)}`;
  await installAndUpdate(setup, address, repository.publish, env);
});

test("a server that refuses the key ends the installation with its words, and installs nothing", async (context) => {
  await using repository = await packageRepository();
  await repository.publish("never");
  await using setup = await withScriptedModel(() => ({ text: "done" }));
  const port = await freePort();
  const { server: started, env } = await startSshServer(context, setup, port);
  await using server = started;
  await untilListening(server, port);
  const address = `ssh://${userInfo().username}@127.0.0.1:${port}${join(repository.root, repository.name)}`;
  const command = (env.GIT_SSH_COMMAND ?? "").replace(/-i \S+/, "-i /dev/null -o BatchMode=yes");
  const exit = await runCli({
    workspace: setup.workspace,
    args: ["install", address],
    env: { GIT_SSH_COMMAND: command },
  });
  expect(exit.exitCode).toBe(3);
  expect(exit.stderr).toContain("Permission denied");
  const listed = await runCli({ workspace: setup.workspace, args: ["list"] });
  expect(listed).toMatchObject({ exitCode: 0, stdout: expect.not.stringContaining("from-git") });
});

/** What the model is told of the tool says which commit is installed. */
async function installAndUpdate(
  { workspace, server }: ScriptedSetup,
  address: string,
  publish: (description: string) => Promise<void>,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const tau = async (...args: string[]) => {
    const exit = await runCli({ workspace, args, env });
    expect(exit.exitCode, exit.stderr).toBe(0);
    return exit.stdout;
  };
  await publish("the first text");
  await tau("install", address);
  expect(await tau("list")).toContain("from-git");
  await tau("-p", "hello");
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain("the first text");
  await publish("the second text");
  await tau("update");
  await tau("-p", "hello");
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain("the second text");
  await tau("remove", address);
  await tau("-p", "hello");
  expect(JSON.stringify(server.requests.at(-1)?.body)).not.toContain("the second text");
}

/** A server of its own, with keys of its own, that lets this user in. */
async function startSshServer(context: TestContext, { workspace }: ScriptedSetup, port: number) {
  const [sshd, keygen, ssh] = [
    await requireProgram("sshd", context),
    await requireProgram("ssh-keygen", context),
    await requireProgram("ssh", context),
  ];
  const folder = join(workspace.home, "ssh");
  await mkdir(folder, { mode: 0o700 });
  // As root the server wants an empty folder of the system for itself.
  if (process.getuid?.() === 0) await mkdir("/run/sshd", { recursive: true });
  const at = (name: string) => join(folder, name);
  for (const name of ["host", "user"]) {
    const args = ["-q", "-t", "ed25519", "-N", "", "-f", at(name)];
    expect((await startProgram({ command: keygen, args, cwd: "/", env: workspace.env }).exited).exitCode).toBe(0);
  }
  const config = [
    `Port ${port}`,
    "ListenAddress 127.0.0.1",
    `HostKey ${at("host")}`,
    `AuthorizedKeysFile ${at("user.pub")}`,
    `PidFile ${at("pid")}`,
    "StrictModes no",
    "UsePAM no",
    "PasswordAuthentication no",
    "PermitRootLogin yes",
  ];
  await writeFile(at("sshd_config"), `${config.join("\n")}\n`);
  const server = startProgram({
    command: sshd,
    args: ["-D", "-e", "-f", at("sshd_config")],
    cwd: "/",
    env: workspace.env,
  });
  const options = "-o IdentitiesOnly=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR";
  return { server, env: { GIT_SSH_COMMAND: `${ssh} -F none -i ${at("user")} ${options}` } };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

async function untilListening(server: Program, port: number): Promise<void> {
  const { connect } = await import("node:net");
  const canConnect = () =>
    new Promise<true | undefined>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(undefined));
      socket.on("connect", () => socket.destroy());
    });
  await waitUntil(canConnect, { describe: () => `a server on port ${port}: ${server.stderr}` });
}
