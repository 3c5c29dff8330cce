import { randomBytes } from "node:crypto";
import type { RunningProcess } from "@tau/coding-agent";
import type { SshConnection } from "./connection.ts";
import { MarkedOutput } from "./marked-output.ts";
import { bootstrap, encodeLine, endMarker, startMarker } from "./posix-script.ts";
import { SshError } from "./ssh-error.ts";

export interface ScriptRequest {
  /** A script for a POSIX shell. What `input` holds is its stdin. */
  readonly script: string;
  /** Default `sh`. */
  readonly shell?: "sh" | "bash";
  readonly input?: Uint8Array;
  readonly onData?: (bytes: Buffer) => void;
  /** Default: `onData`. */
  readonly onErrorData?: (bytes: Buffer) => void;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  /** The script is a command of a user or a model: it ends when the command does, even if the command has left processes running. */
  readonly isCommand?: boolean;
  /** The script changes nothing, so it may be sent before it is known that the machine takes it, which saves a round trip. */
  readonly isRepeatable?: boolean;
}

export interface ScriptOutcome {
  readonly ended: "exit" | "abort" | "timeout";
  /** Null if it is not known, for example after a signal. */
  readonly exitCode: number | null;
}

/** A machine that takes this long to start a shell is taken for dead. */
const START_LIMIT_MS = 60_000;
/** How much the start-up files of a shell may write. */
const MAX_NOISE = 1 << 20;

/**
 * Runs a script on the machine. Rejects with an `SshError` if the connection cannot be opened or is lost meanwhile. A connection that was
 * lost before is opened again, once; a script that may have begun is never sent twice.
 */
export async function runScript(connection: SshConnection, request: ScriptRequest): Promise<ScriptOutcome> {
  const first = await new ScriptRun(connection, request).outcome();
  if (first !== "not-started") return first;
  await connection.isOpen();
  const second = await new ScriptRun(connection, request).outcome();
  if (second !== "not-started") return second;
  throw lost(connection, "before the command began, so it did not run");
}

function lost({ destination }: SshConnection, when: string): SshError {
  const next = "The next call connects again.";
  return new SshError("lost", `The connection to ${destination.name} was lost ${when}. ${next}`);
}

class ScriptRun {
  private readonly connection: SshConnection;
  private readonly request: ScriptRequest;
  private readonly nonce = randomBytes(8).toString("hex");
  /** Stdout before the start marker. Undefined once that has come. */
  private noise: string | undefined = "";
  private errorNoise = "";
  /** The process id of the shell, which also leads the process group of everything that it starts. */
  private pid: string | undefined;
  private readonly outputs: { readonly out: MarkedOutput; readonly error: MarkedOutput };
  private readonly finished = Promise.withResolvers<"exit">();
  private readonly started = Promise.withResolvers<void>();

  constructor(connection: SshConnection, request: ScriptRequest) {
    this.connection = connection;
    this.request = request;
    const { onData = ignore, onErrorData = onData } = request;
    const { prefix } = endMarker(this.nonce);
    this.outputs = { out: new MarkedOutput(prefix, onData), error: new MarkedOutput(prefix, onErrorData) };
  }

  async outcome(): Promise<ScriptOutcome | "not-started"> {
    const { signal, timeoutMs, shell = "sh", isRepeatable } = this.request;
    if (signal?.aborted) return { ended: "abort", exitCode: null };
    const running = await this.connection.start(bootstrap(shell, this.nonce));
    const closed = this.follow(running);
    if (isRepeatable) this.send(running);
    else void this.started.promise.then(() => this.send(running));
    const stopped = Promise.withResolvers<"abort" | "timeout" | "silent">();
    const onAbort = () => stopped.resolve("abort");
    signal?.addEventListener("abort", onAbort, { once: true });
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => stopped.resolve("timeout"), timeoutMs);
    const starting = setTimeout(() => stopped.resolve("silent"), START_LIMIT_MS);
    void this.started.promise.then(() => clearTimeout(starting));
    try {
      const ended = await Promise.race([this.finished.promise, closed, stopped.promise]);
      if (ended === "exit") return await this.concluded(running);
      await this.end(running);
      if (ended === "silent") throw this.noShell("it did not start within a minute");
      return { ended, exitCode: null };
    } finally {
      clearTimeout(timer);
      clearTimeout(starting);
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** Reads both streams. Resolves when the local process has ended and everything that it wrote was read. */
  private async follow(running: RunningProcess): Promise<"exit"> {
    const { out, error } = this.outputs;
    running.stdout.on("data", (data: Buffer) => {
      const rest = this.noise === undefined ? data : this.awaitStart(data, this.noise);
      if (rest.length > 0) out.push(rest);
      this.checkEnd(running);
    });
    running.stderr.on("data", (data: Buffer) => {
      if (this.noise === undefined) error.push(data);
      else this.errorNoise = (this.errorNoise + data).slice(-MAX_NOISE);
      this.checkEnd(running);
    });
    await Promise.all([endOf(running.stdout), endOf(running.stderr), running.exited]);
    return "exit";
  }

  /** Looks for the start marker. Returns what came behind it. */
  private awaitStart(data: Buffer, before: string): Buffer {
    const noise = before + data.toString("latin1");
    const found = startMarker(this.nonce).exec(noise);
    this.noise = found ? undefined : noise.slice(-MAX_NOISE);
    if (!found) return Buffer.alloc(0);
    this.pid = found[1];
    this.started.resolve();
    return Buffer.from(noise.slice(found.index + found[0].length), "latin1");
  }

  /** The command has ended once both streams have said so, whatever still holds them open. */
  private checkEnd(running: RunningProcess): void {
    const { out, error } = this.outputs;
    if (out.exitCode === undefined || error.exitCode === undefined) return;
    this.finished.resolve("exit");
    void running.kill();
  }

  private send(running: RunningProcess): void {
    const { script, input, isCommand } = this.request;
    const end = endMarker(this.nonce).script;
    const whole = isCommand ? `(${script}\n)\ns=$?; ${end}; ${end} >&2` : script;
    running.stdin.write(encodeLine(whole));
    running.stdin.end(input);
  }

  /** Decides what the end of the local process means. */
  private async concluded(running: RunningProcess): Promise<ScriptOutcome | "not-started"> {
    const { out, error } = this.outputs;
    const known = out.exitCode ?? error.exitCode;
    out.flush();
    error.flush();
    if (known !== undefined) return { ended: "exit", exitCode: known };
    const { exitCode } = await running.exited;
    if (this.noise !== undefined) {
      if (exitCode === LOST) return "not-started";
      throw this.noShell(`it ended with code ${exitCode}`);
    }
    if (exitCode !== LOST || (await this.connection.isOpen()))
      return { ended: "exit", exitCode: exitCode === LOST ? null : exitCode };
    throw lost(this.connection, "while the command ran. Whether it ended there is not known");
  }

  private noShell(what: string): SshError {
    const said = `${this.errorNoise}\n${this.noise ?? ""}`.trim().split("\n")[0] ?? "";
    const { name } = this.connection.destination;
    const quoted = said === "" ? "" : ` It said: ${said.slice(0, 300)}`;
    return new SshError("no-shell", `${name} did not start a POSIX shell: ${what}.${quoted}`);
  }

  /** Ends the command on the machine, and then the local process. */
  private async end(running: RunningProcess): Promise<void> {
    if (this.pid !== undefined) {
      const killing = new ScriptRun(this.connection, {
        script: killScript(this.pid),
        isRepeatable: true,
        timeoutMs: KILL_LIMIT_MS,
      });
      await killing.outcome().catch(ignore);
    }
    await running.kill();
    this.outputs.out.flush();
    this.outputs.error.flush();
  }
}

const LOST = 255;
const KILL_LIMIT_MS = 8000;

/** Ends a process group: first politely, and after two seconds by force. */
function killScript(pid: string): string {
  return [
    `p=${pid}`,
    'k() { kill -s "$1" -- "-$p" 2>/dev/null || kill -s "$1" "$p" 2>/dev/null; }',
    "k TERM; i=0",
    "while k 0; do i=$((i+1)); [ $i -gt 20 ] && { k KILL; break; }; sleep 0.1 || sleep 1; done",
    "exit 0",
  ].join("\n");
}

const ignore = (): undefined => undefined;

function endOf(stream: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve) => void stream.once("close", resolve).once("end", resolve));
}
