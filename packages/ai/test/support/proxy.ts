import { createServer, request } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

export interface TestProxy extends AsyncDisposable {
  readonly url: string;
  /** What it was asked for: `CONNECT host:port`, or `POST http://…`. */
  readonly asked: string[];
  readonly authorizations: (string | undefined)[];
}

/** A real HTTP proxy on loopback. Whatever host it is asked for, it connects to `port` on this machine. */
export async function startProxy(port: number, { refusal }: { refusal?: number } = {}): Promise<TestProxy> {
  const asked: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const hold = (socket: Socket) => sockets.add(socket.on("error", () => socket.destroy()));
  const server = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    authorizations.push(incoming.headers["proxy-authorization"]);
    if (refusal) return void outgoing.writeHead(refusal).end();
    const { pathname, search } = new URL(incoming.url ?? "");
    const { method = "GET", headers } = incoming;
    const onward = request({ host: "127.0.0.1", port, path: pathname + search, method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 0, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  server.on("connection", hold);
  server.on("connect", (incoming, socket: Socket) => {
    asked.push(`CONNECT ${incoming.url}`);
    authorizations.push(incoming.headers["proxy-authorization"]);
    if (refusal) return void socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`);
    const upstream = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    hold(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    authorizations,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
