import { once } from "node:events";
import type { SessionRuntime } from "../../core/session/replace/session-runtime.ts";
import { attachJsonlLineReader } from "../wire/line-reader.ts";
import type { LineSink } from "../wire/line-sink.ts";
import { RpcServer, type StartExtensions } from "./rpc-server.ts";

export interface RpcModeOptions {
  /** The client's lines. The end of the stream ends the mode in order. */
  readonly input: NodeJS.ReadableStream;
  readonly out: LineSink;
  /** Ends the mode too. */
  readonly signal?: AbortSignal;
  /** When the client's lines end, finishes the current work instead of stopping it. */
  readonly finishAtEnd?: boolean;
  readonly startExtensions?: StartExtensions;
}

/** Serves one client until it closes the connection. */
export async function runRpcMode(runtime: SessionRuntime, options: RpcModeOptions): Promise<void> {
  const { input, out, signal, finishAtEnd, startExtensions = async () => undefined } = options;
  const server = new RpcServer(runtime, out);
  const ended = once(input, "end");
  const detach = attachJsonlLineReader(input, (line) => server.receive(line));
  const stopped = [server.shutdownRequested, ...(signal ? [aborted(signal)] : [])];
  const over = Promise.race([ended, ...stopped]);
  try {
    const started = server.start(startExtensions);
    await Promise.race([started, over]);
    await over;
    if (finishAtEnd) await Promise.race([started.then(() => server.finish()), ...stopped]);
    await server.close();
  } finally {
    detach();
    // An open stdin would keep the process alive.
    input.pause();
    out.flush();
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}
