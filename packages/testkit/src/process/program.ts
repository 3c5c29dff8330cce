import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { TestkitError } from "../testkit-error.ts";
import { asPredicate, waitUntil } from "../wait-until.ts";

export interface ProgramOptions {
  readonly command: string;
  readonly args?: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Text to write before closing; `"open"` keeps stdin open for `write`. Default: empty and closed. */
  readonly stdin?: string | "open";
}

export interface ProgramExit {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running child process whose output is collected. */
export class Program implements AsyncDisposable {
  /** Resolves when the process has ended and both outputs are read completely. */
  readonly exited: Promise<ProgramExit>;
  private readonly child: ChildProcess;
  private readonly output = { stdout: "", stderr: "" };
  private readonly waiting = new Set<() => void>();

  constructor({ command, args = [], cwd, env, stdin = "" }: ProgramOptions) {
    this.child = spawn(command, args, { cwd, env, stdio: "pipe" });
    // A program may end without reading its input; that is not an error.
    this.child.stdin?.on("error", () => undefined);
    if (stdin !== "open") this.child.stdin?.end(stdin);
    this.collect("stdout");
    this.collect("stderr");
    this.exited = this.end();
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get stdout(): string {
    return this.output.stdout;
  }

  get stderr(): string {
    return this.output.stderr;
  }

  write(data: string | Uint8Array): void {
    this.child.stdin?.write(data);
  }

  endInput(): void {
    this.child.stdin?.end();
  }

  /** Resolves when the output so far matches the pattern. Rejects if the program ends without a match. */
  async waitForOutput(
    pattern: string | RegExp | ((output: string) => boolean),
    { stream = "stdout", timeoutMs }: { readonly stream?: "stdout" | "stderr"; readonly timeoutMs?: number } = {},
  ): Promise<void> {
    const matches = asPredicate(pattern);
    const describe = () => `${stream} never matched ${String(pattern)}. ${this.report()}`;
    const look = (): true | undefined => {
      if (matches(this.output[stream])) return true;
      if (this.hasEnded) throw new TestkitError("exited", `The program ended: ${describe()}`);
      return undefined;
    };
    await waitUntil(look, {
      describe,
      changed: () => this.changed(),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  }

  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<ProgramExit> {
    if (!this.hasEnded) this.child.kill(signal);
    return await this.exited;
  }

  /** Kills the program when `condition` resolves: output, a request at a server, a file. Rejects if the program ends before. */
  async killWhen(condition: Promise<unknown>, signal: NodeJS.Signals = "SIGKILL"): Promise<ProgramExit> {
    const isTooLate = await Promise.race([condition.then(() => false), this.exited.then(() => true)]);
    if (isTooLate) throw new TestkitError("exited", `The program ended before the moment came. ${this.report()}`);
    return await this.kill(signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  private collect(name: "stdout" | "stderr"): void {
    this.child[name]?.setEncoding("utf8").on("data", (text: string) => {
      this.output[name] += text;
      this.wake();
    });
  }

  private async end(): Promise<ProgramExit> {
    const [exitCode, signal] = (await once(this.child, "close")) as [number | null, NodeJS.Signals | null];
    this.wake();
    return { exitCode, signal, ...this.output };
  }

  private async changed(): Promise<void> {
    await new Promise<void>((resolve) => this.waiting.add(resolve));
  }

  private wake(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }

  private report(): string {
    return `stdout: ${JSON.stringify(this.stdout.slice(-2000))}, stderr: ${JSON.stringify(this.stderr.slice(-2000))}`;
  }
}

export function startProgram(options: ProgramOptions): Program {
  return new Program(options);
}
