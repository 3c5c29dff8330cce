import { createHash } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface AuthorizationServer extends AsyncDisposable {
  /** Of the MCP server, which wants a token. */
  readonly url: string;
  /** Method and path of each request, oldest first. */
  readonly requests: readonly string[];
  /** Parameters of the requests for a token. */
  readonly grants: readonly Readonly<Record<string, string>>[];
  /** The tokens it takes; the tests change them. */
  readonly valid: Set<string>;
  readonly refreshTokens: Set<string>;
  /** Seconds that new tokens last. */
  lifetime: number;
  /** Added to what the browser is sent back with. */
  readonly answer: Record<string, string>;
  /** Changes of the metadata. */
  readonly metadata: Record<string, unknown>;
}

/** An MCP server that wants a sign-in, with its authorization server, on one port. */
export async function startAuthorizationServer(): Promise<AuthorizationServer> {
  const state = {
    requests: [] as string[],
    grants: [] as Record<string, string>[],
    valid: new Set<string>(),
    refreshTokens: new Set<string>(),
    lifetime: 3600,
    answer: {} as Record<string, string>,
    metadata: {} as Record<string, unknown>,
  };
  const challenges = new Map<string, string>();
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const url = new URL(request.url ?? "/", origin);
    state.requests.push(`${request.method} ${url.pathname}`);
    const json = (value: object, status = 200) => void sendJson(response, value, status);
    switch (url.pathname) {
      case "/.well-known/oauth-protected-resource/mcp":
        return json({ resource: `${origin}/mcp`, authorization_servers: [origin], scopes_supported: ["tools"] });
      case "/.well-known/oauth-authorization-server":
        return json({
          ...{ issuer: origin, authorization_endpoint: `${origin}/authorize`, token_endpoint: `${origin}/token` },
          ...{ registration_endpoint: `${origin}/register`, response_types_supported: ["code"] },
          ...{ code_challenge_methods_supported: ["S256"], token_endpoint_auth_methods_supported: ["none"] },
          ...{ grant_types_supported: ["authorization_code", "refresh_token"], ...state.metadata },
        });
      case "/register":
        return json({ ...(JSON.parse(body) as object), client_id: "registered" }, 201);
      case "/authorize": {
        const back = new URL(url.searchParams.get("redirect_uri") ?? "");
        challenges.set("code-1", url.searchParams.get("code_challenge") ?? "");
        const answer = { code: "code-1", state: url.searchParams.get("state") ?? "", iss: origin, ...state.answer };
        for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value);
        return void response.writeHead(302, { location: back.href }).end();
      }
      case "/token":
        return grant(Object.fromEntries(new URLSearchParams(body)), json);
      default:
        return callMcp(request.headers.authorization, body, response);
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function grant(given: Record<string, string>, json: (value: object, status?: number) => void): void {
    state.grants.push(given);
    const proof = createHash("sha256")
      .update(given.code_verifier ?? "")
      .digest("base64url");
    const isGood =
      given.grant_type === "refresh_token"
        ? state.refreshTokens.delete(given.refresh_token ?? "")
        : challenges.get(given.code ?? "") === proof;
    if (!isGood) {
      json({ error: "invalid_grant" }, 400);
      return;
    }
    const access = `access-${state.grants.length}`;
    const refresh = `refresh-${state.grants.length}`;
    state.valid.add(access);
    state.refreshTokens.add(refresh);
    json({
      access_token: access,
      refresh_token: refresh,
      token_type: "Bearer",
      expires_in: state.lifetime,
      scope: "tools",
    });
  }

  function callMcp(authorization: string | undefined, body: string, response: ServerResponse): void {
    if (!state.valid.has(authorization?.replace("Bearer ", "") ?? ""))
      return void response
        .writeHead(401, {
          "www-authenticate": `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", scope="tools"`,
        })
        .end();
    const { id, method, params } = JSON.parse(body || "{}") as { id?: number; method?: string; params?: object };
    if (id === undefined) return void response.writeHead(202).end();
    const version = (params as { protocolVersion?: string }).protocolVersion;
    const results: Record<string, object> = {
      initialize: { protocolVersion: version, capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } },
      "tools/list": { tools: [{ name: "secret", inputSchema: { type: "object" } }] },
      "tools/call": { content: [{ type: "text", text: `for ${authorization}` }] },
    };
    const result = results[method ?? ""];
    sendJson(
      response,
      { jsonrpc: "2.0", id, ...(result ? { result } : { error: { code: -32601, message: "none" } }) },
      200,
    );
  }

  return Object.assign(state, {
    url: `${origin}/mcp`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function sendJson(response: ServerResponse, value: object, status: number): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
