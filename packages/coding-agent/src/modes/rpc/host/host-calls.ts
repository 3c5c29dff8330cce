import { randomUUID } from "node:crypto";
import type { LineSink } from "../../wire/line-sink.ts";
import { RpcError } from "../rpc-error.ts";

export type Frame = Readonly<Record<string, unknown>>;

interface Pending {
  resolve(frame: Frame): void;
  reject(error: Error): void;
  cancel(): void;
  onUpdate?: ((frame: Frame) => void) | undefined;
}

export interface HostCallOptions {
  /** The line that cancels the request. It names the request as `targetId`. */
  readonly cancel: Frame;
  readonly signal?: AbortSignal | undefined;
  readonly onUpdate?: (frame: Frame) => void;
}

/** Requests to the client that wait for its answer. Ignores an answer to a request that no longer waits. */
export class HostCalls {
  private readonly pending = new Map<string, Pending>();
  private readonly out: LineSink;
  private isClosed = false;

  constructor(out: LineSink) {
    this.out = out;
  }

  async call(request: Frame, { cancel: cancelling, signal, onUpdate }: HostCallOptions): Promise<Frame> {
    if (this.isClosed) throw gone();
    if (signal?.aborted) throw new RpcError("host", "The call was cancelled.");
    const id = randomUUID();
    const cancel = () => {
      this.pending.get(id)?.reject(new RpcError("host", "The call was cancelled."));
      this.out.write({ ...cancelling, id: randomUUID(), targetId: id });
    };
    try {
      return await new Promise<Frame>((resolve, reject) => {
        this.pending.set(id, { resolve, reject, cancel, onUpdate });
        signal?.addEventListener("abort", cancel, { once: true });
        this.out.write({ ...request, id });
      });
    } finally {
      this.pending.delete(id);
      signal?.removeEventListener("abort", cancel);
    }
  }

  settle(frame: Frame): void {
    this.pending.get(String(frame.id))?.resolve(frame);
  }

  update(frame: Frame): void {
    this.pending.get(String(frame.id))?.onUpdate?.(frame);
  }

  /** Cancels every request, because the extensions or tools that sent them are gone. */
  cancelAll(): void {
    for (const { cancel } of [...this.pending.values()]) cancel();
  }

  /** Rejects every request, because the client is gone. */
  close(): void {
    this.isClosed = true;
    for (const { reject } of this.pending.values()) reject(gone());
  }
}

function gone(): RpcError {
  return new RpcError("closed", "The client has closed the connection.");
}
