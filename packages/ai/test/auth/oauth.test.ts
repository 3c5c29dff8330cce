import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";
import {
  createOAuthProvider,
  getOAuthProvider,
  getOAuthProviders,
  type OAuthLoginCallbacks,
  openRouterSignIn,
  registerOAuthProvider,
  resetOAuthProviders,
  startCallbackServer,
  unregisterOAuthProvider,
} from "../../src/oauth.ts";
import { startServer, status } from "../support/http-server.ts";

afterEach(resetOAuthProviders);

test("a browser sign-in checks the state, redeems the code once with its verifier, and refreshes", async () => {
  await using server = await startServer(
    status(200, { access_token: "a1", refresh_token: "r1", expires_in: 3600 }),
    status(200, { access_token: "a2", expires_in: 3600 }),
    status(400, { error: "invalid_grant" }),
  );
  const provider = createOAuthProvider("mine", "Mine", {
    clientId: "client",
    authorizeUrl: "https://example.invalid/authorize",
    tokenUrl: `${server.url}/token`,
    scope: "read write",
  });
  let link = new URL("https://example.invalid");
  const visits: number[] = [];
  const credentials = await provider.login({
    ...callbacks,
    onAuth: async ({ url }) => {
      link = new URL(url);
      const back = link.searchParams.get("redirect_uri")!;
      const state = link.searchParams.get("state")!;
      visits.push((await fetch(`${back}?code=evil&state=wrong`)).status);
      visits.push((await fetch(`${back}?code=good&state=${state}`)).status);
    },
  });
  expect(visits).toEqual([400, 200]);
  expect(credentials).toMatchObject({ access: "a1", refresh: "r1" });
  expect(link.searchParams.get("redirect_uri")).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  const exchange = server.requests[0]!.body as Record<string, string>;
  expect(exchange).toMatchObject({ grant_type: "authorization_code", code: "good", client_id: "client" });
  const challenge = createHash("sha256").update(exchange.code_verifier!).digest("base64url");
  expect(link.searchParams.get("code_challenge")).toBe(challenge);
  const fresh = await provider.refreshToken(credentials);
  expect(fresh).toMatchObject({ access: "a2", refresh: "r1" });
  expect(provider.getApiKey(fresh)).toBe("a2");
  await expect(provider.refreshToken(fresh)).rejects.toThrow(/invalid_grant. Sign in again/);
});

test("where no browser reaches the machine, the address it ended at can be pasted", async () => {
  await using server = await startServer(status(200, { access_token: "a" }));
  const provider = createOAuthProvider("mine", "Mine", {
    clientId: "client",
    authorizeUrl: "https://example.invalid/authorize",
    tokenUrl: server.url,
  });
  let state = "";
  const remember: OAuthLoginCallbacks = {
    ...callbacks,
    onAuth: ({ url }) => {
      state = new URL(url).searchParams.get("state")!;
    },
  };
  const paste = (text: () => string) => provider.login({ ...remember, onManualCodeInput: async () => text() });
  expect(await paste(() => `http://127.0.0.1:1/callback?code=c&state=${state}`)).toMatchObject({ access: "a" });
  await expect(paste(() => "http://127.0.0.1:1/callback?code=c&state=other")).rejects.toThrow(/another sign-in/);
  expect(await paste(() => " c ")).toMatchObject({ access: "a" });
  expect(await paste(() => `c#${state}`)).toMatchObject({ access: "a" });
  await expect(paste(() => "c#other")).rejects.toThrow(/another sign-in/);
  await expect(paste(() => "")).rejects.toThrow(/no code came back/);
  await expect(provider.login({ ...remember, signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
});

test("a token is given up a minute before it ends, and one without an end is kept", async () => {
  await using server = await startServer(
    status(200, { access_token: "a", expires_in: 3600 }),
    status(200, { access_token: "b" }),
    status(200, { access_token: "c", expires_in: null }),
  );
  const provider = createOAuthProvider("mine", "Mine", { clientId: "client", tokenUrl: server.url });
  const renewed = () => provider.refreshToken({ access: "", refresh: "r", expires: 0 });
  const before = Date.now();
  const { expires } = await renewed();
  expect(expires).toBeGreaterThanOrEqual(before + 3_540_000);
  expect(expires).toBeLessThanOrEqual(Date.now() + 3_540_000);
  for (const _without of ["a word", "a number"])
    expect((await renewed()).expires).toBeGreaterThan(Date.now() + 300 * 24 * 3_600_000);
});

test("a server that asks for patience is asked five seconds later from then on", async () => {
  const pending = [
    status(400, { error: "authorization_pending" }),
    status(400, { error: "slow_down" }),
    status(200, { access_token: "a" }),
  ];
  const device = { device_code: "d", user_code: "AB", verification_uri: "https://x", expires_in: 600, interval: 1 };
  await using server = await startServer(status(200, device), ...pending);
  const urls = { deviceUrl: `${server.url}/device`, tokenUrl: `${server.url}/token` };
  const provider = createOAuthProvider("mine", "Mine", { clientId: "client", ...urls });
  const waits: number[] = [];
  const { setTimeout: original } = globalThis;
  // The waits between questions end at once, and are noted.
  globalThis.setTimeout = Object.assign(
    (run: () => void, ms = 0) => {
      if (ms % 1000 !== 0 || ms > 9_000) return original(run, ms);
      waits.push(ms);
      return original(run, 0);
    },
    { __promisify__: original.__promisify__ },
  ) as typeof setTimeout;
  try {
    expect(await provider.login(callbacks)).toMatchObject({ access: "a" });
  } finally {
    globalThis.setTimeout = original;
  }
  expect(waits).toEqual([1_000, 1_000, 6_000]);
});

test("a device code is shown, and asked for until it was entered", async () => {
  await using server = await startServer(
    status(200, {
      device_code: "d",
      user_code: "AB-12",
      verification_uri: "https://x",
      expires_in: 60,
      interval: 0.001,
    }),
    status(400, { error: "authorization_pending" }),
    status(200, { access_token: "a", refresh_token: "r" }),
  );
  const urls = { deviceUrl: `${server.url}/device`, tokenUrl: `${server.url}/token` };
  const provider = createOAuthProvider("mine", "Mine", { clientId: "client", ...urls });
  const shown: string[] = [];
  const credentials = await provider.login({ ...callbacks, onDeviceCode: ({ userCode }) => void shown.push(userCode) });
  expect([shown, credentials.access, server.requests.length]).toEqual([["AB-12"], "a", 3]);
});

test("a browser that comes back declined ends the sign-in, and its page says so", async () => {
  const provider = createOAuthProvider("mine", "Mine", {
    clientId: "client",
    authorizeUrl: "https://example.invalid/authorize",
    tokenUrl: "https://example.invalid/token",
  });
  let page = Promise.resolve("");
  const login = provider.login({
    ...callbacks,
    onAuth: ({ url }) => {
      const { searchParams } = new URL(url);
      const back = `${searchParams.get("redirect_uri")}?error=access_denied&state=${searchParams.get("state")}`;
      page = fetch(back).then((response) => response.text());
    },
  });
  await expect(login).rejects.toThrow("The sign-in was declined. Start it again to allow it.");
  expect(await page).toContain("The sign-in was not completed.");
});

test.each([
  [{ error: "expired_token" }, "The code was not entered in time. Start the sign-in again."],
  [{ error: "access_denied" }, "The sign-in was declined. Start it again to allow it."],
  [
    { error: "bad_verification_code", error_description: "The code is wrong." },
    "The sign-in was not completed: The code is wrong. Start it again.",
  ],
  [
    "<html>",
    "The sign-in was not completed: an HTML page; a proxy or a wrong base URL may be in between. Start it again.",
  ],
])("a device sign-in that ends with %j says what to do", async (answer, message) => {
  await using server = await startServer(
    status(200, { device_code: "d", user_code: "AB-12", verification_uri: "https://x", interval: 0.001 }),
    status(400, answer),
  );
  const urls = { deviceUrl: `${server.url}/device`, tokenUrl: `${server.url}/token` };
  const provider = createOAuthProvider("mine", "Mine", { clientId: "client", ...urls });
  await expect(provider.login(callbacks)).rejects.toThrow(message);
});

test("a device code ends by itself when its time is over", async () => {
  await using server = await startServer(
    status(200, { device_code: "d", user_code: "A", verification_uri: "https://x", expires_in: 0.01, interval: 0.001 }),
    status(400, { error: "authorization_pending" }),
  );
  const provider = createOAuthProvider("mine", "Mine", { clientId: "c", deviceUrl: server.url, tokenUrl: server.url });
  await expect(provider.login(callbacks)).rejects.toThrow("The code was not entered in time.");
});

test("a sign-in server that is not there, or gives no code, is named", async () => {
  const gone = await startServer();
  await gone[Symbol.asyncDispose]();
  const begin = (deviceUrl: string) =>
    createOAuthProvider("mine", "Mine", { clientId: "c", deviceUrl, tokenUrl: deviceUrl }).login(callbacks);
  await expect(begin(gone.url)).rejects.toThrow(`Nothing accepts connections at ${new URL(gone.url).host}.`);
  await using server = await startServer(status(404, "<html>"));
  await expect(begin(server.url)).rejects.toThrow("The sign-in server gave no code (HTTP 404).");
});

test("a configured callback port that is taken is said", async () => {
  await using taken = await startServer();
  const port = Number(new URL(taken.url).port);
  await expect(startCallbackServer({ port })).rejects.toThrow(`nothing can listen on port ${port}`);
});

test("any provider of the catalogue can be signed in to once it is configured", () => {
  const id = "TAU_OAUTH_GROQ_CLIENT_ID";
  const url = "TAU_OAUTH_GROQ_TOKEN_URL";
  Object.assign(process.env, { [id]: "mine", [url]: "https://example.invalid/token" });
  try {
    const configured = getOAuthProviders().filter((provider) => provider.isConfigured?.());
    expect(configured.map((provider) => [provider.id, provider.name])).toEqual([["groq", "Groq"]]);
  } finally {
    delete process.env[id];
    delete process.env[url];
  }
});

test("without configuration a login says how to configure it, and takes a token", async () => {
  const anthropic = getOAuthProvider("anthropic")!;
  const prompts: string[] = [];
  const answer = (text: string): OAuthLoginCallbacks => ({
    ...callbacks,
    onPrompt: async ({ message }) => {
      prompts.push(message);
      return text;
    },
  });
  expect(await anthropic.login(answer(" token "))).toMatchObject({ access: "token" });
  expect(prompts[0]).toMatch(/TAU_OAUTH_ANTHROPIC_CLIENT_ID.*ANTHROPIC_/);
  await expect(anthropic.login(answer(""))).rejects.toThrow(/cancelled/);
});

test("OpenRouter's own flow ends with a key", async () => {
  await using server = await startServer(status(200, { key: "sk-or-1" }));
  const provider = openRouterSignIn(server.url);
  const credentials = await provider.login({
    ...callbacks,
    onAuth: ({ url }) => void fetch(`${new URL(url).searchParams.get("callback_url")}?code=c`),
  });
  expect(provider.getApiKey(credentials)).toBe("sk-or-1");
  expect(server.requests[0]).toMatchObject({
    url: "/api/v1/auth/keys",
    body: { code: "c", code_challenge_method: "S256" },
  });
});

test("P-AI-59 providers come and go at run time", () => {
  const before = getOAuthProviders().map(({ id }) => id);
  registerOAuthProvider(createOAuthProvider("mine", "Mine"));
  expect(getOAuthProviders().map(({ id }) => id)).toEqual([...before, "mine"]);
  unregisterOAuthProvider("mine");
  expect(getOAuthProvider("mine")).toBeUndefined();
});

test.each([
  [{ error: "invalid_grant", error_description: "x" }, "invalid_grant"],
  [
    { type: "error", error: { type: "invalid_request_error", message: "unknown token the-refresh-token" } },
    "unknown token ***",
  ],
  ["<html><title>Proxy</title></html>", 'an HTML page ("Proxy")'],
  ["", "it gave no token"],
])("a sign-in server's error is told in whatever form it has, without the token (%j)", async (body, said) => {
  await using server = await startServer(status(400, body));
  const provider = createOAuthProvider("mine", "Mine", {
    clientId: "c",
    tokenUrl: server.url,
    authorizeUrl: server.url,
  });
  const failed = provider.refreshToken({ access: "a", refresh: "the-refresh-token", expires: 0 });
  const error = await failed.catch((thrown: Error) => thrown);
  expect((error as Error).message).toContain(`The sign-in server refused (HTTP 400): ${said}`);
  expect((error as Error).message).not.toMatch(/the-refresh-token|\[object /);
});

test("the callback server listens on the loopback interface alone", async () => {
  const server = await startCallbackServer({ state: "s" });
  const { hostname, port } = new URL(server.redirectUri);
  expect(hostname).toBe("127.0.0.1");
  // All of 127.0.0.0/8 is this machine: a server that listens everywhere would answer there too.
  await expect(fetch(`http://127.0.0.2:${port}/callback`)).rejects.toThrow();
  server.close();
});

test("what is asked of the callback server, and who never asks, does no harm", async () => {
  const script = `
    import { connect } from "node:net";
    import { startCallbackServer } from ${JSON.stringify(new URL("../../src/oauth.ts", import.meta.url).href)};
    const server = await startCallbackServer({});
    const { port } = new URL(server.redirectUri);
    const open = () => new Promise((done) => { const socket = connect(port, "127.0.0.1", () => done(socket)); });
    const idle = await open();
    idle.unref();
    const asking = await open();
    asking.write("GET // HTTP/1.1\\r\\nhost: x\\r\\n\\r\\n");
    const answer = await new Promise((done) => asking.once("data", done));
    console.log(String(answer).split("\\r\\n")[0]);
    server.close();`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    timeout: 20_000,
  });
  expect(stdout.trim()).toBe("HTTP/1.1 400 Bad Request");
});

const callbacks: OAuthLoginCallbacks = {
  onAuth: () => undefined,
  onDeviceCode: () => undefined,
  onPrompt: async () => "",
  onSelect: async () => undefined,
};
