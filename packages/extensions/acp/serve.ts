import { Readable } from "node:stream";
import { ndJsonStream } from "@agentclientprotocol/sdk";
import type { ServerContext } from "@tau/coding-agent";
import { createAgent } from "./agent.ts";

/** A prompt may carry images. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** Serves one client on stdin and stdout until it closes the connection. */
export async function serve({ input, write, signal, sessions, version }: ServerContext): Promise<number> {
  const decoder = new TextDecoder();
  const output = new WritableStream<Uint8Array>({
    write: (chunk) => write(decoder.decode(chunk, { stream: true })),
  });
  const stream = ndJsonStream(output, Readable.toWeb(input as Readable) as ReadableStream<Uint8Array>, {
    maxMessageBytes: MAX_MESSAGE_BYTES,
  });
  const connection = createAgent(sessions, version).connect(stream);
  signal.addEventListener("abort", () => connection.close(), { once: true });
  await connection.closed;
  return 0;
}
