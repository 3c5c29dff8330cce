import { RequestError } from "../../ai-error.ts";
import { encodeFrame, OPCODE, WebSocketFrames } from "../../framing/websocket-frames.ts";
import { retryAfterMs } from "../../retry/retry-delay.ts";
import { shownText } from "../body/server-text.ts";
import { unexpectedBody } from "../body/unexpected-body.ts";
import { httpError } from "../http-error.ts";
import { maskSecrets, secretsIn } from "../mask-secrets.ts";
import { networkError } from "../network-error.ts";
import { LONGEST_TIMER_MS } from "../sleep.ts";
import type { HttpCall } from "./http-call.ts";
import type { NodeModules } from "./node-modules.ts";
import { routeOf } from "./node-route.ts";

type Socket = import("node:stream").Duplex & { ref?(): void; unref?(): void };

export interface WebSocketListener {
  text(text: string): void;
  /** The connection has ended; no more calls follow. */
  closed(error: RequestError): void;
}

interface Peer {
  readonly host: string;
  /** Secrets we sent, which must be masked in the server's text. */
  readonly secrets: readonly string[];
}

const SHOWN = 200;

/** A client WebSocket over Node's HTTP client: with headers, through the proxy, and without keeping the process alive when idle. */
export class NodeWebSocket {
  isOpen = true;
  private readonly socket: Socket;
  private readonly peer: Peer;
  private readonly frames = new WebSocketFrames();
  private listener: WebSocketListener | undefined;

  constructor(socket: Socket, peer: Peer, head: Uint8Array) {
    this.socket = socket;
    this.peer = peer;
    socket.on("data", (bytes: Uint8Array) => this.read(bytes));
    socket.once("error", (error) => this.end(networkError(`http://${peer.host}`, error)));
    socket.once("close", () => this.end(this.closedError("no reason given")));
    if (head.length > 0) this.read(head);
  }

  /** Sets the listener; without one the process may exit. */
  listen(listener: WebSocketListener | undefined): void {
    this.listener = listener;
    if (listener) this.socket.ref?.();
    else this.socket.unref?.();
  }

  send(text: string): void {
    this.write(OPCODE.text, new TextEncoder().encode(text));
  }

  close(): void {
    this.isOpen = false;
    this.listener = undefined;
    this.socket.destroy();
  }

  private write(opcode: number, payload: Uint8Array): void {
    this.socket.write(encodeFrame(opcode, payload, crypto.getRandomValues(new Uint8Array(4))));
  }

  /** Answers a ping, unless the server is not reading: its unread pongs would accumulate here. */
  private answerPing(payload: Uint8Array): void {
    if (!this.socket.writableNeedDrain) this.write(OPCODE.pong, payload);
  }

  private read(bytes: Uint8Array): void {
    try {
      for (const event of this.frames.push(bytes)) {
        if (event.kind === "text") this.listener?.text(event.text);
        else if (event.kind === "ping") this.answerPing(event.payload);
        else this.end(this.closedError(event.reason ? `${event.code}: ${event.reason}` : `${event.code}`));
      }
    } catch (error) {
      this.end(networkError(`http://${this.peer.host}`, error));
    }
  }

  private end(error: RequestError): void {
    const { listener } = this;
    this.close();
    listener?.closed(error);
  }

  private closedError(why: string): RequestError {
    const { host, secrets } = this.peer;
    const reason = shownText(maskSecrets(why, secrets), SHOWN);
    return new RequestError(`The connection to ${host} closed before the answer was complete (${reason}). Try again.`, {
      code: "network",
    });
  }
}

/** Opens the connection; rejects if the server answers with anything but an upgrade. */
export function openWebSocket(
  call: Omit<HttpCall, "body">,
  { node, provider, timeoutMs }: { node: NodeModules; provider: string; timeoutMs: number },
): Promise<NodeWebSocket> {
  const key = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const headers = {
    ...call.headers,
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": key,
  };
  const route = routeOf({ ...call, headers }, node);
  const { promise, resolve, reject } = Promise.withResolvers<NodeWebSocket>();
  const asked = node.getBuiltinModule(route.module).request(route.url ?? call.url, {
    ...route.options,
    ...(call.signal && { signal: call.signal }),
  });
  const timer = setTimeout(() => {
    const code = "ETIMEDOUT";
    asked.destroy(Object.assign(new Error(`no WebSocket after ${timeoutMs / 1000} s`), { code }));
  }, timeoutMs || LONGEST_TIMER_MS);
  const secrets = secretsIn(call.headers ?? {});
  asked.once("upgrade", (_response, socket, head) =>
    resolve(new NodeWebSocket(socket, { host: new URL(call.url).host, secrets }, head)),
  );
  asked.once("response", async (response) => {
    const { readErrorText } = await import("../body/read-error-text.ts");
    const body = await readErrorText(response, () => response.destroy());
    reject(refusal(provider, call.url, response, body, secrets));
  });
  asked.once("error", (error) => reject(networkError(call.url, error, secrets)));
  asked.end();
  return promise.finally(() => clearTimeout(timer));
}

/** Describes a normal answer received instead of an upgrade. */
function refusal(
  provider: string,
  url: string,
  { statusCode: status = 0, headers: sent }: import("node:http").IncomingMessage,
  body: string,
  secrets: readonly string[],
): RequestError {
  if (status < 300) return unexpectedBody(provider, body, secrets);
  const headers = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)]));
  const retryAfter = retryAfterMs(headers);
  return httpError({ provider, url, status, body, secrets, retryAfterMs: retryAfter, location: sent.location });
}
