import { spawnSync } from "node:child_process";
import { createServer, connect as open, type Socket } from "node:net";
import { join } from "node:path";
import { type Program, startProgram } from "@tau/testkit";

/** A network of its own in which one server can be reached, until it is cut. */
export interface CutNetwork extends AsyncDisposable {
  /** The address of the server, inside. */
  readonly url: string;
  /** Starts a program inside. */
  readonly through: readonly string[];
  /** Drops every packet from now on. No connection is closed: that is what a lost radio signal looks like. */
  cut(): void;
  restore(): void;
}

let isPossible: boolean | undefined;

/** Whether this process may make network namespaces: root, and the program `ip`. */
export function canCutNetwork(): boolean {
  isPossible ??= process.getuid?.() === 0 && spawnSync("unshare", ["-n", "ip", "link", "set", "lo", "up"]).status === 0;
  return isPossible;
}

/**
 * Makes a namespace and passes connections in it on to a server outside. Sockets with a path reach across network namespaces, so one
 * leads out.
 */
export async function makeCutNetwork(serverUrl: string, folder: string): Promise<CutNetwork> {
  const door = join(folder, "door.sock");
  const open = await openDoor(door, Number(new URL(serverUrl).port));
  const inside = startProgram({
    command: "unshare",
    args: ["-n", "sh", "-c", `ip link set lo up && exec "$0" -e "$1" "$2"`, process.execPath, RELAY, door],
    cwd: folder,
    env: { PATH: process.env.PATH ?? "" },
    stdin: "open",
  });
  await inside.waitForOutput(/^\d+\n/);
  const through = ["nsenter", `--net=/proc/${inside.pid}/ns/net`];
  const set = (state: "up" | "down") => {
    const [command = "", ...args] = [...through, "ip", "link", "set", "lo", state];
    const { status, stderr } = spawnSync(command, args);
    if (status !== 0) throw new Error(`ip link set lo ${state}: ${stderr}`);
  };
  return {
    url: `http://127.0.0.1:${inside.stdout.trim()}`,
    through,
    cut: () => set("down"),
    restore: () => set("up"),
    [Symbol.asyncDispose]: () => close(inside, open),
  };
}

const RELAY = `
const net = require("node:net");
const server = net.createServer((client) => {
  const door = net.connect(process.argv[1]);
  for (const [from, to] of [[client, door], [door, client]]) from.on("error", () => to.destroy()).pipe(to);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
`;

async function openDoor(path: string, port: number) {
  const sockets = new Set<Socket>();
  const server = createServer((inside) => {
    const upstream = open(port, "127.0.0.1");
    for (const [from, to] of [
      [inside, upstream],
      [upstream, inside],
    ] as const) {
      sockets.add(from);
      from.on("error", () => to.destroy()).on("close", () => sockets.delete(from));
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return { server, sockets };
}

async function close(inside: Program, { server, sockets }: Awaited<ReturnType<typeof openDoor>>): Promise<void> {
  await inside.kill();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
}
