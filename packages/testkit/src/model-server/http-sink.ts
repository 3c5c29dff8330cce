import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { AnswerSink } from "./deliver.ts";

export function createHttpSink(response: ServerResponse): AnswerSink {
  // Listens from the start, because a client that has already disconnected emits no second "close".
  const closed = new Promise<void>((resolve) => response.once("close", resolve));
  const write = async (bytes: string | Uint8Array): Promise<void> => {
    if (response.destroyed || response.write(bytes)) return;
    await Promise.race([once(response, "drain"), closed]);
  };
  return {
    get isClosed() {
      return response.destroyed;
    },
    write,
    writeRaw: write,
    end: () => void response.end(),
    destroy: () => void response.destroy(),
    closed: () => closed,
  };
}
