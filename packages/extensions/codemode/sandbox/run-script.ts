import type { Worker } from "node:worker_threads";
import type { ExtensionAPI } from "@tau/coding-agent";
import type { ScriptAnswer, ScriptMessage, ScriptStart } from "./messages.ts";
import { takeWorkerSlot } from "./worker-slots.ts";

/** Files of this battery, named so that they are found in a program's own extension too. */
const WORKER = "builtin:codemode/sandbox/worker.ts";
const WASM = "builtin:codemode/quickjs-wasi/quickjs.wasm";
const WORKER_HEAP_MB = 512;
const WORKER_STACK_MB = 16;

export interface ScriptLimits {
  /** The script's own computing time, without the time in which it waits for calls. */
  readonly computeMs: number;
  /** The whole time, including calls. */
  readonly totalMs?: number | undefined;
  readonly memoryBytes: number;
  readonly calls: number;
}

export type OutputItem =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "image"; readonly json: string };

export interface ScriptOutcome {
  /** Absent if the script has completed. */
  readonly error?: string;
  readonly items: readonly OutputItem[];
  readonly console: readonly string[];
  /** The values that the script stored, as JSON texts; `undefined` deletes a key. */
  readonly stored: ReadonlyMap<string, string | undefined>;
}

export interface ScriptRequest extends Pick<ScriptStart, "source" | "tools" | "stored"> {
  readonly limits: ScriptLimits;
  /** Resolves to a JSON text. */
  call(name: string, args: unknown): Promise<string>;
  /** Answers questions about tools. Resolves to a JSON text. */
  ask(question: string, args: unknown): Promise<string>;
  readonly signal: AbortSignal;
}

/** Runs a script in a worker of its own, which ends with the script. Rejects only if the script could not be started. */
export async function runScript(pi: Pick<ExtensionAPI, "assets">, request: ScriptRequest): Promise<ScriptOutcome> {
  const release = await takeWorkerSlot(request.signal);
  try {
    const { source, tools, stored, limits } = request;
    const wasm = await pi.assets.compileWasm(WASM);
    const start: ScriptStart = { wasm, source, tools, stored, memoryBytes: limits.memoryBytes };
    const worker = await pi.assets.startWorker(WORKER, {
      workerData: start,
      resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB, stackSizeMb: WORKER_STACK_MB },
    });
    return await new ScriptRun(worker, request).outcome();
  } finally {
    release();
  }
}

/** One script in its worker: receives output, answers calls, and stops the worker at the end or at a limit. */
class ScriptRun {
  private readonly worker: Worker;
  private readonly request: ScriptRequest;
  private readonly items: OutputItem[] = [];
  private readonly console: string[] = [];
  private readonly stored = new Map<string, string | undefined>();
  private readonly ended = Promise.withResolvers<string | undefined>();
  private isOver = false;
  private calls = 0;
  private answers = 0;
  private computed = 0;
  private busySince: number | undefined;
  private computeTimer: NodeJS.Timeout | undefined;

  constructor(worker: Worker, request: ScriptRequest) {
    this.worker = worker;
    this.request = request;
  }

  async outcome(): Promise<ScriptOutcome> {
    const { worker } = this;
    const { signal, limits } = this.request;
    const onAbort = () => this.end("Aborted.");
    signal.addEventListener("abort", onAbort, { once: true });
    const { totalMs } = limits;
    const deadline =
      totalMs === undefined ? undefined : setTimeout(() => this.end(`Stopped after ${totalMs} ms.`), totalMs);
    worker.on("message", (message: ScriptMessage) => this.receive(message));
    worker.on("error", (error) => this.end(`The sandbox failed: ${error.message}`));
    worker.on("exit", () => this.end("The sandbox ended before the script."));
    if (signal.aborted) onAbort();
    const error = await this.ended.promise;
    signal.removeEventListener("abort", onAbort);
    clearTimeout(deadline);
    this.idle();
    await worker.terminate();
    const { items, console, stored } = this;
    return { ...(error === undefined ? {} : { error }), items, console, stored };
  }

  private end(error?: string): void {
    this.isOver = true;
    this.ended.resolve(error);
  }

  private receive(message: ScriptMessage): void {
    if (this.isOver) return;
    const { request } = this;
    switch (message.kind) {
      case "started":
        this.busy();
        break;
      case "idle":
        // An answer that was sent meanwhile makes the script compute again.
        if (message.answers === this.answers) this.idle();
        break;
      case "done":
        this.end();
        break;
      case "failed":
        this.end(message.error);
        break;
      case "call":
        this.calls++;
        if (this.calls > request.limits.calls) this.end(`Stopped: more than ${request.limits.calls} calls of tools.`);
        else void this.answer(message.id, request.call(message.target, JSON.parse(message.json)));
        break;
      case "ask":
        void this.answer(message.id, request.ask(message.target, JSON.parse(message.json)));
        break;
      default:
        this.keep(message);
    }
  }

  private keep(message: Extract<ScriptMessage, { kind: "text" | "image" | "console" | "store" }>): void {
    if (message.kind === "store") this.stored.set(message.key, message.json);
    else if (message.kind === "console") this.console.push(message.text);
    else this.items.push(message);
  }

  private async answer(id: number, answer: Promise<string>): Promise<void> {
    const settled: ScriptAnswer = await answer.then(
      (text) => ({ id, ok: true, text }),
      (error: unknown) => ({ id, ok: false, text: error instanceof Error ? error.message : String(error) }),
    );
    if (this.isOver) return;
    this.answers++;
    this.busy();
    this.worker.postMessage(settled);
  }

  /** Starts the clock of the script's own time. */
  private busy(): void {
    if (this.busySince !== undefined) return;
    this.busySince = performance.now();
    const { computeMs } = this.request.limits;
    this.computeTimer = setTimeout(
      () => this.end(`Stopped: the script computed for ${computeMs / 1000} s without an end.`),
      Math.max(0, computeMs - this.computed),
    );
  }

  private idle(): void {
    clearTimeout(this.computeTimer);
    if (this.busySince !== undefined) this.computed += performance.now() - this.busySince;
    this.busySince = undefined;
  }
}
