import type { ServerResponse } from "node:http";
import type { ModelProtocol } from "./protocol.ts";
import type { FailedReply } from "./turn.ts";

export function answerFailure(reply: FailedReply, protocol: ModelProtocol, response: ServerResponse): void {
  switch (reply.failure) {
    case "silence":
      return;
    case "reset":
      response.destroy();
      return;
    case "html":
      response.writeHead(reply.status ?? 502, { "content-type": "text/html" }).end(reply.body ?? PROXY_PAGE);
      return;
    default: {
      const { status, body, headers } = protocol.failure(reply.failure);
      const retry = reply.retryAfter === undefined ? {} : { "retry-after": String(reply.retryAfter) };
      response.writeHead(reply.status ?? status, { "content-type": "application/json", ...headers, ...retry });
      response.end(JSON.stringify(body));
    }
  }
}

const PROXY_PAGE = `<!DOCTYPE html>
<html><head><title>502 Bad Gateway</title></head>
<body><center><h1>502 Bad Gateway</h1></center><hr><center>nginx</center></body></html>
`;
