import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isPrivateAddress } from "../../../src/core/http/is-private-address.ts";
import { allowsDestination, readDestination } from "../../../src/core/sandbox/network/host-rules.ts";
import { startProxy } from "../../../src/core/sandbox/network/proxy.ts";

test.each([
  [["example.com"], "example.com", 443, true],
  [["example.com"], "EXAMPLE.com.", 443, true],
  [["example.com"], "example.com", 8080, false],
  [["example.com:8080"], "example.com", 8080, true],
  [["example.com:*"], "example.com", 22, true],
  [["example.com"], "sub.example.com", 443, false],
  [["*.example.com"], "sub.example.com", 443, true],
  [["*.example.com"], "example.com", 443, false],
  [["*.example.com"], "evilexample.com", 443, false],
  [["*.example.com"], "evil.com\0.example.com", 443, false],
  [["*.example.com"], "evil.com/.example.com", 443, false],
  [["*.example.com"], "user@sub.example.com", 443, false],
  [["127.0.0.1"], "2130706433", 80, true],
  [["example.com"], "2130706433", 80, false],
  [["*"], "example.com", 443, false],
  [["*."], "example.com", 443, false],
  [[""], "example.com", 443, false],
  [[], "example.com", 443, false],
  [["[::1]:80"], "::1", 80, true],
  [["example.com"], "example.com", 0, false],
])("rules %j, host %j, port %d: %s", (rules, host, port, isAllowed) => {
  const destination = readDestination(host, port);
  expect(destination !== undefined && allowsDestination(rules, destination)).toBe(isAllowed);
});

test.each([
  "127.0.0.1",
  "10.1.2.3",
  "192.168.0.1",
  "169.254.169.254",
  "172.20.0.1",
  "100.64.0.1",
  "0.0.0.0",
  "::1",
  "fe80::1",
  "fd00::1",
  "::ffff:127.0.0.1",
])("%s is private", (address) => expect(isPrivateAddress(address)).toBe(true));

test.each(["1.1.1.1", "93.184.216.34", "2606:4700::1111", "172.32.0.1"])("%s is not", (address) =>
  expect(isPrivateAddress(address)).toBe(false),
);

test("HTTP and SOCKS reach an allowed host and no other, and names that lead to private addresses are refused", async () => {
  const proxy = await openProxy({ "rebound.example": "127.0.0.1" });
  const { port } = proxy;
  expect(await proxy.say(`CONNECT localhost:${port} HTTP/1.1\r\n\r\nhello`)).toContain(
    "200 Connection established\r\n\r\nserved hello",
  );
  expect(await proxy.say(`GET http://localhost:${port}/a?b HTTP/1.1\r\nHost: other.example\r\n\r\n`)).toMatch(
    /^served GET \/a\?b HTTP\/1\.1\r\nHost: localhost:\d+\r\nConnection: close/,
  );
  expect(await proxy.say("CONNECT other.example:443 HTTP/1.1\r\n\r\n")).toContain("403 Forbidden");
  expect(await proxy.say("CONNECT rebound.example:443 HTTP/1.1\r\n\r\n")).toContain("leads to a private address");
  expect(await proxy.say(socks("localhost", port, "hi"))).toMatch(/served hi$/);
  expect(await proxy.say(socks("other.example", 443))).toBe("\x05\x00\x05\x02\x00\x01\x00\x00\x00\x00\x00\x00");
  expect(await proxy.say(socks("evil\0.allowed.example", 443))).toBe("\x05\x00");
  expect(await proxy.say("nonsense\r\n\r\n")).toBe("");
  expect(proxy.refused).toEqual(["other.example", "rebound.example", "other.example"]);
  // A name that is not allowed is not looked up: the question itself would tell something to the one who answers it.
  expect(proxy.lookedUp).not.toContain("other.example");
});

function socks(host: string, port: number, rest = ""): Buffer {
  const name = Buffer.from(host, "latin1");
  const place = Buffer.from([port >> 8, port & 255]);
  return Buffer.concat([Buffer.from([5, 1, 0, 5, 1, 0, 3, name.length]), name, place, Buffer.from(rest)]);
}

async function openProxy(names: Record<string, string>) {
  const server = createServer((client) => client.once("data", (bytes) => client.end(`served ${bytes}`)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const folder = mkdtempSync(join(tmpdir(), "tau-proxy-test-"));
  const refused: string[] = [];
  const lookedUp: string[] = [];
  const proxy = await startProxy(join(folder, "socket"), {
    rules: () => [`localhost:${port}`, "rebound.example", "*.allowed.example"],
    onDecision: ({ host }, reason) => void (reason !== undefined && refused.push(host)),
    resolve: async (host) => {
      lookedUp.push(host);
      return [names[host] ?? "127.0.0.1"];
    },
  });
  onTestFinished(() => {
    proxy.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const say = (bytes: string | Buffer) =>
    new Promise<string>((resolve) => {
      let text = "";
      const client = connect(join(folder, "socket"), () => client.write(bytes));
      client.on("data", (part) => {
        text += part.toString("latin1");
      });
      client.on("close", () => resolve(text)).on("error", () => resolve(text));
    });
  return { port, refused, lookedUp, say };
}
