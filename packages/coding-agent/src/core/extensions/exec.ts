import { delimiter } from "node:path";
import { errorText } from "../error-text.ts";
import { captureOutput, type ProcessPort } from "../process/index.ts";

export interface ExecOptions {
  signal?: AbortSignal;
  /** In milliseconds; 0 means no limit, as in Node's own functions. */
  timeout?: number;
  cwd?: string;
  /** Limit for stdout and stderr together, in bytes; exceeding it ends the program. Default 256 MiB. */
  maxBuffer?: number;
}

export interface ExecPlace {
  readonly cwd: string;
  /** A folder that is put first in the program's PATH. */
  readonly bin?: string | undefined;
}

export interface ExecResult {
  stdout: string;
  stderr: string;
  code: number;
  /** True if we ended the program: because of a timeout, an abort or too much output. */
  killed: boolean;
  truncated: boolean;
}

/** Runs a program without a shell. If it cannot be started, the result has code 1 and says why. */
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
