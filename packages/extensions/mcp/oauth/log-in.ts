import { randomBytes } from "node:crypto";
import type {
  OAuthClientInformationContext,
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  OAuthTokens,
} from "@modelcontextprotocol/client";
import type { CredentialStore } from "@tau/ai";
import type { ExtensionAPI } from "@tau/coding-agent";
import type { OAuthConfig, ServerEntry } from "../server-entry.ts";
import { resolveValues } from "../transport/resolve-values.ts";
import { authorizationFetch } from "./authorization-fetch.ts";
import { CallbackServer } from "./callback-server.ts";
import { readSignIn, type SignIn, signInKey, withTokens } from "./sign-in.ts";

export interface LogInOptions {
  readonly pi: Pick<ExtensionAPI, "http" | "processes">;
  readonly store: CredentialStore;
  readonly signal: AbortSignal;
  /** Shows the sign-in page. If the browser runs on another machine, resolves to the address it was redirected to. */
  show(url: string): Promise<string | undefined>;
}

/** Signs the user in to a server with OAuth 2.1. An earlier sign-in stays stored until the new one has succeeded. */
export async function logIn(entry: ServerEntry, options: LogInOptions): Promise<void> {
  const { url: serverUrl, oauth = {} } = entry.config;
  if (serverUrl === undefined)
    throw new Error(`${entry.name} is a program. It takes its credentials from "env" of its entry.`);
  const { pi, store, signal } = options;
  const { auth } = await import("@modelcontextprotocol/client");
  const fetchFn = authorizationFetch(pi.http, serverUrl);
  const challenge = await challengeOf(serverUrl, pi.http);
  const known = await readSignIn(store, entry);
  const { port, path } = callbackOf(oauth);
  await using callback = await CallbackServer.open({ port, path });
  const secret = oauth.clientSecret ? await resolveValues({ secret: oauth.clientSecret }, pi.processes) : {};
  const flow = new Flow(oauth, oauth.redirectUri ?? callback.redirectUrl, known?.client, secret.secret);
  const scope = scopesOf(oauth) ?? union(challenge.scope, known?.scope);
  const request = { serverUrl, fetchFn, ...(scope ? { scope } : {}), ...challenge.metadata };
  await auth(flow, request);
  if (flow.page === undefined) throw new Error(`${entry.name} offers no page to sign in on.`);
  const answer = await answerOf(flow.page, callback, options);
  if (answer.get("state") !== flow.secretState)
    throw new Error("The answer does not belong to this sign-in. Nothing was stored.");
  const code = answer.get("code");
  if (code === null) throw new Error(`The sign-in was refused: ${answer.get("error") ?? "no code was sent"}.`);
  signal.throwIfAborted();
  await auth(flow, { ...request, authorizationCode: code, ...issuerOf(answer) });
  const signIn = flow.signIn(serverUrl);
  await store.modify(signInKey(entry), async () => signIn);
}

export async function logOut(entry: ServerEntry, store: CredentialStore): Promise<boolean> {
  const known = await store.read(signInKey(entry));
  if (known) await store.delete(signInKey(entry));
  return known !== undefined;
}

/** One sign-in, driven by the client library. Stores nothing before it is complete. */
class Flow implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly secretState = randomBytes(32).toString("base64url");
  readonly clientMetadataUrl?: string;
  /** The page where the user signs in. */
  page: string | undefined;
  private readonly config: OAuthConfig;
  private client: OAuthClientInformationMixed | undefined;
  private verifier = "";
  private granted: OAuthTokens | undefined;
  private issuer = "";
  private discovered: OAuthDiscoveryState | undefined;

  constructor(
    config: OAuthConfig,
    redirectUrl: string,
    known: OAuthClientInformationMixed | undefined,
    secret: string | undefined,
  ) {
    this.config = config;
    this.redirectUrl = redirectUrl;
    if (config.clientMetadataUrl) this.clientMetadataUrl = config.clientMetadataUrl;
    if (config.clientId) this.client = { client_id: config.clientId, ...(secret ? { client_secret: secret } : {}) };
    // A client registered earlier for the same redirect address is used again.
    else if (known && redirectsOf(known).includes(redirectUrl)) this.client = known;
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: this.config.clientName ?? "Tau",
      redirect_uris: [this.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      application_type: "native",
    };
  }

  state(): string {
    return this.secretState;
  }

  clientInformation(ctx?: OAuthClientInformationContext): OAuthClientInformationMixed | undefined {
    if (!ctx) return this.client;
    this.issuer = ctx.issuer;
    // A client configured by the user is valid for the server that the user configured.
    return this.client && { issuer: ctx.issuer, ...this.client };
  }

  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.client = client;
  }

  tokens(): undefined {
    return undefined;
  }

  saveTokens(tokens: OAuthTokens, ctx?: OAuthClientInformationContext): void {
    this.granted = tokens;
    if (ctx) this.issuer = ctx.issuer;
  }

  redirectToAuthorization(url: URL): void {
    this.page = url.href;
  }

  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }

  codeVerifier(): string {
    return this.verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.discovered = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.discovered;
  }

  signIn(url: string): SignIn {
    const { client, granted, issuer } = this;
    if (!client || !granted) throw new Error("The authorization server gave no token.");
    const resource = this.page === undefined ? null : new URL(this.page).searchParams.get("resource");
    return withTokens({ url, issuer, client, ...(resource ? { resource } : {}) }, granted);
  }
}

/** Resolves to the server's answer to a request without a token: the address of its metadata and the scopes it requires. */
async function challengeOf(url: string, http: ExtensionAPI["http"]) {
  const { extractWWWAuthenticateParams } = await import("@modelcontextprotocol/client");
  const body = JSON.stringify({ jsonrpc: "2.0", id: 0, method: "ping" });
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const { status, headers: received } = await http.request(url, { method: "POST", headers, body });
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(
    new Response(null, { status: status === 401 ? 401 : 200, headers: received }),
  );
  return { scope, metadata: resourceMetadataUrl ? { resourceMetadataUrl } : {} };
}

async function answerOf(
  page: string,
  callback: CallbackServer,
  { show, signal }: LogInOptions,
): Promise<URLSearchParams> {
  const pasted = show(page).then((address) => {
    const query = address === undefined ? undefined : URL.parse(address.trim())?.searchParams;
    return query ?? new Promise<never>(() => undefined);
  });
  return await Promise.race([callback.answer(signal), pasted]);
}

function callbackOf({ callbackPort, redirectUri, callbackPath }: OAuthConfig): { port: number; path: string } {
  const own = redirectUri === undefined ? undefined : new URL(redirectUri);
  return {
    port: callbackPort ?? (own?.port ? Number(own.port) : 0),
    path: callbackPath ?? own?.pathname ?? "/callback",
  };
}

function issuerOf(answer: URLSearchParams): { iss?: string } {
  const iss = answer.get("iss");
  return iss === null ? {} : { iss };
}

function scopesOf({ scopes, scope }: OAuthConfig): string | undefined {
  return Array.isArray(scopes) ? scopes.join(" ") : (scope ?? scopes?.toString());
}

/** Joins the scopes, so that a new sign-in keeps the scopes of an earlier one. */
function union(challenged: string | undefined, granted: string | undefined): string | undefined {
  if (challenged === undefined) return undefined;
  return [...new Set([...(granted ?? "").split(" "), ...challenged.split(" ")])].filter(Boolean).join(" ");
}

function redirectsOf(client: OAuthClientInformationMixed): readonly unknown[] {
  return "redirect_uris" in client && Array.isArray(client.redirect_uris) ? client.redirect_uris : [];
}
