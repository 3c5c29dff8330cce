import { chmod, mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import {
  createWorkspace,
  type ModelScript,
  type ModelServer,
  startModelServer,
  startSshServer,
  useScriptedModel,
  type Workspace,
} from "@tau/testkit";
import type { TestContext } from "vitest";

/** A real sshd, and a client that knows its key. */
export interface RemoteMachine extends AsyncDisposable {
  readonly workspace: Workspace;
  readonly server: ModelServer;
  readonly env: Readonly<Record<string, string>>;
  /** The folder in which the session is to work. */
  readonly folder: string;
  dropConnections(): Promise<void>;
  /** Makes the client know another key for the server, or none. */
  setKnownHost(line: string): Promise<void>;
}

export async function startRemoteMachine(context: TestContext, script: ModelScript): Promise<RemoteMachine> {
  const workspace = await createWorkspace();
  const sshd = await startSshServer(context);
  const server = await startModelServer({ script });
  await useScriptedModel(workspace, server, undefined, { settings: { permissionMode: "yolo" } });
  const [bin, folder] = [join(workspace.home, "bin"), join(workspace.home, "remote folder")];
  await mkdir(bin);
  await mkdir(folder);
  const knownHosts = join(workspace.home, "known_hosts");
  const setKnownHost = async (line: string) => await writeFile(knownHosts, `${line}\n`);
  await setKnownHost(sshd.knownHost);
  // ssh looks for its files in the home folder that the system knows, not in that of the test.
  const options = `-F none -o UserKnownHostsFile='${knownHosts}' -o GlobalKnownHostsFile=/dev/null`;
  await writeFile(join(bin, "ssh"), `#!/bin/sh\nexec ${sshd.ssh} ${options} "$@"\n`);
  await chmod(join(bin, "ssh"), 0o755);
  const host = { host: "127.0.0.1", username: sshd.user, port: sshd.port, keyPath: sshd.keyPath };
  await workspace.configure("ssh.json", { hosts: { machine: host } });
  return {
    ...{ workspace, server, folder, setKnownHost },
    env: { PATH: [bin, process.env.PATH].join(delimiter), XDG_RUNTIME_DIR: workspace.home },
    dropConnections: () => sshd.dropConnections(),
    async [Symbol.asyncDispose]() {
      await sshd[Symbol.asyncDispose]();
      await server.close();
      await workspace[Symbol.asyncDispose]();
    },
  };
}
