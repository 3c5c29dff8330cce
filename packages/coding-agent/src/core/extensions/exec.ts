import { delimiter } from "node:path";
import { errorText } from "../error-text.ts";
import { captureOutput, type ProcessPort } from "../process/index.ts";

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

/** Runs a program without a shell. A program that cannot be started is a result with code 1 that says why. */
export async function execCommand(
  command: string,
  args: string[],
  { cwd, bin }: ExecPlace,
  options: ExecOptions = {},
  processes?: ProcessPort,
): Promise<ExecResult> {
  try {
    const request = {
      file: command,
      args,
      cwd: options.cwd ?? cwd,
      env: bin === undefined ? process.env : { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) },
      purpose: "extension",
      signal: options.signal,
      timeoutMs: options.timeout || undefined,
      maxBytes: options.maxBuffer,
    } as const;
    const { stdout, stderr, exitCode, ended } = await captureOutput(request, processes);
    const killed = ended !== "exit";
    return { stdout: String(stdout), stderr: String(stderr), code: exitCode, killed, truncated: ended === "limit" };
  } catch (error) {
    return { stdout: "", stderr: errorText(error), code: 1, killed: false, truncated: false };
  }
}
