import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";

/** A loopback port that passes on what a server answers, one byte at a time. */
export interface SlowServer extends AsyncDisposable {
  readonly url: string;
  /** The bytes that it has passed on. */
  readonly sent: number;
}

export async function startSlowServer(url: string, pauseMs: number): Promise<SlowServer> {
  const { port } = new URL(url);
  const open = new Set<Socket>();
  let sent = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), "127.0.0.1");
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on("error", () => socket.destroy()).on("close", () => open.delete(socket));
    }
    client.setNoDelay(true).pipe(upstream);
    client.on("close", () => upstream.destroy());
    void drip(upstream, client);
  });
  const drip = async (from: Socket, to: Socket) => {
    try {
      for await (const chunk of from) {
        for (const byte of chunk as Buffer) {
          if (to.destroyed) return;
          to.write(Buffer.of(byte));
          sent++;
          await setTimeout(pauseMs);
        }
      }
    } catch {
      // The server dropped the connection.
    }
    to.end();
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get sent() {
      return sent;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
