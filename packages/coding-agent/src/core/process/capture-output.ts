import { localProcesses, type ProcessOutcome, type ProcessPort, type ProcessRequest } from "./process-port.ts";

export interface CaptureRequest extends Omit<ProcessRequest, "onData" | "onErrorData"> {
  /** Maximum size of stdout and stderr together; a program that writes more is ended. Default 256 MiB. */
  readonly maxBytes?: number | undefined;
}

export interface CapturedOutput extends ProcessOutcome {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

const DEFAULT_MAX_BYTES = 256 * 1024 * 1024;

/** Runs a program to its end and resolves to its output. Rejects only if it could not be started. */
export async function captureOutput(
  { maxBytes = DEFAULT_MAX_BYTES, ...request }: CaptureRequest,
  processes: ProcessPort = localProcesses,
): Promise<CapturedOutput> {
  const chunks: Record<"stdout" | "stderr", Buffer[]> = { stdout: [], stderr: [] };
  const full = new AbortController();
  let room = maxBytes;
  const keep = (stream: "stdout" | "stderr") => (bytes: Buffer) => {
    chunks[stream].push(bytes.subarray(0, room));
    if (bytes.length > room) full.abort();
    room = Math.max(0, room - bytes.length);
  };
  const outcome = await processes.run({
    ...request,
    onData: keep("stdout"),
    onErrorData: keep("stderr"),
    signal: request.signal ? AbortSignal.any([request.signal, full.signal]) : full.signal,
  });
  return {
    ...outcome,
    ...(full.signal.aborted && { ended: "limit" as const }),
    stdout: Buffer.concat(chunks.stdout),
    stderr: Buffer.concat(chunks.stderr),
  };
}
