import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { connectTo } from "../../../src/core/http/connect.ts";

async function echo() {
  const server = createServer((socket) => socket.pipe(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { port, [Symbol.asyncDispose]: async () => void server.close() };
}

test("connects to the host and port of a URL", async () => {
  await using server = await echo();
  const socket = await connectTo(`http://localhost:${server.port}/path`);
  socket.end("hello");
  expect(String(Buffer.concat(await socket.toArray()))).toBe("hello");
});

test("private addresses are refused unless named", async () => {
  await using server = await echo();
  const guarded = { refusePrivateAddresses: true };
  for (const host of ["127.0.0.1", "localhost", "[::1]"])
    await expect(connectTo(`http://${host}:${server.port}`, guarded)).rejects.toMatchObject({
      code: "private-address",
    });
  for (const privateHosts of [["*"], ["localhost"], [`localhost:${server.port}`]])
    (await connectTo(`ws://localhost:${server.port}`, { ...guarded, privateHosts })).destroy();
  await expect(
    connectTo(`http://localhost:${server.port}`, { ...guarded, privateHosts: ["localhost:1"] }),
  ).rejects.toMatchObject({
    code: "private-address",
  });
});

test("what cannot be reached is an error with a code", async () => {
  await expect(connectTo("http://127.0.0.1:9")).rejects.toMatchObject({ code: "network" });
  await expect(connectTo("file:///etc/passwd")).rejects.toMatchObject({ code: "invalid-url" });
  await expect(connectTo("http://127.0.0.1:9", { signal: AbortSignal.abort() })).rejects.toThrow();
});
