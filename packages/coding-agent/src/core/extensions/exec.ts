import { delimiter } from "node:path";
import { errorText } from "../error-text.ts";
import { localProcesses, type ProcessPort } from "../process/index.ts";

export interface ExecOptions {
  signal?: AbortSignal;
  /** Milliseconds; 0 is no limit, as with Node's own functions. */
  timeout?: number;
  cwd?: string;
  /** Most bytes of stdout and stderr together; more ends the program. Default 256 MiB. */
  maxBuffer?: number;
}

export interface ExecPlace {
  readonly cwd: string;
  /** A folder that comes first in the PATH of the program. */
  readonly bin?: string | undefined;
}

export interface ExecResult {
  stdout: string;
  stderr: string;
  code: number;
  /** We ended it: timeout, abort or too much output. */
  killed: boolean;
  truncated: boolean;
}

const DEFAULT_MAX_BUFFER = 256 * 1024 * 1024;

/** Runs a program without a shell. A program that cannot be started is a result with code 1 that says why. */
export async function execCommand(
  command: string,
  args: string[],
  { cwd, bin }: ExecPlace,
  options: ExecOptions = {},
  processes: ProcessPort = localProcesses,
): Promise<ExecResult> {
  const output = collect(options.maxBuffer ?? DEFAULT_MAX_BUFFER);
  const signals = options.signal ? [options.signal, output.full] : [output.full];
  try {
    const { ended, exitCode } = await processes.run({
      file: command,
      args,
      cwd: options.cwd ?? cwd,
      env: bin === undefined ? process.env : { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) },
      onData: (bytes) => output.add("stdout", bytes),
      onErrorData: (bytes) => output.add("stderr", bytes),
      signal: AbortSignal.any(signals),
      timeoutMs: options.timeout || undefined,
    });
    const truncated = output.full.aborted;
    return { ...output.text(), code: exitCode, killed: ended !== "exit" || truncated, truncated };
  } catch (error) {
    const { stdout, stderr } = output.text();
    const reason = errorText(error);
    return { stdout, stderr: `${stderr}${reason}`, code: 1, killed: false, truncated: false };
  }
}

function collect(limit: number) {
  const chunks: Record<"stdout" | "stderr", Buffer[]> = { stdout: [], stderr: [] };
  const stop = new AbortController();
  let room = limit;
  return {
    full: stop.signal,
    add(stream: "stdout" | "stderr", bytes: Buffer) {
      chunks[stream].push(bytes.length > room ? bytes.subarray(0, room) : bytes);
      if (bytes.length > room) stop.abort();
      room = Math.max(0, room - bytes.length);
    },
    text: () => ({
      stdout: Buffer.concat(chunks.stdout).toString("utf8"),
      stderr: Buffer.concat(chunks.stderr).toString("utf8"),
    }),
  };
}
