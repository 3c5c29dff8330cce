import { LONGEST_TIMER_MS } from "@tau/ai";
import { attachJsonlLineReader } from "../../wire/line-reader.ts";
import { serializeJsonLine } from "../../wire/serialize-json-line.ts";
import { RpcClientError } from "./rpc-client-error.ts";

export type RpcLine = Readonly<Record<string, unknown>> & { readonly type: string };

export interface RpcConnectionOptions {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Called for every line that is not an answer to a request. */
  readonly onLine: (line: RpcLine) => void;
  /** Called for a line that is not a JSON object. */
  readonly onNoise: (line: string) => void;
}

interface PendingRequest {
  readonly command: string;
  resolve(data: unknown): void;
  reject(error: Error): void;
}

/** Sends requests and matches the answers by id, in any order, over two streams. */
export class RpcConnection {
  private readonly pending = new Map<string, PendingRequest>();
  private readonly options: RpcConnectionOptions;
  private readonly detach: () => void;
  private closed: Error | undefined;
  private count = 0;

  constructor(options: RpcConnectionOptions) {
    this.options = options;
    this.detach = attachJsonlLineReader(options.input, (line) => this.receive(line));
  }

  send(value: object): void {
    if (this.closed) throw this.closed;
    this.options.output.write(serializeJsonLine(value));
  }

  /** Answers a request of the other side. Does nothing if the connection is closed, because no reader is left. */
  reply(value: object): void {
    if (!this.closed) this.send(value);
  }

  /** With `timeoutMs` undefined, waits without limit. */
  async request(command: string, parameters: object, timeoutMs: number | undefined): Promise<unknown> {
    const id = `req_${++this.count}`;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        this.pending.set(id, { command, resolve, reject });
        this.send({ ...parameters, id, type: command });
        if (timeoutMs === undefined) return;
        const late = () => reject(timedOut(command, timeoutMs));
        timer = setTimeout(late, Math.min(timeoutMs, LONGEST_TIMER_MS));
      });
    } finally {
      clearTimeout(timer);
      this.pending.delete(id);
    }
  }

  /** Fails every pending and every later request with this reason. */
  close(reason: Error): void {
    this.closed ??= reason;
    this.detach();
    for (const { reject } of this.pending.values()) reject(reason);
  }

  private receive(text: string): void {
    const line = parseLine(text);
    const request = line?.type === "response" ? this.pending.get(String(line.id)) : undefined;
    if (!line) this.options.onNoise(text);
    else if (!request) this.options.onLine(line);
    else if (line.success === true) request.resolve(line.data);
    else request.reject(new RpcClientError("refused", `${request.command}: ${String(line.error)}`));
  }
}

function parseLine(text: string): RpcLine | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "type" in value ? (value as RpcLine) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function timedOut(command: string, timeoutMs: number): RpcClientError {
  return new RpcClientError("timeout", `No answer to ${command} within ${timeoutMs / 1000} s.`);
}
