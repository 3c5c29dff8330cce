import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createOAuthProvider, type OAuthLoginCallbacks } from "@tau/ai/oauth";
import { expect, test } from "vitest";
import { AuthStorage } from "../../../src/core/auth/index.ts";
import { type OAuthServerOptions, startOAuthServer } from "../../support/oauth-server.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

async function setUp(options: OAuthServerOptions = {}, endpoint: "authorizeUrl" | "deviceUrl" = "authorizeUrl") {
  const server = await startOAuthServer(options);
  const path = join(temporaryDirectory(), "auth.json");
  const address = `${server.url}/${endpoint === "deviceUrl" ? "device" : "authorize"}`;
  const config = { clientId: "mine", tokenUrl: `${server.url}/token`, [endpoint]: address };
  const auth = AuthStorage.create(path, { loadLogins: async () => [createOAuthProvider("p", "P", config)] });
  return { server, auth, path };
}

const browse = async ({ url }: { url: string }) => void (await fetch(url));
const callbacks: OAuthLoginCallbacks = {
  onAuth: browse,
  onDeviceCode: () => undefined,
  onPrompt: async () => "",
  onSelect: async () => undefined,
};

test("a login by browser ends in auth.json, readable by its owner alone, and gives the key", async () => {
  const { server, auth, path } = await setUp();
  await using _ = server;
  await auth.login("p", callbacks);
  expect(server.exchanges).toMatchObject([
    { grant_type: "authorization_code", code: "the-code", client_id: "mine", code_verifier: expect.any(String) },
  ]);
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({
    p: { type: "oauth", access: "signed-in-token", refresh: "r", expires: expect.any(Number) },
  });
  expect((statSync(path).mode & 0o777).toString(8)).toBe("600");
  expect([await auth.getApiKey("p"), auth.getAuthStatus("p").label]).toEqual(["signed-in-token", "login"]);
  await auth.logout("p");
  expect(auth.hasAuth("p")).toBe(false);
});

test("a login by code shows the code and how long it is good for", async () => {
  const { server, auth } = await setUp({}, "deviceUrl");
  await using _ = server;
  const shown: unknown[] = [];
  await auth.login("p", { ...callbacks, onDeviceCode: (info: unknown) => shown.push(info) });
  expect(shown).toEqual([
    {
      userCode: "WXYZ-1234",
      verificationUri: "https://device.example/enter",
      expiresInSeconds: 900,
      intervalSeconds: 0.05,
    },
  ]);
  expect(await auth.getApiKey("p")).toBe("signed-in-token");
});

test("a declined login stores nothing", async () => {
  const { server, auth } = await setUp({ user: "declines" });
  await using _ = server;
  await expect(auth.login("p", callbacks)).rejects.toThrow("The sign-in was declined.");
  expect([server.exchanges, await auth.list()]).toEqual([[], []]);
});

test("an answer with a forged state is not taken, and the login can be cancelled", async () => {
  const { server, auth } = await setUp({ user: "forges-state" });
  await using _ = server;
  const controller = new AbortController();
  const visits: number[] = [];
  const onAuth = async ({ url }: { url: string }) => {
    visits.push((await fetch(url)).status);
    controller.abort();
  };
  await expect(auth.login("p", { ...callbacks, onAuth, signal: controller.signal })).rejects.toThrow(/abort/i);
  expect([visits, server.exchanges, await auth.list()]).toEqual([[400], [], []]);
});

test("a provider without a login names those that have one", async () => {
  const { server, auth } = await setUp();
  await using _ = server;
  await expect(auth.login("q", callbacks)).rejects.toThrow("q has no login. Known: p");
});

test("the built-in logins are there without being registered, and a registered one stands above", async () => {
  const auth = AuthStorage.inMemory();
  expect((await auth.listLogins()).map(({ id }) => id)).toContain("anthropic");
  expect(auth.getOAuthProviders()).toEqual([]);
  const mine = createOAuthProvider("anthropic", "Mine");
  auth.registerOAuthProvider(mine);
  expect((await auth.listLogins()).filter(({ id }) => id === "anthropic")).toEqual([mine]);
});

test("a credential added beside another is used in turn", async () => {
  const auth = AuthStorage.inMemory({ p: { type: "api_key", key: "key-a" } });
  auth.add("p", { type: "api_key", key: "key-b" });
  const first = (await auth.getApiKey("p")) ?? "";
  expect(await auth.reportRateLimit("p", first)).toBe(true);
  expect([first, await auth.getApiKey("p")].sort()).toEqual(["key-a", "key-b"]);
});
