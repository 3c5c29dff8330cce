import { readFile, rm } from "node:fs/promises";
import type { ExtensionProcesses, ExtensionStartOptions, RunningProcess } from "@tau/coding-agent";
import { checkDestination, type Destination } from "./destination.ts";
import { explainFailure } from "./explain-failure.ts";
import { checkKey } from "./key-file.ts";
import { commandArguments, controlArguments, masterArguments } from "./ssh-arguments.ts";
import { SshError } from "./ssh-error.ts";

/** Longer than the time limit of ssh itself, which does not cover everything: a proxy command may hang. */
const CONNECT_LIMIT_MS = 45_000;
const CONTROL_LIMIT_MS = 10_000;

/** One shared connection to a machine. It is opened at its first use, and opened again at the next use after it was lost. */
export class SshConnection {
  readonly destination: Destination;
  private readonly processes: ExtensionProcesses;
  private readonly socket: () => Promise<string>;
  private opening: Promise<void> | undefined;

  constructor(destination: Destination, processes: ExtensionProcesses, socket: () => Promise<string>) {
    this.destination = destination;
    this.processes = processes;
    this.socket = socket;
  }

  /** Opens the connection if there is none. Rejects with an `SshError` that says why it cannot be opened. */
  async open(): Promise<void> {
    this.opening ??= this.connect().catch((error: unknown) => {
      this.opening = undefined;
      throw error;
    });
    await this.opening;
  }

  /** Starts a command. Its exit code is 255 if the connection is lost. */
  async start(command: string): Promise<RunningProcess> {
    await this.open();
    return await this.ssh(commandArguments(this.destination, await this.socket(), command));
  }

  /** Resolves to whether the connection is there. If it is not, the next use opens another one. */
  async isOpen(): Promise<boolean> {
    if (!this.opening) return false;
    if ((await this.control("check")) === 0) return true;
    this.opening = undefined;
    return false;
  }

  async close(): Promise<void> {
    if (!this.opening) return;
    await Promise.allSettled([this.opening]);
    this.opening = undefined;
    await this.control("exit");
  }

  private async control(request: "check" | "exit"): Promise<number | null> {
    const args = controlArguments(this.destination, await this.socket(), request);
    const { exitCode } = await this.processes.run("ssh", args, { timeoutMs: CONTROL_LIMIT_MS });
    return exitCode;
  }

  private async connect(): Promise<void> {
    checkDestination(this.destination);
    await checkKey(this.destination);
    const socket = await this.socket();
    const log = `${socket}.log`;
    // A socket that a lost connection has left behind would keep ssh from opening another.
    await rm(socket, { force: true });
    // The connection goes to the background. It ends with `close`, or by itself some time after its last command.
    const running = await this.ssh(masterArguments(this.destination, socket, log), {
      timeoutMs: CONNECT_LIMIT_MS,
      lifetime: "own",
    });
    running.stdin.end();
    running.stdout.resume();
    let said = "";
    running.stderr.on("data", (data: Buffer) => {
      said += data;
    });
    const { exitCode, ended } = await running.exited;
    if (exitCode === 0) return;
    const logged = await readFile(log, "utf8").catch(() => "");
    throw explainFailure(this.destination, ended === "timeout" ? "timed out" : `${said}\n${logged}`);
  }

  private async ssh(args: readonly string[], options: ExtensionStartOptions = {}): Promise<RunningProcess> {
    return await this.processes
      .start("ssh", args, { ...options, env: { SSH_ASKPASS_REQUIRE: "never" } })
      .catch((cause: NodeJS.ErrnoException) => {
        if (cause.code !== "ENOENT") throw cause;
        throw new SshError("no-program", "ssh is not on PATH. Install an OpenSSH client.", { cause });
      });
  }
}
