import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorText } from "../../../core/error-text.ts";
import { localProcesses, type RunningProcess } from "../../../core/process/index.ts";
import { RpcClientError } from "./rpc-client-error.ts";

export interface AgentProcessOptions {
  /** Entry file of the CLI. Default: this package's. */
  readonly cliPath?: string;
  readonly cwd?: string;
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly provider?: string;
  readonly model?: string;
  readonly args?: readonly string[];
}

const STOP_GRACE_MS = 2000;
const KEPT_STDERR = 64 * 1024;

/** A child process that speaks the RPC protocol. */
export class AgentProcess {
  readonly streams: Pick<RunningProcess, "stdin" | "stdout">;
  /** Resolves to the reason after the process has ended. */
  readonly ended: Promise<RpcClientError>;
  private readonly running: RunningProcess;
  private errors = "";

  private constructor(running: RunningProcess) {
    this.running = running;
    this.streams = running;
    const closed = new Promise((resolve) => running.stderr.once("close", resolve));
    running.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.errors = (this.errors + text).slice(-KEPT_STDERR);
    });
    this.ended = running.exited.then(async ({ exitCode }) => {
      // Its last output on stderr explains why it ended.
      await closed;
      return failure(`ended (exit code ${exitCode})`, this.errors);
    });
  }

  /** Starts the process. It is not bound to this process's lifetime: the program ends it by closing its input. */
  static async start(options: AgentProcessOptions): Promise<AgentProcess> {
    const { cliPath = findCli(), cwd = process.cwd(), env, provider, model, args = [] } = options;
    const flags = [...(provider ? ["--provider", provider] : []), ...(model ? ["--model", model] : [])];
    const command = {
      file: process.execPath,
      args: [cliPath, "--mode", "rpc", ...flags, ...args],
      cwd,
      env: { ...process.env, ...env },
      purpose: "tau",
      lifetime: "own",
    } as const;
    const running = await localProcesses.start(command).catch((error: unknown) => {
      throw failure(`could not be started: ${errorText(error)}`, "", error);
    });
    return new AgentProcess(running);
  }

  get stderr(): string {
    return this.errors;
  }

  /** Closes the process's input, which asks it to end, and kills it if it does not. */
  async stop(): Promise<void> {
    this.running.stdin.end();
    const timer = setTimeout(() => this.running.signal("SIGKILL"), STOP_GRACE_MS);
    await this.ended;
    clearTimeout(timer);
  }
}

function failure(what: string, stderr: string, cause?: unknown): RpcClientError {
  const details = stderr.trim() === "" ? "" : `\n${stderr.trim()}`;
  return new RpcClientError("exited", `The agent's process ${what}.${details}`, { cause });
}

/** Finds the CLI in the folders above this module, both from source and from the build. */
function findCli(): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    for (const candidate of [join(folder, "cli.js"), join(folder, "dist/cli.js")])
      if (existsSync(candidate)) return candidate;
  }
  throw new RpcClientError("not-started", "The CLI was not found. Build the package, or pass cliPath.");
}
