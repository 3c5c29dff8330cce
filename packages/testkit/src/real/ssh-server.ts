import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { type Program, startProgram } from "../process/index.ts";
import { TestkitError } from "../testkit-error.ts";
import { waitUntil } from "../wait-until.ts";
import { requireProgram, type Skip } from "./require-program.ts";

/** An sshd on loopback with keys of its own, which lets this user in. */
export interface SshServer extends AsyncDisposable {
  readonly port: number;
  readonly user: string;
  /** The path of the client. */
  readonly ssh: string;
  /** The key that the server accepts. */
  readonly keyPath: string;
  /** The server's own key, as a line of known_hosts. */
  readonly knownHost: string;
  /** Ends the connections that are open now, as a network that fails does. The server continues. */
  dropConnections(): Promise<void>;
}

export interface SshServerOptions {
  /** Environment of the server. */
  readonly env?: Readonly<Record<string, string>>;
  /** Further lines of sshd_config. */
  readonly config?: readonly string[];
}

export async function startSshServer(
  context: Skip,
  { env = {}, config = [] }: SshServerOptions = {},
): Promise<SshServer> {
  const [sshd, keygen, ssh] = [
    await requireProgram("sshd", context),
    await requireProgram("ssh-keygen", context),
    await requireProgram("ssh", context),
  ];
  const folder = await mkdtemp(join(tmpdir(), "tau-sshd-"));
  const at = (name: string) => join(folder, name);
  // As root the server wants an empty folder of the system for itself.
  if (process.getuid?.() === 0) await mkdir("/run/sshd", { recursive: true });
  const given = { PATH: process.env.PATH ?? "", ...env };
  for (const name of ["host", "user"]) {
    const args = ["-q", "-t", "ed25519", "-N", "", "-f", at(name)];
    const { exitCode, stderr } = await startProgram({ command: keygen, args, cwd: "/", env: given }).exited;
    if (exitCode !== 0) throw new TestkitError("exited", `ssh-keygen failed: ${stderr}`);
  }
  const port = await freePort();
  const lines = [
    `Port ${port}`,
    "ListenAddress 127.0.0.1",
    `HostKey ${at("host")}`,
    `AuthorizedKeysFile ${at("user.pub")}`,
    `PidFile ${at("pid")}`,
    "StrictModes no",
    "UsePAM no",
    "PasswordAuthentication no",
    "PermitRootLogin yes",
    ...config,
  ];
  await writeFile(at("sshd_config"), `${lines.join("\n")}\n`);
  const args = ["-D", "-e", "-f", at("sshd_config")];
  const server = startProgram({ command: sshd, args, cwd: "/", env: given });
  await untilListening(server, port);
  const hostKey = (await readFile(at("host.pub"), "utf8")).split(" ").slice(0, 2).join(" ");
  return {
    ...{ port, ssh, user: userInfo().username, keyPath: at("user"), knownHost: `[127.0.0.1]:${port} ${hostKey}` },
    async dropConnections() {
      // One process serves each connection. The commands that it has started continue.
      for (const child of await childrenOf(server.pid)) process.kill(child, "SIGKILL");
    },
    async [Symbol.asyncDispose]() {
      await killAll(server.pid);
      await server[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves to a port of loopback on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

/** Resolves when something listens on the port. */
export async function untilListening(server: Program, port: number): Promise<void> {
  const canConnect = () =>
    new Promise<true | undefined>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(undefined));
      socket.on("connect", () => socket.destroy());
    });
  await waitUntil(canConnect, { describe: () => `a server on port ${port}: ${server.stderr}` });
}

/** Returns the processes that a process has started. */
async function childrenOf(pid: number): Promise<number[]> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return listed.split(" ").filter(Boolean).map(Number);
}

async function killAll(pid: number): Promise<void> {
  for (const child of await childrenOf(pid)) {
    await killAll(child);
    process.kill(child, "SIGKILL");
  }
}
