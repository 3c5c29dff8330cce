import { RequestError } from "../../ai-error.ts";
import type { StreamOptions } from "../../contract/options.ts";
import { parseJsonObject } from "../../parse-json-object.ts";
import { callJson } from "../../transport/call-json.ts";
import { vertexCredentialsFile } from "../ambient-credentials.ts";
import { base64Url } from "../base64-url.ts";
import { readLocalFile } from "../local-file.ts";

const SCOPE = "https://www.googleapis.com/auth/cloud-platform";
const TOKEN_ENDPOINT = "https://oauth2.googleapis.com/token";
/** A token is renewed this long before it expires, so that it does not expire during a request. */
const EARLY_MS = 60_000;

type Credentials =
  | { type: "service_account"; client_email: string; private_key: string; private_key_id?: string; token_uri?: string }
  | { type: "authorized_user"; client_id: string; client_secret: string; refresh_token: string; token_uri?: string };

interface Token {
  readonly value: string;
  readonly expires: number;
}

const tokens = new Map<string, Token>();

/** Returns a token for the machine's application-default credentials, from the cache while it is valid. */
export async function googleAccessToken(options: StreamOptions): Promise<string> {
  const file = vertexCredentialsFile(options.env);
  if (!file) throw noCredentials();
  const known = tokens.get(file);
  if (known && known.expires - EARLY_MS > Date.now()) return known.value;
  const token = await exchange(await readCredentials(file), options);
  tokens.set(file, token);
  return token.value;
}

async function readCredentials(file: string): Promise<Credentials> {
  const credentials = parseJsonObject((await readLocalFile(file)) ?? "") as Credentials | undefined;
  if (credentials?.type === "service_account" || credentials?.type === "authorized_user") return credentials;
  if (!credentials) {
    throw new RequestError(`${file} is no JSON. Run: gcloud auth application-default login`, { code: "auth" });
  }
  const { type } = credentials as { type?: string };
  throw new RequestError(`${file} holds Google credentials of the kind "${type}", which are not supported.`, {
    code: "auth",
  });
}

async function exchange(credentials: Credentials, options: StreamOptions): Promise<Token> {
  const endpoint = credentials.token_uri ?? TOKEN_ENDPOINT;
  const grant = credentials.type === "service_account" ? await assertion(credentials, endpoint) : refresh(credentials);
  const { fetch, signal, env, ca, timeoutMs } = options;
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const body = `${new URLSearchParams(grant)}`;
  const { ok, status, json } = await callJson({ url: endpoint, headers, body, signal, env, ca }, { fetch, timeoutMs });
  const { access_token: value, expires_in: seconds } = json ?? {};
  if (ok && typeof value === "string" && typeof seconds === "number") {
    return { value, expires: Date.now() + seconds * 1000 };
  }
  throw new RequestError(
    `Google refused the application-default credentials (HTTP ${status}). Run: gcloud auth application-default login`,
    { code: "auth", status },
  );
}

async function assertion(account: Extract<Credentials, { type: "service_account" }>, audience: string) {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: account.client_email, scope: SCOPE, aud: audience, iat: now, exp: now + 3600 };
  return {
    grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
    assertion: await signJwt(claims, account.private_key, account.private_key_id),
  };
}

function refresh(user: Extract<Credentials, { type: "authorized_user" }>) {
  const { client_id, client_secret, refresh_token } = user;
  return { grant_type: "refresh_token", client_id, client_secret, refresh_token };
}

function noCredentials(): RequestError {
  return new RequestError(
    "No Google credentials. Set GOOGLE_CLOUD_API_KEY, or run: gcloud auth application-default login",
    { code: "auth" },
  );
}

/** Creates a JSON Web Token, signed with RS256 by a PKCS#8 key in PEM form. */
async function signJwt(claims: object, pem: string, keyId?: string): Promise<string> {
  const header = { alg: "RS256", typ: "JWT", ...(keyId && { kid: keyId }) };
  const signed = `${encode(JSON.stringify(header))}.${encode(JSON.stringify(claims))}`;
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("pkcs8", decodePem(pem), algorithm, false, ["sign"]);
  const signature = await crypto.subtle.sign(algorithm, key, new TextEncoder().encode(signed));
  return `${signed}.${base64Url(new Uint8Array(signature))}`;
}

function encode(text: string): string {
  return base64Url(new TextEncoder().encode(text));
}

function decodePem(pem: string): Uint8Array<ArrayBuffer> {
  const binary = atob(pem.replace(/-----[A-Z ]+-----/g, "").replace(/\s/g, ""));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}
