import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A sign-in server on loopback whose user has already made up their mind. */
export interface OAuthServer extends AsyncDisposable {
  readonly url: string;
  /** The forms that reached the token endpoint. */
  readonly exchanges: Record<string, string>[];
}

export interface OAuthServerOptions {
  /** "waits" never enters the code of a device. */
  readonly user?: "allows" | "declines" | "forges-state" | "waits";
}

export async function startOAuthServer({ user = "allows" }: OAuthServerOptions = {}): Promise<OAuthServer> {
  const exchanges: Record<string, string>[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
    if (pathname === "/authorize") response.writeHead(302, { location: wayBack(searchParams, user) }).end();
    else if (pathname === "/device") {
      const device = { device_code: "d", user_code: "WXYZ-1234", verification_uri: "https://device.example/enter" };
      response.end(JSON.stringify({ ...device, expires_in: 900, interval: 0.05 }));
    } else if (user === "waits") {
      response.writeHead(400).end(JSON.stringify({ error: "authorization_pending" }));
    } else {
      exchanges.push(Object.fromEntries(new URLSearchParams(body)));
      response.end(JSON.stringify({ access_token: "signed-in-token", refresh_token: "r", expires_in: 3600 }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function wayBack(asked: URLSearchParams, user: NonNullable<OAuthServerOptions["user"]>): string {
  const back = new URL(asked.get("redirect_uri") ?? "");
  back.searchParams.set("state", user === "forges-state" ? "forged" : (asked.get("state") ?? ""));
  if (user === "declines") back.searchParams.set("error", "access_denied");
  else back.searchParams.set("code", "the-code");
  return back.href;
}
