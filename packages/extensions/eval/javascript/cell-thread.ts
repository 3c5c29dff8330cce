import { Session } from "node:inspector";
import { stripTypeScriptTypes } from "node:module";
import { inspect } from "node:util";
import { Worker } from "node:worker_threads";
import { captureOutput } from "./capture-output.ts";
import { createImport, IMPORT, rewriteImports } from "./imports.ts";
import { InspectorValues, type RemoteValue } from "./inspector-values.ts";
import { installPrelude } from "./prelude.ts";
import { type KernelRequest, type RunRequest, sendFrame, writeMark } from "./protocol.ts";
import { bundleOf } from "./show-value.ts";

interface Evaluation {
  readonly result: RemoteValue;
  readonly exceptionDetails?: Place & {
    readonly exception?: RemoteValue;
    readonly text: string;
    readonly stackTrace?: object;
  };
}

/** Starts the kernel in this thread. */
export function startKernel(file: URL): void {
  const secret = process.env.TAU_KERNEL_MARK ?? "";
  for (const name of ["TAU_KERNEL_MARK", "TAU_KERNEL_REQUESTS", "TAU_KERNEL_FRAMES"]) delete process.env[name];
  const cells = new Cells(secret);
  captureOutput();
  installPrelude(cells);
  Object.defineProperty(globalThis, IMPORT, { value: createImport() });
  const report = (error: unknown) => void process.stderr.write(`Uncaught ${inspect(error)}\n`);
  process.on("uncaughtException", report);
  process.on("unhandledRejection", report);
  process.exit = exit;
  // It shares the descriptors of this process, not its streams.
  const requests = new Worker(file, { env: process.env, stdin: false });
  requests.on("message", (request: KernelRequest) => cells.receive(request));
  sendFrame({ type: "ready", version: process.versions.node, program: process.execPath });
}

/** The listeners before the first cell. */
let ownListeners: ReadonlySet<unknown> | undefined;

/** Asks Tau to end the process. Node itself would wait for the inspector session of the other thread, which may take for ever. */
function exit(code: number | string | null = process.exitCode ?? 0): never {
  // Node's own listeners wait for that session too.
  const listeners = process.listeners("exit").filter((listener) => !ownListeners?.has(listener));
  for (const listener of listeners) listener(Number(code));
  sendFrame({ type: "exit", code: Number(code) });
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** The cells of the session, in one global scope: `Runtime.evaluate` in REPL mode lets later cells declare names again and await. */
export class Cells {
  private readonly secret: string;
  private readonly session = new Session();
  private readonly values = new InspectorValues(this.session);
  private readonly answers = new Map<number, (answer: Extract<KernelRequest, { type: "answer" }>) => void>();
  private calls = 0;
  private count = 0;
  /** The cell that runs. */
  private current: number | undefined;

  constructor(secret: string) {
    this.secret = secret;
    this.session.connect();
  }

  receive(request: KernelRequest): void {
    if (request.type === "run") void this.run(request);
    else if (request.type === "answer") {
      this.answers.get(request.call)?.(request);
      this.answers.delete(request.call);
    } else if (request.type === "interrupt" && request.id === this.current) this.cancel();
  }

  /** Sends a frame that belongs after the output so far. */
  send(frame: object): void {
    sendFrame({ ...frame, id: this.current, mark: writeMark(this.secret) });
  }

  async callTool(tool: string, args: unknown): Promise<unknown> {
    this.calls++;
    const call = this.calls;
    const answered = Promise.withResolvers<Extract<KernelRequest, { type: "answer" }>>();
    this.answers.set(call, answered.resolve);
    sendFrame({ type: "call", id: this.current, call, tool, args });
    const answer = await answered.promise;
    if (!answer.ok) throw new Error(answer.error);
    return answer.value;
  }

  private async run({ id, code, language }: RunRequest): Promise<void> {
    ownListeners ??= new Set(process.listeners("exit"));
    this.current = id;
    this.count++;
    sendFrame({ type: "started", id });
    try {
      const source = await rewriteImports(language === "ts" ? withoutTypes(code) : code);
      const value = await this.evaluate(source);
      if (this.current !== id) return;
      if (value !== undefined) this.send({ type: "result", bundle: bundleOf(value) });
      this.done("ok");
    } catch (error) {
      if (this.current !== id) return;
      if (error instanceof Interrupted) this.cancel();
      else this.fail(error);
    }
  }

  private async evaluate(source: string): Promise<unknown> {
    const first = await this.post(source);
    const isReturn = first.exceptionDetails?.exception?.description?.includes("Illegal return statement");
    // A return statement needs a function around it. The names that such a cell declares are its own.
    const evaluation = isReturn ? await this.post(`(async () => {${source}\n})()`, true) : first;
    const { exceptionDetails: failed, result } = evaluation;
    if (failed) {
      const thrown = failed.exception ? this.values.take(failed.exception) : new Error(failed.text);
      // Without a stack, the cell itself could not be read.
      if (!failed.stackTrace && thrown instanceof SyntaxError) this.addPlace(thrown, source, failed);
      throw thrown;
    }
    return this.values.take(result);
  }

  private addPlace(error: SyntaxError, source: string, { lineNumber, columnNumber }: Place): void {
    const line = source.split("\n")[lineNumber];
    const isShort = line !== undefined && line.length <= MOST_OF_LINE;
    const shown = isShort ? [`  ${line}`, `  ${" ".repeat(columnNumber)}^`] : [];
    const place = `    at cell-${this.count}.js:${lineNumber + 1}:${columnNumber + 1}`;
    error.stack = [`${error.name}: ${error.message}`, ...shown, place].join("\n");
  }

  private post(source: string, isFunction = false): Promise<Evaluation> {
    const { promise, resolve, reject } = Promise.withResolvers<Evaluation>();
    const name = `\n//# sourceURL=cell-${this.count}.js`;
    const params = { expression: source + name, replMode: !isFunction, awaitPromise: true };
    this.session.post("Runtime.evaluate", params, (error, evaluation) =>
      // V8 answers with an error only if the evaluation was terminated.
      error ? reject(new Interrupted()) : resolve(evaluation as Evaluation),
    );
    return promise;
  }

  private fail(error: unknown): void {
    const isError = error instanceof Error;
    const text = isError ? stackOf(error) : `Uncaught ${inspect(error)}`;
    const [ename, evalue] = isError ? [error.name, error.message] : ["Uncaught", inspect(error)];
    this.send({ type: "error", ename, evalue, traceback: text.split("\n") });
    this.done("error");
  }

  private cancel(): void {
    this.send({ type: "error", ename: "Interrupted", evalue: "", traceback: ["Interrupted"] });
    this.done("error", true);
  }

  private done(status: "ok" | "error", cancelled = false): void {
    this.send({ type: "done", status, cancelled, executionCount: this.count });
    this.current = undefined;
  }
}

/** Where a script could not be read, counted from zero. */
interface Place {
  readonly lineNumber: number;
  readonly columnNumber: number;
}

const MOST_OF_LINE = 200;

class Interrupted extends Error {}

function withoutTypes(code: string): string {
  try {
    return stripTypeScriptTypes(code);
  } catch {
    return stripTypeScriptTypes(code, { mode: "transform" });
  }
}

/** The stack without the frames of the kernel itself. */
function stackOf(error: Error): string {
  const lines = inspect(error).split("\n");
  return lines
    .filter((line) => !/^\s+at .*(?:node:internal|node:inspector|eval\/javascript\/|cell-thread)/.test(line))
    .join("\n");
}
