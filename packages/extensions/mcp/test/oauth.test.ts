import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createNoUi, type ExtensionUIContext } from "@tau/coding-agent";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test, vi } from "vitest";
import { manifest } from "../manifest.ts";
import { type AuthorizationServer, startAuthorizationServer } from "./authorization-server.ts";

const CALL = { toolCalls: [{ name: "mcp__web__secret", arguments: {} }] };

/** A session whose user opens the pages that he is shown, as a browser on another machine would. */
async function opened(server: AuthorizationServer, config: object = {}) {
  const notices: string[] = [];
  const pages: string[] = [];
  const ui: ExtensionUIContext = {
    ...createNoUi(),
    input: async (title) => {
      const page = /^http\S+$/m.exec(title)?.[0] ?? "";
      pages.push(page);
      const { headers } = await fetch(page, { redirect: "manual" });
      return headers.get("location") ?? undefined;
    },
    notify: (message) => void notices.push(message),
  };
  const harness = await createExtensionHarness({
    extensions: [manifest],
    mode: "rpc",
    ui,
    files: { ".mcp.json": JSON.stringify({ mcpServers: { web: { type: "http", url: server.url, ...config } } }) },
    script: [CALL, { text: "Done." }],
  });
  const stored = () => {
    try {
      return JSON.parse(readFileSync(join(harness.workspace.tauHome, "auth.json"), "utf8")) as Record<string, Stored>;
    } catch {
      return {};
    }
  };
  return { harness, notices, pages, stored, [Symbol.asyncDispose]: () => harness[Symbol.asyncDispose]() };
}

interface Stored {
  access: string;
  refresh: string;
  expires: number;
  url: string;
}

const called = ({ harness }: Awaited<ReturnType<typeof opened>>) =>
  harness.session.messages.flatMap((message) =>
    message.role === "toolResult" ? [JSON.stringify(message.content)] : [],
  );

/** Writes what auth.json has of the server. */
function store({ harness }: Awaited<ReturnType<typeof opened>>, changes: object): void {
  const path = join(harness.workspace.tauHome, "auth.json");
  const all = JSON.parse(readFileSync(path, "utf8")) as Record<string, object>;
  writeFileSync(path, JSON.stringify({ ...all, "mcp:web": { ...all["mcp:web"], ...changes } }), { mode: 0o600 });
}

test("the user is told to sign in; after that the token is sent, and it is kept in the auth store", async () => {
  await using server = await startAuthorizationServer();
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    await using run = await opened(server);
    await run.harness.prompt("/mcp restart web");
    expect(run.notices.join()).toContain("You are not signed in. Run /mcp login web");
    // Nothing is registered before the user wants to sign in.
    expect(server.requests).not.toContain("POST /register");
    await run.harness.prompt("/mcp login web");
    expect(run.notices.at(-1)).toBe("web  running, 1 tools");
    await run.harness.prompt("Go");
    expect(called(run).join()).toContain("for Bearer access-1");
    expect(run.stored()["mcp:web"]).toMatchObject({ type: "oauth", access: "access-1", url: server.url });
    expect(statSync(join(run.harness.workspace.tauHome, "auth.json")).mode & 0o077).toBe(0);
  } finally {
    said.mockRestore();
  }
});

test("a sign-in uses PKCE, a state, the scope and the resource that the server names, and registers a native client", async () => {
  await using server = await startAuthorizationServer();
  await using run = await opened(server);
  await run.harness.prompt("/mcp login web");
  const page = new URL(run.pages[0] ?? "");
  expect(Object.fromEntries(page.searchParams)).toMatchObject({
    response_type: "code",
    client_id: "registered",
    code_challenge_method: "S256",
    scope: "tools",
    resource: server.url,
    redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
  });
  expect(page.searchParams.get("state")?.length).toBeGreaterThan(30);
  expect(server.grants[0]).toMatchObject({ grant_type: "authorization_code", resource: server.url });
});

test("an answer with another state or issuer is not taken, and what was stored before stays", async () => {
  await using server = await startAuthorizationServer();
  await using run = await opened(server);
  await run.harness.prompt("/mcp login web");
  const before = run.stored();
  server.answer.state = "forged";
  await run.harness.prompt("/mcp login web");
  expect(run.notices.at(-1)).toContain("does not belong to this sign-in");
  delete server.answer.state;
  server.answer.iss = "https://evil.example";
  await run.harness.prompt("/mcp login web");
  expect(run.notices.at(-1)).not.toContain("running");
  expect(run.stored()).toEqual(before);
});

test("a token that is about to end is renewed before it is sent, one that is refused once after", async () => {
  await using server = await startAuthorizationServer();
  server.lifetime = 60;
  await using run = await opened(server);
  await run.harness.prompt("/mcp login web");
  await run.harness.prompt("Go");
  expect(called(run).at(-1)).not.toContain("access-1");
  const { access = "" } = run.stored()["mcp:web"] ?? {};
  expect(called(run).at(-1)).toContain(access);
  // From now on tokens last, but the server forgets this one.
  server.lifetime = 3600;
  store(run, { expires: Date.now() + 3_600_000 });
  server.valid.clear();
  await run.harness.prompt("/mcp restart web");
  expect(run.notices.at(-1)).toBe("web  running, 1 tools");
  expect(run.stored()["mcp:web"]?.access).not.toBe(access);
  expect(server.grants.at(-1)).toMatchObject({ grant_type: "refresh_token", resource: server.url });
});

test("a refresh token that is refused ends the sign-in; it is not asked for again and again", async () => {
  await using server = await startAuthorizationServer();
  await using run = await opened(server);
  await run.harness.prompt("/mcp login web");
  server.valid.clear();
  server.refreshTokens.clear();
  await run.harness.prompt("/mcp restart web");
  expect(run.notices.at(-1)).toContain("The sign-in has ended. Run /mcp login web");
  expect(run.stored()["mcp:web"]).toBeUndefined();
  const before = server.grants.length;
  await run.harness.prompt("/mcp restart web");
  expect(server.grants).toHaveLength(before);
});

test("a token is not sent to another address, and /mcp logout removes it", async () => {
  await using server = await startAuthorizationServer();
  await using run = await opened(server);
  await run.harness.prompt("/mcp login web");
  store(run, { url: "https://elsewhere.example/mcp" });
  await run.harness.prompt("/mcp restart web");
  expect(run.notices.at(-1)).toContain("You are not signed in");
  await run.harness.prompt("/mcp logout web");
  expect(run.notices.at(-1)).toBe("Signed out of web.");
  expect(run.stored()["mcp:web"]).toBeUndefined();
});

test("a client of one's own, and a document that describes the client, take the place of a registration", async () => {
  await using server = await startAuthorizationServer();
  await using own = await opened(server, { oauth: { clientId: "mine", scopes: ["a", "b"] } });
  await own.harness.prompt("/mcp login web");
  expect(new URL(own.pages[0] ?? "").searchParams.get("client_id")).toBe("mine");
  expect(new URL(own.pages[0] ?? "").searchParams.get("scope")).toBe("a b");
  server.metadata.client_id_metadata_document_supported = true;
  const clientMetadataUrl = "https://client.example/tau.json";
  await using described = await opened(server, { oauth: { clientMetadataUrl } });
  await described.harness.prompt("/mcp login web");
  expect(new URL(described.pages[0] ?? "").searchParams.get("client_id")).toBe(clientMetadataUrl);
  expect(server.requests).not.toContain("POST /register");
});

test("a server that names a page which is no https page gets no sign-in", async () => {
  await using server = await startAuthorizationServer();
  server.metadata.authorization_endpoint = "javascript:alert(1)";
  await using run = await opened(server);
  await run.harness.prompt("/mcp login web");
  expect(run.notices.at(-1)).not.toContain("running");
  expect(run.pages).toEqual([]);
  expect(run.stored()["mcp:web"]).toBeUndefined();
});

test("P-OMP-6: the token of a sign-in that an entry names goes into the header, or into the environment of a program", async () => {
  await using server = await startAuthorizationServer();
  server.valid.add("named-token");
  await using run = await opened(server, { auth: { type: "oauth", credentialId: "shared" } });
  const path = join(run.harness.workspace.tauHome, "auth.json");
  writeFileSync(
    path,
    JSON.stringify({ shared: { type: "oauth", access: "named-token", refresh: "", expires: 9e15 } }),
    { mode: 0o600 },
  );
  await run.harness.prompt("/mcp restart web");
  expect(run.notices.at(-1)).toBe("web  running, 1 tools");
});
