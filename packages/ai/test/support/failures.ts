import { createServer, type Socket } from "node:net";
import type { AssistantErrorCode } from "../../src/index.ts";
import { createAuthority } from "./certificates.ts";
import { type Answer, startSecureServer, startServer, status, type TestServer } from "./http-server.ts";

/** What servers echo where they should not; it must show up nowhere. */
export const SECRET = "tau.secret.0123456789.abcdef";
/** Text of a vendor, by which the raw body is known again. */
export const MARK = "marked-by-the-vendor";

/** One way for a request to fail, and what is to be heard of it. */
export interface Failure {
  readonly name: string;
  /** A place to send the request to. */
  start(): Promise<{ url: string } & AsyncDisposable>;
  /** One of these; a protocol may find out later than another. */
  readonly codes: readonly AssistantErrorCode[];
  readonly says: RegExp;
  /** Whether there was a body to keep. */
  readonly keepsBody: boolean;
}

/** How each vendor writes an error. */
const SHAPES: Record<string, object> = {
  anthropic: { type: "error", error: { type: "invalid_request_error", message: MARK }, request_id: "req_1" },
  openai: { error: { message: MARK, type: "invalid_request_error", param: null, code: null } },
  "openai with a code only": { error: { code: "bad_thing", message: MARK } },
  google: { error: { code: 400, message: MARK, status: "INVALID_ARGUMENT", details: [] } },
  "google in a list": [{ error: { code: 400, message: MARK, status: "INVALID_ARGUMENT" } }],
  mistral: { object: "error", message: MARK, type: "invalid_request_error", param: null, code: null },
  "mistral on a field": { detail: [{ loc: ["body", "model"], msg: MARK, type: "value_error" }] },
  "mistral inside its message": { object: "error", message: { detail: [{ msg: MARK, type: "missing" }] } },
  bedrock: { message: MARK },
  "bedrock in capitals": { Message: MARK },
  ollama: { error: MARK },
  "a router with the upstream's words": {
    error: { message: "Provider returned error", code: 400, metadata: { raw: MARK } },
  },
  "a router with the upstream's JSON": {
    error: {
      message: "Provider returned error",
      code: 400,
      metadata: { raw: JSON.stringify({ error: { message: MARK } }) },
    },
  },
  cloudflare: { success: false, errors: [{ code: 7003, message: MARK }], messages: [], result: null },
  azure: { error: { code: "DeploymentNotFound", message: MARK } },
  "a gateway": { detail: MARK },
  "another gateway": { msg: MARK, code: 1 },
  "nested twice": { error: { error: { message: MARK } } },
};

const HTML = { "content-type": "text/html; charset=utf-8" };
const page = (title: string) => `<!DOCTYPE html><html><head><title>${title}</title></head><body>${MARK}</body></html>`;
const refusal = (text: string) => ({ error: { message: `${MARK} ${text}` } });

export const FAILURES: readonly Failure[] = [
  http(
    "a wrong key",
    status(401, refusal(`Incorrect API key provided: ${SECRET}`)),
    "auth",
    /refused the credentials.*Check /,
  ),
  http("a key without permission", status(403, refusal("not allowed")), "auth", /refused the credentials.*Check /),
  http(
    "an unknown model",
    status(404, refusal("The model x does not exist")),
    "invalid-request",
    /Check the model id and the base URL/,
  ),
  ...Object.entries(SHAPES).map(([shape, body]) =>
    http(
      `an error as ${shape} writes it`,
      status(400, body),
      "invalid-request",
      new RegExp(`refused the request.*${MARK}`),
    ),
  ),
  http(
    "an error that would clear the screen",
    status(400, refusal("\u001b[2J\u001b]0;mine\u0007\r\n")),
    "invalid-request",
    new RegExp(MARK),
  ),
  http("an error in plain text", status(400, MARK), "invalid-request", new RegExp(MARK)),
  http(
    "a prompt that is too large",
    status(413, refusal("Request too large")),
    "overflow",
    /too long.*Compact the session/,
  ),
  http(
    "a proxy's idea of too large",
    status(413, page("413 Request Entity Too Large")),
    "overflow",
    /too long.*Compact/,
  ),
  http(
    "a limit with a time",
    status(429, refusal("slow down"), { "retry-after": "7" }),
    "rate-limit",
    /It asks to wait 7 s/,
  ),
  http("a limit without a time", status(429, refusal("slow down")), "rate-limit", /Wait a little and try again/),
  http("an account without money", status(402, refusal("no credits")), "rate-limit", /Check the account's balance/),
  ...[500, 502, 503, 504, 529].map((code) =>
    http(`a server's ${code}`, status(code, refusal("overloaded")), "server", new RegExp(`HTTP ${code}.*Try again`)),
  ),
  http(
    "a page of a gateway",
    status(502, page("502 Bad Gateway"), HTML),
    "server",
    /an HTML page \("502 Bad Gateway"\).*proxy/,
  ),
  http(
    "a page instead of a stream",
    status(200, page("Company login"), HTML),
    "invalid-request",
    /an HTML page \("Company login"\).*base URL/,
  ),
  http("an error with nothing in it", status(500, ""), "server", /HTTP 500.*Try again/, { keepsBody: false }),
  http("an error of a megabyte", status(400, `${MARK}${"x".repeat(1_000_000)}`), "invalid-request", new RegExp(MARK)),
  http("an error that came with success", status(200, refusal("broken")), "server", new RegExp(`${MARK}.*Try again`)),
  http("an answer with nothing in it", status(200, ""), "server", /sent an empty answer.*Try again/, {
    keepsBody: false,
  }),
  http(
    "text instead of a stream",
    status(200, `${MARK} ${SECRET}`),
    "invalid-request",
    /(?:not with a stream|not JSON|does not have).*base URL/i,
    {
      alsoCodes: ["server"],
    },
  ),
  http(
    "an event that is no JSON",
    status(200, `data: {${MARK} ${SECRET}\n\n`),
    "server",
    /not JSON|not with a stream/,
    {
      alsoCodes: ["invalid-request"],
    },
  ),
  http(
    "a move",
    status(308, MARK, { location: "https://elsewhere.example/v2?key=1" }),
    "invalid-request",
    /moved to https:\/\/elsewhere\.example\/v2:/,
  ),
  http(
    "a reset before the first byte",
    (response) => void response.socket?.destroy(),
    "network",
    /connection to .* was lost.*Try again/,
    { keepsBody: false },
  ),
  raw(
    "a server that speaks no HTTP",
    (socket) => socket.end("SSH-2.0-OpenSSH_9.9\r\n"),
    /request to .* failed|was lost/,
  ),
  raw("a server that hangs up", (socket) => socket.destroy(), /was lost.*Try again/),
  {
    name: "a certificate nobody vouches for",
    start: () => startSecureServer(createAuthority().issue(), status(200, MARK)),
    codes: ["network"],
    says: /No secure connection to .*NODE_EXTRA_CA_CERTS/,
    keepsBody: false,
  },
  {
    name: "a server without TLS at an https address",
    start: async () => {
      const server = await startServer(status(200, MARK));
      return { url: server.url.replace("http:", "https:"), [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
    },
    codes: ["network"],
    says: /does not answer in TLS.*base URL/,
    keepsBody: false,
  },
  nowhere("a name that nobody has", "http://tau-test.invalid", /could not be resolved.*base URL/),
  nowhere(
    "a port that nobody listens at",
    "http://127.0.0.1:9",
    /Nothing accepts connections at 127\.0\.0\.1:9.*base URL/,
  ),
];

/** Failures once the answer has begun; `begin` is its first frames. */
export function failuresWithin(begin: readonly (string | Uint8Array)[]): readonly Failure[] {
  const started =
    (end: (socket: Parameters<Answer>[0]) => void): Answer =>
    async (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const frame of begin) await new Promise((resolve) => response.write(frame, resolve));
      end(response);
    };
  const cut = { keepsBody: false };
  return [
    http(
      "a reset within the answer",
      started((response) => response.socket?.destroy()),
      "network",
      /was lost.*Try again/,
      cut,
    ),
    http(
      "an answer that ends too soon",
      started((response) => response.end()),
      "network",
      /closed before the answer was complete/,
      cut,
    ),
  ];
}

interface Details {
  keepsBody?: boolean;
  alsoCodes?: AssistantErrorCode[];
}

function http(
  name: string,
  answer: Answer,
  code: AssistantErrorCode,
  says: RegExp,
  { keepsBody = true, alsoCodes = [] }: Details = {},
): Failure {
  return { name, start: (): Promise<TestServer> => startServer(answer), codes: [code, ...alsoCodes], says, keepsBody };
}

function raw(name: string, speak: (socket: Socket) => void, says: RegExp): Failure {
  const start = async () => {
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => speak(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: async () => void server.close() };
  };
  return { name, start, codes: ["network"], says, keepsBody: false };
}

function nowhere(name: string, url: string, says: RegExp): Failure {
  return {
    name,
    start: async () => ({ url, [Symbol.asyncDispose]: async () => undefined }),
    codes: ["network"],
    says,
    keepsBody: false,
  };
}
