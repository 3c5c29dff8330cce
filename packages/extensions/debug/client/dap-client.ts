import { finished } from "node:stream/promises";
import { ContentLengthDecoder, encodeContentLength } from "@tau/coding-agent";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { DebugError, messageOf } from "../debug-error.ts";
import type { AdapterStreams } from "./adapter-streams.ts";

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Answers a request of the adapter. What it throws is the answer's error. */
export type AnswerRequest = (command: string, args: unknown) => Promise<object>;

export interface DapClientOptions {
  readonly name: string;
  readonly process: AdapterStreams;
  onEvent(event: DebugProtocol.Event): void;
  readonly answer: AnswerRequest;
  /** Receives what the adapter writes beside its messages. */
  onLog(text: string): void;
}

interface Waiting {
  readonly command: string;
  resolve(body: unknown): void;
  reject(error: Error): void;
}

export const REQUEST_TIMEOUT_MS = 30_000;
/** How long an adapter may take to exit after it was asked to disconnect. */
const EXIT_MS = 1000;
const SAID_LINES = 5;
const LOG_CHARACTERS = 16 * 1024;

/** The connection to a debug adapter: requests and their answers, events, and requests of the adapter. */
export class DapClient {
  readonly name: string;
  /** Rejects when the adapter has ended or has been given up. */
  readonly ended: Promise<never>;
  private readonly process: AdapterStreams;
  private readonly options: DapClientOptions;
  private readonly waiting = new Map<number, Waiting>();
  private readonly fail: (error: DebugError) => void;
  private hasEnded = false;
  private isClosing = false;
  private lastSeq = 0;
  private written = "";

  constructor(options: DapClientOptions) {
    this.options = options;
    this.name = options.name;
    this.process = options.process;
    const { promise, reject } = Promise.withResolvers<never>();
    this.ended = promise;
    this.fail = (error) => {
      if (this.hasEnded) return;
      this.hasEnded = true;
      for (const { reject: refuse } of this.waiting.values()) refuse(error);
      this.waiting.clear();
      reject(error);
    };
    // Each request reports the end; nothing else has to.
    promise.catch(() => undefined);
    this.listen();
  }

  get isAlive(): boolean {
    return !this.hasEnded;
  }

  /** Sends a request and resolves to the body of its answer. */
  async request<T = unknown>(command: string, args?: object, options: RequestOptions = {}): Promise<T> {
    const { signal, timeoutMs = REQUEST_TIMEOUT_MS } = options;
    signal?.throwIfAborted();
    if (this.hasEnded) return await this.ended;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const seq = this.send({ type: "request", command, ...(args ? { arguments: args } : {}) });
    this.waiting.set(seq, { command, resolve, reject });
    const onAbort = () => reject(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    const timer = setTimeout(
      () => reject(new DebugError("timeout", `DAP request ${command} timed out after ${timeoutMs}ms.`)),
      timeoutMs,
    );
    try {
      return (await promise) as T;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      this.waiting.delete(seq);
    }
  }

  /** Waits a moment for an adapter that is about to exit, so that everything it has written is read, and then ends it. */
  async close(): Promise<void> {
    this.isClosing = true;
    const { stdout, stderr } = this.process;
    const read = Promise.all([stdout, stderr].map((stream) => finished(stream).catch(() => undefined)));
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, EXIT_MS);
    await Promise.race([read, late]);
    clearTimeout(timer);
    await this.kill();
  }

  /** Ends the adapter and everything that it has started. */
  async kill(reason = "was ended"): Promise<void> {
    this.fail(new DebugError("ended", `${this.name} ${reason}.`));
    await this.process.kill();
  }

  private send(message: object): number {
    const seq = ++this.lastSeq;
    this.process.stdin.write(encodeContentLength({ seq, ...message }));
    return seq;
  }

  private listen(): void {
    const { process } = this;
    const decoder = new ContentLengthDecoder();
    process.stdout.on("data", (chunk: Buffer) => {
      if (this.hasEnded) return;
      try {
        for (const message of decoder.take(chunk)) this.take(message as DebugProtocol.ProtocolMessage);
      } catch (error) {
        void this.kill(`was ended: ${messageOf(error)}`);
      }
    });
    process.stderr.setEncoding("utf8");
    process.stderr.on("data", (text: string) => {
      this.written = (this.written + text).slice(-LOG_CHARACTERS);
      // What an adapter writes while it is being ended, such as the trace of a crash, is not about the program.
      if (!this.isClosing) this.options.onLog(text);
    });
    void process.exited.then(async ({ exitCode }) => {
      const said = this.written.trim().split("\n").slice(-SAID_LINES).join("\n");
      this.fail(
        new DebugError("ended", `DAP adapter ${this.name} exited (code ${exitCode})${said ? `: ${said}` : "."}`),
      );
      // The program that it debugged may have outlived it.
      await process.kill();
    });
  }

  private take(message: DebugProtocol.ProtocolMessage): void {
    if (message.type === "response") this.takeResponse(message as DebugProtocol.Response);
    else if (message.type === "event") this.options.onEvent(message as DebugProtocol.Event);
    else if (message.type === "request") void this.answer(message as DebugProtocol.Request);
  }

  private takeResponse({ request_seq: seq, success, body, message }: DebugProtocol.Response): void {
    const waiting = this.waiting.get(seq);
    // The answer to a request that was given up is of no interest.
    if (!waiting) return;
    if (success) waiting.resolve(body);
    else
      waiting.reject(new DebugError("refused", `${this.name} refused ${waiting.command}: ${errorOf(body, message)}`));
  }

  private async answer({ seq, command, arguments: args }: DebugProtocol.Request): Promise<void> {
    const base = { type: "response", request_seq: seq, command };
    try {
      const body = await this.options.answer(command, args);
      if (!this.hasEnded) this.send({ ...base, success: true, body });
    } catch (error) {
      if (!this.hasEnded) this.send({ ...base, success: false, message: messageOf(error) });
    }
  }
}

/** Returns the text of an error answer: the detailed message with its variables filled in, else the short one. */
function errorOf(body: unknown, message: string | undefined): string {
  const { error } = (body ?? {}) as { error?: Partial<DebugProtocol.Message> };
  if (typeof error?.format !== "string") return withoutTrace(message ?? "it gave no reason.");
  const text = error.format.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => error.variables?.[name] ?? whole);
  return withoutTrace(text);
}

/** Cuts the trace of a Python adapter, which leads through the adapter itself, down to the error. */
function withoutTrace(text: string): string {
  if (!text.startsWith("Traceback (most recent call last):")) return text;
  const lines = text.trimEnd().split("\n");
  const lastFrame = lines.findLastIndex((line) => line.startsWith("  File "));
  const error = lines.findIndex((line, index) => index > Math.max(0, lastFrame) && /^\S/.test(line));
  return error === -1 ? text : lines.slice(error).join("\n");
}
