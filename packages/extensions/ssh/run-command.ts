import type { SshConnection } from "./connection/connection.ts";
import type { HostInfo } from "./connection/host-info.ts";
import { runScript, type ScriptOutcome } from "./connection/run-script.ts";
import { inFolder } from "./connection/wrap-command.ts";

export interface CommandRequest {
  readonly command: string;
  readonly cwd?: string | undefined;
  readonly onData: (bytes: Buffer) => void;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
}

/** Runs a command in the shell of the machine. */
export async function runCommand(
  connection: SshConnection,
  { kind, shell }: HostInfo,
  { command, cwd, ...options }: CommandRequest,
): Promise<ScriptOutcome> {
  const whole = inFolder(command, cwd, kind);
  if (kind === "posix")
    return await runScript(connection, {
      ...options,
      script: whole,
      shell: shell === "bash" ? "bash" : "sh",
      isCommand: true,
    });
  return kind === "windows-bash"
    ? await runPlain(connection, "bash -s", `${whole}\n`, options)
    : await runPlain(connection, whole, "", options);
}

/** Runs a command line as it is. Only the connection to it can be ended: Windows has no process groups to end the rest by. */
async function runPlain(
  connection: SshConnection,
  line: string,
  input: string,
  { onData, signal, timeoutMs }: Omit<CommandRequest, "command" | "cwd">,
): Promise<ScriptOutcome> {
  await connection.isOpen();
  const running = await connection.start(line);
  running.stdout.on("data", onData);
  running.stderr.on("data", onData);
  running.stdin.end(input);
  const stopped = Promise.withResolvers<"abort" | "timeout">();
  const onAbort = () => stopped.resolve("abort");
  signal?.addEventListener("abort", onAbort, { once: true });
  const timer = setTimeout(() => stopped.resolve("timeout"), timeoutMs);
  try {
    const ended = await Promise.race([stopped.promise, running.exited]);
    if (typeof ended === "object") return { ended: "exit", exitCode: ended.exitCode };
    await running.kill();
    return { ended, exitCode: null };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}
