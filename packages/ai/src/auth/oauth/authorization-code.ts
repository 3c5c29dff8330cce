import { AiError } from "../../ai-error.ts";
import { type CallbackServer, startCallbackServer } from "./callback-server.ts";
import { createPkce, randomText } from "./pkce.ts";
import { refusal } from "./token-request.ts";
import type { OAuthLoginCallbacks } from "./types.ts";

export interface AuthorizationRequest {
  readonly authorizeUrl: string;
  /** Added to the URL besides challenge, state and redirect. */
  readonly parameters: Record<string, string>;
  readonly redirectPort?: number | undefined;
  readonly redirectPath?: string | undefined;
  /** The name of the redirect parameter, for servers that use another one. */
  readonly redirectParameter?: string;
  /** For servers without a `state` parameter: puts the secret into the path of the redirect instead. */
  readonly stateInPath?: boolean;
}

export interface AuthorizationCode {
  readonly code: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

/** Sends the user to a browser and waits for the code: from the local callback or pasted by hand, whichever is first. */
export async function obtainCode(
  request: AuthorizationRequest,
  callbacks: OAuthLoginCallbacks,
): Promise<AuthorizationCode> {
  const { verifier, challenge } = await createPkce();
  const secret = randomText();
  const state = request.stateInPath ? undefined : secret;
  const path = request.redirectPath ?? "/callback";
  const server = await startCallbackServer({
    path: state ? path : `${path}/${secret}`,
    ...(state && { state }),
    ...(request.redirectPort && { port: request.redirectPort }),
  });
  try {
    const url = new URL(request.authorizeUrl);
    const parameters = {
      ...request.parameters,
      [request.redirectParameter ?? "redirect_uri"]: server.redirectUri,
      code_challenge: challenge,
      code_challenge_method: "S256",
      ...(state && { state }),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    callbacks.onAuth({ url: url.href, instructions: "Open the link and sign in." });
    const query = await firstOf(server, callbacks, state);
    return { code: codeIn(query), verifier, redirectUri: server.redirectUri };
  } finally {
    server.close();
  }
}

function firstOf(
  { arrived, redirectUri }: CallbackServer,
  callbacks: OAuthLoginCallbacks,
  state: string | undefined,
): Promise<URLSearchParams> {
  const ways = [arrived];
  const pasted = callbacks.onManualCodeInput?.();
  if (pasted !== undefined) ways.push(pasted.then((text) => readPasted(text, redirectUri, state)));
  const { signal } = callbacks;
  if (signal) {
    ways.push(
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        if (signal.aborted) reject(signal.reason);
      }),
    );
  }
  return Promise.race(ways);
}

/** Reads pasted text: the final URL of the browser, the code alone, or `code#state`. */
function readPasted(text: string, redirectUri: string, state: string | undefined): URLSearchParams {
  const trimmed = text.trim();
  const url = URL.parse(trimmed);
  if (url) {
    const isOurs = state ? url.searchParams.get("state") === state : url.pathname === new URL(redirectUri).pathname;
    if (!isOurs) throw new AiError(WRONG_STATE, { code: "auth" });
    return url.searchParams;
  }
  const [code = "", pastedState] = trimmed.split("#");
  if (state && pastedState && pastedState !== state) throw new AiError(WRONG_STATE, { code: "auth" });
  return new URLSearchParams({ code });
}

const WRONG_STATE = "The pasted address belongs to another sign-in. Start again and paste the newest one.";

function codeIn(query: URLSearchParams): string {
  const code = query.get("code");
  if (code) return code;
  const error = query.get("error") ?? "no code came back";
  throw new AiError(refusal(error, query.get("error_description") ?? undefined), { code: "auth" });
}
