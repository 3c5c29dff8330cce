import { createHash } from "node:crypto";
import type { ExtensionAPI } from "@tau/coding-agent";
import { API_VERSION, type GithubApi, JSON_ANSWER, MAX_BYTES, TIMEOUT_MS } from "./github-api.ts";

export interface RestAccess {
  readonly http: ExtensionAPI["http"];
  readonly host: string;
  readonly baseUrl: string;
  readonly token: string;
}

const TOKEN_VARIABLE = "TAU_GITHUB_GIT_TOKEN";

/** Returns the API as it is reached with a token. A redirect to another origin does not get the token. */
export function restApi({ http, host, baseUrl, token }: RestAccess): GithubApi {
  const root = baseUrl.replace(/\/+$/, "");
  return {
    host,
    credential: hashOf(`${root}\n${token}`),
    git: {
      config: [
        `credential.https://${host}.helper=!f() { test "$1" = get && echo username=x-access-token && echo "password=$${TOKEN_VARIABLE}"; }; f`,
      ],
      env: { [TOKEN_VARIABLE]: token },
    },
    async stream({ method = "GET", path, accept = JSON_ANSWER, body, etag, signal, maxBytes = MAX_BYTES }) {
      return await http.stream(root + path, {
        method,
        headers: {
          accept,
          authorization: `Bearer ${token}`,
          "x-github-api-version": API_VERSION,
          ...(body && { "content-type": "application/json" }),
          ...(etag && { "if-none-match": etag }),
        },
        ...(body && { body: JSON.stringify(body) }),
        timeoutMs: TIMEOUT_MS,
        maxBytes,
        // A redirected POST would become a GET, and its answer look like a success.
        followsRedirect: () => method === "GET",
        ...(signal && { signal }),
      });
    },
  };
}

/** Returns the root of the REST API of a host. */
export function apiUrlOf(host: string): string {
  if (host === "github.com") return "https://api.github.com";
  return host.endsWith(".ghe.com") ? `https://api.${host}` : `https://${host}/api/v3`;
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
