import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { RpcClientError } from "./rpc-client-error.ts";

export interface AgentProcessOptions {
  /** The CLI's entry; default: the one of this package. */
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

/** A child process that speaks the protocol. */
export class AgentProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves with the reason when the process has ended or could not start. */
  readonly ended: Promise<RpcClientError>;
  private errors = "";

  constructor({ cliPath = findCli(), cwd, env, provider, model, args = [] }: AgentProcessOptions) {
    const flags = [...(provider ? ["--provider", provider] : []), ...(model ? ["--model", model] : [])];
    this.child = spawn(process.execPath, [cliPath, "--mode", "rpc", ...flags, ...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: "pipe",
    });
    // What happens to a write after the end is told by `ended`.
    this.child.stdin.on("error", () => undefined);
    this.child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.errors = (this.errors + text).slice(-KEPT_STDERR);
    });
    this.ended = new Promise((resolve) => {
      this.child.once("error", (error) => resolve(this.failure(`could not be started: ${error.message}`, error)));
      this.child.once("close", (code, signal) => resolve(this.failure(`ended (${signal ?? `exit code ${code}`})`)));
    });
  }

  get stderr(): string {
    return this.errors;
  }

  /** Closes its input, which asks it to end, and makes it end if it does not. */
  async stop(): Promise<void> {
    this.child.stdin.end();
    const timer = setTimeout(() => this.child.kill("SIGKILL"), STOP_GRACE_MS);
    await this.ended;
    clearTimeout(timer);
  }

  private failure(what: string, cause?: Error): RpcClientError {
    const details = this.errors.trim() === "" ? "" : `\n${this.errors.trim()}`;
    return new RpcClientError("exited", `The agent's process ${what}.${details}`, { cause });
  }
}

/** The build lies above this module, whether it runs from source or from the build itself. */
function findCli(): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    for (const candidate of [join(folder, "cli.js"), join(folder, "dist/cli.js")])
      if (existsSync(candidate)) return candidate;
  }
  throw new RpcClientError("not-started", "The CLI was not found. Build the package, or pass cliPath.");
}
