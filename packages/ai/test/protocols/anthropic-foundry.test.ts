import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import { expect, test } from "vitest";
import { getEnvApiKey, streamSimple } from "../../src/index.ts";
import { createAuthority } from "../support/certificates.ts";
import { startServer, status } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

const keys = { ANTHROPIC_API_KEY: "api", ANTHROPIC_OAUTH_TOKEN: "oauth", ANTHROPIC_FOUNDRY_API_KEY: "foundry" };
const model = testModel("anthropic-messages", { provider: "anthropic", baseUrl: "http://vendor.invalid" });

test("R28 a token beats a key, and with a resource of one's own switched on its key beats both", () => {
  expect(getEnvApiKey("anthropic", keys)).toBe("oauth");
  expect(
    ["1", "true", "YES", "on"].map((mode) => getEnvApiKey("anthropic", { ...keys, CLAUDE_CODE_USE_FOUNDRY: mode })),
  ).toEqual(Array(4).fill("foundry"));
  expect(getEnvApiKey("anthropic", { ...keys, CLAUDE_CODE_USE_FOUNDRY: "0" })).toBe("oauth");
});

test("R28 requests then go to the resource, with the headers of the environment", async () => {
  await using server = await startServer(status(400, "{}"));
  const env = {
    ...keys,
    CLAUDE_CODE_USE_FOUNDRY: "1",
    FOUNDRY_BASE_URL: server.url,
    ANTHROPIC_CUSTOM_HEADERS: "X-Team: core, x-cost-center: 7\nX-Empty:",
  };
  await streamSimple(model, { messages: [] }, { env }).result();
  expect(server.requests[0]?.headers).toMatchObject({ "x-api-key": "foundry", "x-team": "core", "x-cost-center": "7" });
  expect(server.requests[0]?.headers).not.toHaveProperty("x-empty");
});

test("R29 a client certificate and an authority may be text with escaped newlines", async () => {
  const authority = createAuthority();
  const seen: boolean[] = [];
  const options = { ...authority.issue(), ca: authority.ca, requestCert: true, rejectUnauthorized: true };
  const server = createServer(options, (request, response) => {
    seen.push((request.socket as TLSSocket).authorized);
    response.writeHead(400).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = authority.issue({ name: "client" });
  const escaped = (pem: string) => pem.replaceAll("\n", "\\n");
  const env = {
    ...keys,
    CLAUDE_CODE_USE_FOUNDRY: "1",
    FOUNDRY_BASE_URL: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    NODE_EXTRA_CA_CERTS: escaped(authority.ca),
    CLAUDE_CODE_CLIENT_CERT: escaped(client.cert),
    CLAUDE_CODE_CLIENT_KEY: escaped(client.key),
  };
  const answer = await streamSimple(model, { messages: [] }, { env }).result();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect([answer.error?.status, seen]).toEqual([400, [true]]);
});
