import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { AiError } from "../ai-error.ts";
import { keyVariables } from "../auth/env-keys.ts";
import { readVariable } from "../auth/environment.ts";
import { getOAuthProvider } from "../auth/oauth/registry.ts";
import type { OAuthCredentials } from "../auth/oauth/types.ts";
import { ownValue } from "../own-value.ts";

type Entry = { type: "api_key"; key?: string } | ({ type: "oauth" } & OAuthCredentials);

/** Returns the file of logins that Tau itself uses, so that both programs share logins. */
export function authPath(): string {
  return join(readVariable("TAU_HOME") ?? join(homedir(), ".tau"), "auth.json");
}

/** Returns a stored key, or the token of a stored login, which is renewed if expired. With `undefined` the environment is used. */
export async function storedKey(provider: string): Promise<string | undefined> {
  const found = ownValue(await readEntries(), provider);
  const entry = Array.isArray(found) ? found[0] : found;
  if (entry?.type !== "oauth") return entry?.key && plainKey(provider, entry.key);
  const oauth = getOAuthProvider(provider);
  if (!oauth || entry.expires > Date.now()) return entry.access;
  const renewed = await oauth.refreshToken(entry);
  await store(provider, (known) => {
    const login: Entry = { ...renewed, type: "oauth" };
    return Array.isArray(known) ? [login, ...known.slice(1)] : login;
  });
  return oauth.getApiKey(renewed);
}

/** Returns the key or the value of the variable it names. Throws for keys with commands or references, which only Tau can resolve. */
function plainKey(provider: string, key: string): string {
  if (!/^[!$]/.test(key)) return readVariable(key) ?? key;
  const variable = keyVariables(provider)[0];
  throw new AiError(
    `The key of ${provider} in ${authPath()} is to be looked up, which only tau does.${variable ? ` Set ${variable}.` : ""}`,
    { code: "auth" },
  );
}

/** Stores a login. If a provider has several accounts, the new one comes first. */
export async function storeLogin(provider: string, credentials: OAuthCredentials): Promise<void> {
  const login: Entry = { ...credentials, type: "oauth" };
  await store(provider, (known) => (Array.isArray(known) ? [login, ...known] : login));
}

async function store(provider: string, change: (known: Entry | Entry[] | undefined) => Entry | Entry[]): Promise<void> {
  const path = authPath();
  const entries = await readEntries();
  const text = JSON.stringify({ ...entries, [provider]: change(ownValue(entries, provider)) }, null, 2);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${text}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, path);
}

async function readEntries(): Promise<Record<string, Entry | Entry[]>> {
  const path = authPath();
  try {
    return JSON.parse(await readFile(path, "utf8")) as Record<string, Entry | Entry[]>;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new AiError(`${path} cannot be read. Repair or remove it.`, { code: "auth", cause });
  }
}
