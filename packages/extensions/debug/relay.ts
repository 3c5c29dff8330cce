import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/**
 * Starts a debug adapter that speaks TCP and relays between it and this process's standard streams. It runs in the sandbox together with the
 * adapter, whose network cannot be reached from outside. `node relay.js connect|accept program args…`: with `connect` the adapter listens on
 * the port that replaces `{port}`, with `accept` it connects to the address that replaces `{address}`. Everything that the adapter prints goes
 * to standard error.
 */
const READY_MS = 10_000;
const RETRY_MS = 20;
const HOST = "127.0.0.1";

const [way, program = "", ...args] = process.argv.slice(2);

function start(words: Readonly<Record<string, string>>) {
  const filled = args.map((arg) => arg.replaceAll(/\{(port|address)\}/g, (whole, name) => words[name] ?? whole));
  const child = spawn(program, filled, { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.pipe(process.stderr, { end: false });
  child.stderr.pipe(process.stderr, { end: false });
  child.once("error", (error) => fail(error.message));
  child.once("close", (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
}

function relay(socket: Socket): void {
  socket.setNoDelay(true);
  socket.on("error", (error) => fail(error.message));
  process.stdin.pipe(socket);
  socket.pipe(process.stdout);
}

function fail(why: string): void {
  process.stderr.write(`${why}\n`, () => process.exit(1));
}

async function acceptConnection(): Promise<void> {
  const server = createServer().listen(0, HOST);
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const late = setTimeout(() => fail(`${program} did not connect within ${READY_MS / 1000} s.`), READY_MS);
  start({ port: String(port), address: `${HOST}:${port}` });
  const [socket] = (await once(server, "connection")) as [Socket];
  clearTimeout(late);
  server.close();
  relay(socket);
}

async function connectToAdapter(): Promise<void> {
  const port = await freePort();
  start({ port: String(port), address: `${HOST}:${port}` });
  const until = Date.now() + READY_MS;
  while (Date.now() < until) {
    const socket = await tryConnection(port);
    if (socket) {
      relay(socket);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  fail(`${program} did not listen on port ${port} within ${READY_MS / 1000} s.`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

function tryConnection(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, HOST);
    socket.once("connect", () => resolve(socket));
    socket.once("error", () => resolve(undefined));
  });
}

await (way === "accept" ? acceptConnection() : connectToAdapter());
