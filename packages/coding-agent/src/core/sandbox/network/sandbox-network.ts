import { appendFile, mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localProcesses, type RunningProcess } from "../../process/index.ts";
import { removeAtExit } from "../sandbox-files.ts";
import type { Destination } from "./host-rules.ts";
import { startProxy } from "./proxy.ts";

/** A network that only leads to the proxy. Commands join it; they see neither the proxy's socket nor the forwarding process. */
export interface SandboxNetwork {
  /** A process inside the network. */
  readonly pid: number;
  readonly environment: Readonly<Record<string, string>>;
  /** Returns how many connections were refused so far; `refusedSince` returns the hosts refused after that count. */
  refusals(): number;
  refusedSince(count: number): string[];
}

export interface NetworkOptions {
  readonly bwrap: string;
  readonly agentDir: string;
  readonly rules: () => readonly string[];
}

/** The proxy's port inside the sandbox, where all ports are free. */
const PORT = 3128;

/** Forwards connections from the inner network to the proxy's socket. It ends when its input ends. */
const BRIDGE = `
const { connect, createServer } = require("node:net");
process.stdin.on("end", () => process.exit()).on("error", () => process.exit()).resume();
createServer({ allowHalfOpen: true }, (inner) => {
  const outer = connect({ path: process.argv[1], allowHalfOpen: true });
  const end = () => { inner.destroy(); outer.destroy(); };
  inner.on("error", end); outer.on("error", end);
  inner.pipe(outer); outer.pipe(inner);
}).listen(${PORT}, "127.0.0.1", () => process.stdout.write("ready"));
`;

export async function startNetwork({ bwrap, agentDir, rules }: NetworkOptions): Promise<SandboxNetwork> {
  const refused: string[] = [];
  const folder = await mkdtemp(join(tmpdir(), "tau-proxy-"));
  removeAtExit(folder);
  const socket = join(folder, "proxy");
  const log = await openLog(agentDir);
  const server = await startProxy(socket, {
    rules,
    onDecision(destination, reason) {
      if (reason !== undefined) refused.push(destination.host);
      log(destination, reason);
    },
  });
  server.unref();
  const pid = await startBridge(bwrap, socket);
  return {
    pid,
    environment: proxyVariables(),
    refusals: () => refused.length,
    refusedSince: (count) => [...new Set(refused.slice(count))],
  };
}

async function startBridge(bwrap: string, socket: string): Promise<number> {
  const flags = ["--unshare-user", "--unshare-net", "--unshare-ipc", "--new-session", "--die-with-parent"];
  const mounts = ["--cap-drop", "ALL", "--ro-bind", "/", "/", "--dev", "/dev", "--info-fd", "3", "--"];
  const inner = [bwrap, ...flags, ...mounts, process.execPath, "-e", BRIDGE, socket];
  const child = await localProcesses.start({
    file: "/bin/sh",
    args: ["-c", 'exec "$@" 3>&1', "sh", ...inner],
    cwd: "/",
    env: {},
    purpose: "tau",
  });
  const text = await untilReady(child);
  for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as { unref?(): void }).unref?.();
  return Number(/"child-pid":\s*(\d+)/.exec(text)?.[1]);
}

/** Resolves to bubblewrap's information about the process, once the bridge is ready. */
async function untilReady({ stdout, stderr, exited }: RunningProcess): Promise<string> {
  stderr.resume();
  let text = "";
  const ready = new Promise<string>((resolve) => {
    stdout.on("data", (bytes: Buffer) => {
      text += bytes.toString();
      if (text.includes("ready")) resolve(text);
    });
  });
  const failed = exited.then(() => {
    throw new Error("The network of the sandbox could not be started.");
  });
  failed.catch(() => undefined);
  return await Promise.race([ready, failed]);
}

function proxyVariables(): Record<string, string> {
  const http = `http://127.0.0.1:${PORT}`;
  const values = { http_proxy: http, https_proxy: http, all_proxy: `socks5h://127.0.0.1:${PORT}` };
  const local = { no_proxy: "localhost,127.0.0.1,::1", NO_PROXY: "localhost,127.0.0.1,::1", NODE_USE_ENV_PROXY: "1" };
  const upper = Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toUpperCase(), value]));
  return { ...values, ...upper, ...local };
}

async function openLog(agentDir: string): Promise<(destination: Destination, reason: string | undefined) => void> {
  const folder = join(agentDir, "logs");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let written: Promise<unknown> = Promise.resolve();
  return ({ host, port }, reason) => {
    const line = `${new Date().toISOString()} ${reason === undefined ? "allowed" : "refused"} ${host}:${port}\n`;
    // A log that cannot be written must not stop a command.
    written = written
      .then(() => appendFile(join(folder, "sandbox-network.log"), line, { mode: 0o600 }))
      .catch(() => undefined);
  };
}
