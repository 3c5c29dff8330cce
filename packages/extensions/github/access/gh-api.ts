import type { ExtensionAPI } from "@tau/coding-agent";
import { GithubError } from "../github-error.ts";
import { clean, oneLine } from "../text/foreign-text.ts";
import {
  API_VERSION,
  type ApiRequest,
  type ApiStream,
  type GithubApi,
  JSON_ANSWER,
  MAX_BYTES,
  TIMEOUT_MS,
} from "./github-api.ts";
import { hashOf } from "./rest-api.ts";

type Processes = ExtensionAPI["processes"];

const ENV = {
  GH_PROMPT_DISABLED: "1",
  GH_NO_UPDATE_NOTIFIER: "1",
  GH_PAGER: "cat",
  NO_COLOR: "1",
  CLICOLOR_FORCE: undefined,
  GH_FORCE_TTY: undefined,
  GH_DEBUG: undefined,
};
const MAX_HEAD_BYTES = 256 * 1024;
/** Reading the token asks no server, but perhaps a keyring. */
const TOKEN_MS = 20_000;

/** Resolves to the API as the program `gh` reaches it. Rejects if gh is absent, or not signed in to the host. */
export async function ghApi(processes: Processes, host: string, timeoutMs = TOKEN_MS): Promise<GithubApi> {
  const token = await processes
    .run("gh", ["auth", "token", "--hostname", host], { env: ENV, timeoutMs })
    .catch(notStarted);
  if (token.ended === "timeout")
    throw new GithubError(
      "signed-out",
      `The GitHub CLI did not answer within ${timeoutMs / 1000} s: its keyring may wait for a password. Run "gh auth token" in a terminal.`,
    );
  const credential = String(token.stdout).trim();
  if (token.exitCode !== 0 || credential === "")
    throw new GithubError("signed-out", `The GitHub CLI is not signed in to ${host}. ${howToSignIn(host)}`);
  return {
    host,
    credential: hashOf(`gh\n${host}\n${credential}`),
    git: { config: [`credential.https://${host}.helper=!gh auth git-credential`], env: { GH_PROMPT_DISABLED: "1" } },
    stream: async (request) => await call(processes, host, request),
  };
}

export function howToSignIn(host: string): string {
  const isPublic = host === "github.com";
  const flag = isPublic ? "" : ` --hostname ${host}`;
  const entry = `{ "${credentialName(host)}": { "type": "api_key", "key": "…" } }`;
  return `Run "gh auth login${flag}", or give Tau a token: ${isPublic ? "in TAU_GITHUB_TOKEN, or " : ""}in auth.json as ${entry}.`;
}

/** The name under which the auth store keeps a token for a host. */
export function credentialName(host: string): string {
  return host === "github.com" ? "github" : `github-${host}`;
}

async function call(processes: Processes, host: string, request: ApiRequest): Promise<ApiStream> {
  const { method = "GET", path, accept = JSON_ANSWER, body, etag, signal, maxBytes = MAX_BYTES } = request;
  const headers = [
    `Accept: ${accept}`,
    `X-GitHub-Api-Version: ${API_VERSION}`,
    ...(etag ? [`If-None-Match: ${etag}`] : []),
  ];
  const args = [
    ...["api", "--hostname", host, "--method", method, "--include"],
    ...headers.flatMap((header) => ["--header", header]),
    ...(body ? ["--input", "-"] : []),
    path.replace(/^\//, ""),
  ];
  const options = { env: ENV, timeoutMs: TIMEOUT_MS, maxOutputBytes: maxBytes + MAX_HEAD_BYTES };
  const running = await processes.start("gh", args, { ...options, ...(signal && { signal }) }).catch(notStarted);
  // A program that fails early closes its input; its exit code tells.
  running.stdin.on("error", () => undefined);
  running.stdin.end(body ? JSON.stringify(body) : "");
  const said = textOf(running.stderr);
  const output = running.stdout[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const head = await readHead(output);
  if (!head) throw failure(host, (await running.exited).exitCode, await said, signal);
  const rest = async function* () {
    if (head.rest.length > 0) yield head.rest;
    for (let next = await output.next(); !next.done; next = await output.next()) yield next.value;
    const { exitCode, ended } = await running.exited;
    signal?.throwIfAborted();
    if (ended === "limit")
      throw new GithubError("too-large", `${host} sends more than ${Math.round(maxBytes / 1024)} KiB for ${path}.`);
    // gh ends with 1 after an error status, which the caller sees; after a success it means that the answer was cut off.
    if (exitCode !== 0 && head.status < 300) throw failure(host, exitCode, await said, signal);
  };
  return { status: head.status, headers: head.headers, body: rest() };
}

interface Head {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** The beginning of the body, which came with the head. */
  readonly rest: Uint8Array;
}

/** Reads the status line and the headers that `--include` prints. Resolves to undefined if there are none. */
async function readHead(output: AsyncIterator<Uint8Array>): Promise<Head | undefined> {
  let known = Buffer.alloc(0);
  for (let next = await output.next(); !next.done; next = await output.next()) {
    known = Buffer.concat([known, next.value]);
    const end = /\r?\n\r?\n/.exec(known.toString("latin1"));
    if (end) return parseHead(known.subarray(0, end.index).toString("utf8"), known.subarray(end.index + end[0].length));
    if (known.length > MAX_HEAD_BYTES) return undefined;
  }
  return undefined;
}

function parseHead(text: string, rest: Uint8Array): Head | undefined {
  const [first = "", ...lines] = text.split(/\r?\n/);
  const status = /^HTTP\/[\d.]+ (\d{3})/.exec(first)?.[1];
  if (status === undefined) return undefined;
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(status), headers: Object.fromEntries(headers) as Record<string, string>, rest };
}

/** gh ends with 4 if it needs a sign-in. */
const NEEDS_SIGN_IN = 4;

function failure(host: string, exitCode: number, stderr: string, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  if (exitCode === NEEDS_SIGN_IN || /gh auth login/.test(stderr))
    return new GithubError("signed-out", `The GitHub CLI is not signed in to ${host}. ${howToSignIn(host)}`);
  const said = oneLine(clean(stderr)) || `it ended with code ${exitCode}`;
  return new GithubError("network", `gh could not read from ${host}: ${said}`);
}

function notStarted(cause: unknown): never {
  const isMissing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
  if (!isMissing) throw cause;
  throw new GithubError("no-program", "The GitHub CLI (gh) is not installed.", { cause });
}

const MAX_STDERR = 16 * 1024;

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  let text = "";
  for await (const chunk of stream) if (text.length < MAX_STDERR) text += String(chunk);
  return text;
}
