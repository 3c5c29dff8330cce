import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  type AuthStatus,
  AuthStorage,
  type Credential,
  type OAuthCredentials,
  type OAuthProvider,
} from "../../../src/core/auth/index.ts";
import { formatDiagnostic } from "../../../src/core/json-file/index.ts";
import { runScript, sourceUrl } from "../run-script.ts";
import { loginCallbacks } from "../support/login-callbacks.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const HOUR = 3_600_000;
const storedKey: Credential = { type: "api_key", key: "stored-key" };
const login = (access: string, expires = Date.now() + HOUR): Credential => ({
  type: "oauth",
  refresh: "r",
  access,
  expires,
});

function oauthProvider(overrides: Partial<OAuthProvider> = {}): OAuthProvider {
  return {
    id: "p",
    name: "P",
    login: async () => ({ refresh: "r", access: "logged-in", expires: Date.now() + HOUR }),
    refreshToken: async (credentials) => ({ ...credentials, access: "renewed", expires: Date.now() + HOUR }),
    getApiKey: ({ access }) => access,
    ...overrides,
  };
}

function authWith(sources: {
  runtime?: true;
  stored?: Credential | Credential[];
  environment?: true;
  configured?: true;
  fallback?: true;
}) {
  const auth = AuthStorage.inMemory(sources.stored ? { p: sources.stored } : {}, {
    environment: () => (sources.environment ? { name: "P_KEY", value: "environment-key" } : undefined),
  });
  auth.registerOAuthProvider(oauthProvider());
  if (sources.runtime) auth.setRuntimeApiKey("p", "runtime-key");
  const key = (value: string, source: AuthStatus["source"], given = false) => ({
    resolve: async () => (given ? value : undefined),
    status: (): AuthStatus => (given && source ? { configured: true, source } : { configured: false }),
  });
  auth.setFallback({
    ...key("fallback-key", "fallback", sources.fallback),
    configured: key("configured-key", "models_json_key", sources.configured),
  });
  return auth;
}

test("an entry under the name that a provider had before counts, and is renamed when it changes", async () => {
  const path = join(temporaryDirectory(), "auth.json");
  const entry = (key: string) => ({ type: "api_key", key }) as const;
  const saved = () => JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ "azure-openai-responses": entry("old"), openai: entry("o") }), { mode: 0o600 });
  const auth = AuthStorage.create(path);
  expect(await auth.getApiKey("azure")).toBe("old");
  expect((await auth.list()).map(({ providerId }) => providerId).toSorted()).toEqual(["azure", "openai"]);
  auth.set("azure", entry("new"));
  expect(saved()).toEqual({ azure: entry("new"), openai: entry("o") });
  writeFileSync(path, JSON.stringify({ "azure-openai-responses": entry("old"), azure: entry("new") }), { mode: 0o600 });
  expect(await auth.getApiKey("azure")).toBe("new");
  auth.remove("azure");
  expect(saved()).toEqual({});
});

test("P-AI-49, R26: runtime, stored key, login, models.json, environment, fallback, each before all that follow", async () => {
  const rest = { configured: true, environment: true, fallback: true } as const;
  const all = { runtime: true, stored: [login("login-key"), storedKey], ...rest } as const;
  const order = [];
  order.push(await authWith({ ...all, stored: [...all.stored] }).getApiKey("p"));
  const { runtime: _, ...withoutRuntime } = all;
  order.push(await authWith({ ...withoutRuntime, stored: [...all.stored] }).getApiKey("p"));
  order.push(await authWith({ ...withoutRuntime, stored: login("login-key") }).getApiKey("p"));
  order.push(await authWith(rest).getApiKey("p"));
  order.push(await authWith({ environment: true, fallback: true }).getApiKey("p"));
  order.push(await authWith({ fallback: true }).getApiKey("p"));
  order.push(await authWith({}).getApiKey("p"));
  expect(order).toEqual([
    "runtime-key",
    "stored-key",
    "login-key",
    "configured-key",
    "environment-key",
    "fallback-key",
    undefined,
  ]);
});

test("P-AI-51: the fallback can be left out", async () => {
  const both = { configured: true, fallback: true } as const;
  expect(await authWith(both).getApiKey("p", { includeFallback: false })).toBeUndefined();
});

test("P-AI-52: the status names the source", () => {
  expect([
    authWith({ runtime: true, stored: storedKey }).getAuthStatus("p"),
    authWith({ stored: storedKey, environment: true }).getAuthStatus("p"),
    authWith({ stored: login("x") }).getAuthStatus("p"),
    authWith({ configured: true, environment: true }).getAuthStatus("p"),
    authWith({ environment: true, fallback: true }).getAuthStatus("p"),
    authWith({ fallback: true }).getAuthStatus("p"),
    authWith({ stored: { type: "api_key", key: "$TAU_NOT_SET" } }).getAuthStatus("p"),
  ]).toEqual([
    { configured: true, source: "runtime", label: "--api-key" },
    { configured: true, source: "stored", label: "auth.json" },
    { configured: true, source: "stored", label: "login" },
    { configured: true, source: "models_json_key" },
    { configured: true, source: "environment", label: "P_KEY" },
    { configured: true, source: "fallback" },
    { configured: false },
  ]);
});

function authFile(content?: string | object) {
  const path = join(temporaryDirectory(), "home", "auth.json");
  const auth = AuthStorage.create(path);
  if (content !== undefined) {
    auth.set("x", storedKey);
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  }
  return { path, auth };
}

test("P-APP-51: the file belongs to its owner alone, whatever it was before", () => {
  const { path, auth } = authFile({ other: storedKey });
  chmodSync(path, 0o644);
  expect(auth.diagnostics().map(formatDiagnostic)).toEqual([
    `${path}: can be read by others on this machine; run chmod 600 on it`,
  ]);
  auth.set("p", storedKey);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(path, "..")).mode & 0o777).toBe(0o700);
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ other: storedKey, p: storedKey });
  expect(auth.diagnostics()).toEqual([]);
});

test("P-AI-50: a key of the command line is never written", () => {
  const { path, auth } = authFile({});
  auth.setRuntimeApiKey("p", "secret-of-the-run");
  auth.set("q", storedKey);
  expect(readFileSync(path, "utf8")).not.toContain("secret-of-the-run");
});

test("what another process stored is seen without reloading", async () => {
  const { path, auth } = authFile({});
  expect(await auth.getApiKey("p")).toBeUndefined();
  AuthStorage.create(path).set("p", storedKey);
  expect(await auth.getApiKey("p")).toBe("stored-key");
  expect(await auth.list()).toEqual([{ providerId: "p", type: "api_key" }]);
  await auth.delete("p");
  expect(await auth.read("p")).toBeUndefined();
});

test("a broken file is told by line without its text, is not written over, and other sources still work", async () => {
  const text = '{\n  "p": { "type": "api_key", "key": "sk-secret" }\n  "q": 1\n}';
  const { path, auth } = authFile(text);
  chmodSync(path, 0o600);
  expect(auth.diagnostics().map(formatDiagnostic)).toEqual([`${path}:3: is not JSON: comma expected`]);
  auth.setRuntimeApiKey("p", "runtime");
  expect(await auth.getApiKey("p")).toBe("runtime");
  expect(() => auth.set("p", storedKey)).toThrow("was left as it is");
  expect(readFileSync(path, "utf8")).toBe(text);
});

test("an entry that is no credential costs that entry", async () => {
  const { path, auth } = authFile(
    '{\n"p": {"type": "magic", "key": "sk-secret"},\n"q": {"type":"api_key","key":"k"}\n}',
  );
  chmodSync(path, 0o600);
  expect(auth.diagnostics().map(formatDiagnostic)).toEqual([`${path}:2: "p" must be a credential; ignored`]);
  expect([await auth.getApiKey("p"), await auth.getApiKey("q")]).toEqual([undefined, "k"]);
});

test("a stored login is used while it is good, and renewed when it is about to end", async () => {
  const { auth } = authFile({});
  auth.registerOAuthProvider(oauthProvider());
  await auth.login("p", loginCallbacks());
  expect(await auth.getApiKey("p")).toBe("logged-in");
  expect(auth.isUsingOAuth("p")).toBe(true);
  auth.set("p", { ...login("old", Date.now() + 60_000), account: "kept" } as Credential);
  expect(await auth.getApiKey("p")).toBe("renewed");
  expect(auth.get("p")).toMatchObject({ type: "oauth", access: "renewed", account: "kept" });
});

test("P-AI-58: a failed renewal changes nothing, gives no key, and is told", async () => {
  const { auth, path } = authFile({});
  auth.registerOAuthProvider(oauthProvider({ refreshToken: async () => Promise.reject(new Error("invalid_grant")) }));
  auth.set("p", login("old", Date.now() - 1));
  const before = readFileSync(path, "utf8");
  expect(await auth.getApiKey("p")).toBeUndefined();
  expect(auth.getLoginError("p")?.message).toBe("invalid_grant");
  expect(readFileSync(path, "utf8")).toBe(before);
  auth.set("p", login("still-good", Date.now() + 60_000));
  expect(await auth.getApiKey("p")).toBe("still-good");
});

test("requests at the same moment renew once", async () => {
  const { auth } = authFile({});
  let renewals = 0;
  const refreshToken = async (credentials: OAuthCredentials) => ({
    ...credentials,
    access: `renewed-${++renewals}`,
    expires: Date.now() + HOUR,
  });
  auth.registerOAuthProvider(oauthProvider({ refreshToken }));
  auth.set("p", login("old", 0));
  expect(await Promise.all([1, 2, 3].map(() => auth.getApiKey("p")))).toEqual(Array(3).fill("renewed-1"));
});

test("P-AI-59: the list of logins changes at run time", () => {
  const auth = AuthStorage.inMemory();
  auth.registerOAuthProvider(oauthProvider());
  expect(auth.getOAuthProviders().map(({ id }) => id)).toEqual(["p"]);
  auth.unregisterOAuthProvider("p");
  expect(auth.getOAuthProviders()).toEqual([]);
});

test("R27: a session keeps one of several keys, sessions are spread, and a limited key rests", async () => {
  let now = 0;
  const keys: Credential[] = ["a", "b", "c"].map((name) => ({ type: "api_key", key: `key-${name}` }));
  const auth = AuthStorage.inMemory({ p: keys }, { now: () => now });
  const keyOf = (sessionId: string) => auth.getApiKey("p", { sessionId });
  const first = await keyOf("session-1");
  expect(await keyOf("session-1")).toBe(first);
  const sessions = await Promise.all(Array.from({ length: 30 }, (_, index) => keyOf(`session-${index}`)));
  expect(new Set(sessions)).toEqual(new Set(["key-a", "key-b", "key-c"]));

  expect(await auth.reportRateLimit("p", first ?? "", 1000)).toBe(true);
  const second = await keyOf("session-1");
  expect(second).not.toBe(first);
  expect(await auth.reportRateLimit("p", second ?? "", 500)).toBe(true);
  const third = await keyOf("session-1");
  expect(await auth.reportRateLimit("p", third ?? "", 2000)).toBe(false);
  expect(await keyOf("session-1")).toBe(second);
  now = 1500;
  expect(await keyOf("session-1")).toBe(first);
});

test("keys that processes add at the same moment are all kept", async () => {
  const { path, auth } = authFile({});
  const add = (name: string) =>
    runScript(`
      const { AuthStorage } = await import(${JSON.stringify(sourceUrl("core/auth/index.ts"))});
      const auth = AuthStorage.create(${JSON.stringify(path)});
      for (let i = 0; i < 40; i++) auth.add("p", { type: "api_key", key: "${name}-" + i });
    `);
  await Promise.all([add("one"), add("two")]);
  const { p } = JSON.parse(readFileSync(path, "utf8"));
  expect([p.length, auth.has("p")]).toEqual([80, true]);
});

test.for([
  ["signed out", (other: AuthStorage) => other.remove("p"), undefined],
  ["given another key", (other: AuthStorage) => other.set("p", storedKey), storedKey],
  [
    "added to",
    (other: AuthStorage) => other.add("p", storedKey),
    [expect.objectContaining({ access: "new" }), storedKey],
  ],
] as const)("what was %s while a login was renewed stays so", async ([, change, stored]) => {
  const { path, auth } = authFile({});
  const refreshToken = async (credentials: OAuthCredentials) => {
    change(AuthStorage.create(path));
    return { ...credentials, access: "new", expires: Date.now() + HOUR };
  };
  auth.registerOAuthProvider(oauthProvider({ refreshToken }));
  auth.set("p", login("old", 0));
  await auth.getApiKey("p");
  expect(JSON.parse(readFileSync(path, "utf8")).p).toEqual(stored);
});
