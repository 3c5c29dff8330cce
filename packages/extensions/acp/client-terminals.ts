import { constants } from "node:os";
import type { EnvVariable, TerminalHandle, TerminalOutputResponse } from "@agentclientprotocol/sdk";
import type { ClientOperations } from "@tau/coding-agent";
import type { SessionPeer } from "./acp-session.ts";
import type { ToolCalls } from "./tool-calls.ts";

type RunCommand = NonNullable<ClientOperations["runCommand"]>;
type CommandRequest = Parameters<RunCommand>[0];
type Outcome = Awaited<ReturnType<RunCommand>>;

const OUTPUT_BYTES = 1024 * 1024;
/** The client shows the terminal itself; the output is read for the model and for background jobs. */
const READ_INTERVAL_MS = 1000;

/** Runs commands in terminals of the client, which shows them in the tool call. */
export class ClientTerminals {
  private readonly peer: SessionPeer;
  private readonly calls: ToolCalls;

  constructor(peer: SessionPeer, calls: ToolCalls) {
    this.peer = peer;
    this.calls = calls;
  }

  async run(request: CommandRequest): Promise<Outcome> {
    const { context, sessionId } = this.peer;
    const { file, args, cwd, env } = request;
    const terminal = await context.createTerminal({
      ...{ sessionId, command: file, args: [...args], cwd },
      env: changedVariables(env),
      outputByteLimit: OUTPUT_BYTES,
    });
    const update = this.calls.showTerminal(args.at(-1) ?? "", terminal.id);
    if (update) this.peer.send(update);
    try {
      return await follow(terminal, request);
    } finally {
      // Must be called; the client keeps showing the output.
      await terminal.release().catch(() => undefined);
    }
  }
}

async function follow(terminal: TerminalHandle, request: CommandRequest): Promise<Outcome> {
  const { signal, timeoutMs } = request;
  let ended: Outcome["ended"] = "exit";
  const end = (reason: Outcome["ended"]) => () => {
    ended = reason;
    void terminal.kill().catch(() => undefined);
  };
  const onAbort = end("abort");
  const timer = timeoutMs === undefined ? undefined : setTimeout(end("timeout"), timeoutMs);
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted) onAbort();
  const output = new OutputReader(terminal, request);
  const reading = setInterval(() => void output.read().catch(() => undefined), READ_INTERVAL_MS);
  try {
    const { exitCode, signal: killedBy } = await terminal.waitForExit();
    await output.readRest();
    return { ended, exitCode: exitCode ?? 128 + signalNumber(killedBy) };
  } finally {
    clearInterval(reading);
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

/** Passes on what a terminal has written since the last time. */
class OutputReader {
  private readonly terminal: TerminalHandle;
  private readonly request: CommandRequest;
  private sent = 0;

  constructor(terminal: TerminalHandle, request: CommandRequest) {
    this.terminal = terminal;
    this.request = request;
  }

  async read(): Promise<TerminalOutputResponse> {
    const result = await this.terminal.currentOutput();
    if (!result.truncated && result.output.length > this.sent) {
      this.request.onData(Buffer.from(result.output.slice(this.sent)));
      this.sent = result.output.length;
    }
    return result;
  }

  async readRest(): Promise<void> {
    const { truncated, output } = await this.read();
    if (truncated) this.request.onData(Buffer.from(`\n[The client has kept only the end of the output:]\n${output}`));
  }
}

/** Returns what differs from our own environment, which the client's is presumed to be. A variable that is left out is emptied. */
function changedVariables(env: NodeJS.ProcessEnv): EnvVariable[] {
  const names = new Set([...Object.keys(env), ...Object.keys(process.env)]);
  return [...names].filter((name) => env[name] !== process.env[name]).map((name) => ({ name, value: env[name] ?? "" }));
}

function signalNumber(name: string | null | undefined): number {
  const known: Readonly<Record<string, number>> = constants.signals;
  return known[name ?? "SIGTERM"] ?? constants.signals.SIGTERM;
}
