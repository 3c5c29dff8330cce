import type { SessionRuntime } from "../core/session/replace/session-runtime.ts";
import { followSettingsFiles } from "../core/settings/follow-settings-files.ts";
import { runRpcMode } from "../modes/rpc/rpc-mode.ts";
import { createLineSink, type LineOutput } from "../modes/wire/line-sink.ts";
import { startExtensions } from "./folder/start-extensions.ts";
import type { Options } from "./options/options.ts";

export interface RpcStreams {
  readonly stdout: LineOutput;
  readonly signal: AbortSignal;
  readonly options: Options;
}

/** Serves the RPC protocol on this process's stdin and stdout. */
export async function serveRpc(runtime: SessionRuntime, { stdout, signal, options }: RpcStreams): Promise<void> {
  // Prints no problems: only a client could read stderr, and it gets problems with the files in answer to a reload.
  followSettingsFiles(() => runtime.services.settings, { signal, onReload: () => undefined });
  await runRpcMode(runtime, {
    input: process.stdin,
    out: createLineSink(stdout),
    signal,
    finishAtEnd: options.exitOnEof === "finish",
    startExtensions: (bindings) => startExtensions(runtime, bindings),
  });
  // A client that keeps its end of stdin open must not keep this process alive.
  process.stdin.destroy();
}
