import { randomBytes } from "node:crypto";
import type { ExtensionAPI, RunningProcess } from "@tau/coding-agent";
import { type CellEvents, type CellOutcome, type CellRequest, RunningCell } from "./cell.ts";
import { MergedOutput } from "./merged-output.ts";
import { type CellFrame, parseFrame } from "./protocol.ts";
import { readLines } from "./read-lines.ts";

/** How to start a kernel. */
export interface KernelLaunch {
  /** `Python` or `JavaScript`, for messages. */
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether to confine it as commands of the model are, where a sandbox works. */
  readonly isConfined: boolean;
}

/** Moves the pipes to other descriptors, so that user code and the programs it starts cannot write frames or read requests. */
const LAUNCH = 'exec 3<&0 4>&1 </dev/null >&2; exec "$@"';
const START_MS = 30_000;
const END_MS = 2000;
const DRAIN_MS = 50;
const MOST_START_TEXT = 2000;

/** One kernel process. Cells run one after another; the caller waits for each. */
export class Kernel {
  readonly name: string;
  readonly isConfined: boolean;
  /** `3.11.7 (/usr/bin/python3)`; empty until it accepts cells. */
  version = "";
  cells = 0;
  usedAt = Date.now();
  private readonly process: RunningProcess;
  private readonly output: MergedOutput<CellFrame>;
  private readonly ready = Promise.withResolvers<void>();
  private cell: RunningCell | undefined;
  /** Text that came between cells, such as that of a thread. It belongs to the next cell. */
  private early = "";
  /** Why the process has ended. */
  private ending: string | undefined;
  /** Resolves when the process has ended and its last output was read. */
  private readonly gone: Promise<void>;
  private reason: string | undefined;
  /** The code with which user code has ended the process. */
  private exitCode: number | undefined;

  private constructor(process: RunningProcess, launch: KernelLaunch, secret: string) {
    this.process = process;
    this.name = launch.name;
    this.isConfined = launch.isConfined;
    this.output = new MergedOutput<CellFrame>(secret, {
      onText: (text) => this.receiveText(text),
      onFrame: (frame) => {
        if (frame.id === this.cell?.id) this.cell.receive(frame);
      },
    });
    process.stderr.on("data", (bytes: Buffer) => this.output.append(bytes));
    readLines(process.stdout, (line) => this.receive(line));
    this.gone = process.exited.then(({ exitCode }) => this.hasEnded(exitCode));
  }

  /** Starts a process and resolves once it accepts cells. Rejects if it does not, or if the start is stopped. */
  static async start(pi: Pick<ExtensionAPI, "processes">, launch: KernelLaunch, signal?: AbortSignal): Promise<Kernel> {
    const secret = randomBytes(8).toString("hex");
    const { file, args, cwd, isConfined } = launch;
    const isWindows = process.platform === "win32";
    const descriptors = isWindows ? { TAU_KERNEL_REQUESTS: "0", TAU_KERNEL_FRAMES: "1" } : {};
    const [program, given] = isWindows ? [file, args] : ["/bin/sh", ["-c", LAUNCH, "sh", file, ...args]];
    const running = await pi.processes.start(program, given, {
      cwd,
      env: { ...launch.env, ...descriptors, TAU_KERNEL_MARK: secret },
      purpose: "model",
      sandbox: isConfined && (await pi.processes.hasSandbox()),
    });
    const kernel = new Kernel(running, launch, secret);
    const timer = setTimeout(() => void kernel.end(`it did not start within ${START_MS / 1000} s`), START_MS);
    const onAbort = () => void kernel.end("its start was stopped");
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted) onAbort();
    try {
      await kernel.ready.promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    }
    return kernel;
  }

  get isAlive(): boolean {
    return this.ending === undefined;
  }

  get isBusy(): boolean {
    return this.cell !== undefined;
  }

  /** Why the kernel has ended, for a sentence: `it exited with code 3`. */
  get endReason(): string | undefined {
    return this.ending;
  }

  /** Runs one cell. Never rejects: whatever goes wrong is part of the outcome. */
  async run(request: CellRequest, events: CellEvents): Promise<CellOutcome> {
    this.cells++;
    const cell = new RunningCell(this.cells, request, events, {
      send: (line) => this.process.stdin.write(line),
      end: (reason) => void this.end(reason),
    });
    this.cell = cell;
    if (this.early !== "") events.onText(this.early);
    this.early = "";
    if (this.ending !== undefined) cell.died(this.ending);
    else cell.start();
    const outcome = await cell.ended;
    this.cell = undefined;
    this.usedAt = Date.now();
    return outcome;
  }

  /** Ends the process with everything that user code has started. */
  async end(reason: string): Promise<void> {
    this.reason ??= reason;
    this.process.stdin.end('{"type":"exit"}\n');
    const timer = setTimeout(() => void this.process.kill(), this.isBusy || this.version === "" ? 0 : END_MS);
    await this.process.exited;
    clearTimeout(timer);
    await this.process.kill();
    // Until its last output is read, the kernel would still count as alive, and the next cell would be given to it.
    await this.gone;
  }

  private receiveText(text: string): void {
    if (this.cell && !this.cell.isOver) this.cell.receiveText(text);
    else this.early = (this.early + text).slice(-MOST_START_TEXT);
  }

  private receive(line: string): void {
    const frame = parseFrame(line);
    if (!frame) this.receiveText(`${line}\n`);
    else if (frame.type === "ready") {
      this.version = `${frame.version} (${frame.program})`;
      this.ready.resolve();
    } else if (frame.type === "exit") {
      this.exitCode = frame.code;
      void this.process.kill();
    } else this.output.receive(frame);
  }

  private async hasEnded(code: number): Promise<void> {
    // The last frames and the last output may still be in the pipes.
    await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
    const isKilled = this.exitCode === undefined && code > 128;
    const how = isKilled ? `was ended by signal ${code - 128}` : `exited with code ${this.exitCode ?? code}`;
    this.ending = this.reason ?? `it ${how}`;
    const { early } = this;
    this.ready.reject(
      new Error(`The ${this.name} kernel did not start: ${this.ending}.${early && `\n${early.trim()}`}`),
    );
    this.output.flush();
    this.cell?.died(this.ending);
    // Processes that user code has started may still run.
    await this.process.kill();
  }
}
