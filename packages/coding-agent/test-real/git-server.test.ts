import { join } from "node:path";
import {
  freePort,
  requireProgram,
  runCli,
  type SshServer,
  startProgram,
  startSshServer,
  untilListening,
} from "@tau/testkit";
import { expect, test } from "vitest";
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
  await using server = await startSshServer(context, setup.workspace);
  const address = `ssh://${server.user}@127.0.0.1:${server.port}${join(repository.root, repository.name)}`;
  await installAndUpdate(setup, address, repository.publish, { GIT_SSH_COMMAND: sshCommand(server) });
});

test("a server that refuses the key ends the installation with its words, and installs nothing", async (context) => {
  await using repository = await packageRepository();
  await repository.publish("never");
  await using setup = await withScriptedModel(() => ({ text: "done" }));
  await using server = await startSshServer(context, setup.workspace);
  const address = `ssh://${server.user}@127.0.0.1:${server.port}${join(repository.root, repository.name)}`;
  const command = sshCommand(server).replace(/-i \S+/, "-i /dev/null -o BatchMode=yes");
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

/** How git calls ssh, so that it knows the key and accepts the server. */
function sshCommand({ ssh, keyPath }: SshServer): string {
  const options = "-o IdentitiesOnly=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR";
  return `${ssh} -F none -i ${keyPath} ${options}`;
}
