import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { RunningProcess } from "@tau/coding-agent";
import { isObject } from "../json.ts";
import type { ServerLog } from "../server-log.ts";

const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
/** A server should exit when its input closes. Its remaining processes are killed after this time. */
const END_MS = 1000;
const NEWLINE = 0x0a;

/** Runs a server as a child in its own process group, with one JSON message per line. Everything it started ends with it. */
export class ProcessTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  private readonly open: () => Promise<RunningProcess>;
  private readonly log: ServerLog;
  private child: RunningProcess | undefined;
  private parts: Buffer[] = [];
  private length = 0;
  private isClosed = false;

  constructor(open: () => Promise<RunningProcess>, log: ServerLog) {
    this.open = open;
    this.log = log;
  }

  async start(): Promise<void> {
    const child = await this.open();
    this.child = child;
    const broken = (error: Error) => this.log.note(`A stream broke: ${error.message}`);
    child.stdin.on("error", broken);
    child.stdout.on("error", broken).on("data", (chunk: Buffer) => this.take(chunk));
    child.stderr.on("error", broken).on("data", (chunk: Buffer) => this.log.append(chunk.toString("utf8")));
    void child.exited.then(({ exitCode }) => {
      this.log.note(`The server ended with code ${exitCode}.`);
      void this.close();
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { child } = this;
    if (!child || this.isClosed) throw new Error("The server has ended.");
    await new Promise<void>((resolve, reject) => {
      child.stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    this.parts = [];
    const { child } = this;
    this.onclose?.();
    if (!child) return;
    child.stdin.end();
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(() => late.resolve(), END_MS);
    await Promise.race([child.exited, late.promise]);
    clearTimeout(timer);
    // Even if the child has exited: a wrapper such as npx may have left the server running.
    await child.kill();
    await this.log.flush();
  }

  private take(chunk: Buffer): void {
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end >= 0 && !this.isClosed; end = rest.indexOf(NEWLINE)) {
      const line = Buffer.concat([...this.parts, rest.subarray(0, end)]).toString("utf8");
      this.parts = [];
      this.length = 0;
      rest = rest.subarray(end + 1);
      this.receive(line);
    }
    if (rest.length === 0 || this.isClosed) return;
    this.parts.push(rest);
    this.length += rest.length;
    if (this.length > MAX_MESSAGE_BYTES) this.refuse();
  }

  private refuse(): void {
    const error = new Error(`The server sent a message above ${MAX_MESSAGE_BYTES / 1024 / 1024} MiB and was ended.`);
    this.log.note(error.message);
    this.onerror?.(error);
    void this.close();
  }

  private receive(line: string): void {
    if (line.trim() === "") return;
    const message = parsed(line);
    if (message) this.onmessage?.(message);
    else this.log.note(`Not a message of the protocol, passed over: ${line.slice(0, 200)}`);
  }
}

function parsed(line: string): JSONRPCMessage | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) && value.jsonrpc === "2.0" ? (value as unknown as JSONRPCMessage) : undefined;
  } catch {
    // Some servers print other text to stdout.
    return undefined;
  }
}
