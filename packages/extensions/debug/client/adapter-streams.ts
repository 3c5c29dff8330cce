import { once } from "node:events";
import { connect } from "node:net";
import { Readable } from "node:stream";
import type { RunningProcess } from "@tau/coding-agent";
import { causedBy } from "../debug-error.ts";

/** What connects to an adapter: a process that was started, or a socket of one that runs already. */
export type AdapterStreams = Pick<RunningProcess, "stdin" | "stdout" | "stderr" | "exited" | "kill">;

const CONNECT_MS = 10_000;

/** Connects to an adapter that listens on a port, such as that of a Python program that waits for a debugger. */
export async function connectToAdapter(host: string, port: number, signal?: AbortSignal): Promise<AdapterStreams> {
  const socket = connect(port, host);
  try {
    const timeout = AbortSignal.timeout(CONNECT_MS);
    await once(socket, "connect", { signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
  } catch (cause) {
    socket.destroy();
    signal?.throwIfAborted();
    throw causedBy(cause, "not-started", `Nothing could be reached at ${host}:${port}`);
  }
  socket.setNoDelay(true);
  // `exited` reports the end.
  socket.on("error", () => undefined);
  const closed = once(socket, "close");
  return {
    stdin: socket,
    stdout: socket,
    stderr: Readable.from([]),
    exited: closed.then(() => ({ ended: "exit", exitCode: 0 })),
    kill: async () => {
      socket.destroy();
      await closed;
    },
  };
}
