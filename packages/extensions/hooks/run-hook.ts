import type { Readable } from "node:stream";
import type { ExtensionAPI } from "@tau/coding-agent";
import type { Hook } from "./hook.ts";

/** What a hook has answered, before it is interpreted. */
export interface HookAnswer {
  readonly stdout: string;
  readonly stderr: string;
  /** For a request, 0 if the server has accepted it. */
  readonly exitCode: number;
  /** Why the hook has not answered: it could not be started, took too long or wrote too much. */
  readonly failure?: string;
}

export interface HookCall {
  readonly hook: Hook;
  readonly input: object;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A hook that writes more is ended. */
const MOST_OUTPUT_BYTES = 1024 * 1024;

/** Runs a hook to its end. Does not reject: a hook that fails must not stop the session. */
export async function runHook(call: HookCall, pi: ExtensionAPI): Promise<HookAnswer> {
  try {
    return call.hook.type === "http" ? await post(call) : await runCommand(call, pi);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isLate = error instanceof DOMException && error.name === "TimeoutError";
    return failed(isLate ? `no answer within ${call.timeoutMs / 1000} s` : message);
  }
}

function failed(failure: string): HookAnswer {
  return { stdout: "", stderr: "", exitCode: 1, failure };
}

async function runCommand(call: HookCall, pi: ExtensionAPI): Promise<HookAnswer> {
  const { hook, cwd, env, timeoutMs, signal } = call;
  const [file, args] = hook.args
    ? [withVariables(hook.target, env), hook.args.map((each) => withVariables(each, env))]
    : [process.platform === "win32" ? "bash" : "sh", ["-c", hook.target]];
  const options = { cwd, env, timeoutMs, maxOutputBytes: MOST_OUTPUT_BYTES, ...(signal ? { signal } : {}) };
  const running = await pi.processes.start(file, args, options);
  running.stdin.end(`${JSON.stringify(call.input)}\n`);
  const [stdout, stderr, { ended, exitCode }] = await Promise.all([
    textOf(running.stdout),
    textOf(running.stderr),
    running.exited,
  ]);
  if (ended === "timeout") return failed(`no answer within ${timeoutMs / 1000} s; it was ended`);
  if (ended === "limit") return failed("it wrote more than 1 MiB and was ended");
  if (ended === "abort") return failed("it was stopped");
  return { stdout, stderr, exitCode };
}

/** Expands the variables of the hook, as a shell would. */
function withVariables(text: string, env: HookCall["env"]): string {
  return text.replace(/\$\{(CLAUDE_\w+)\}/g, (whole, name: string) => env[name] ?? whole);
}

async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

async function post({ hook, input, timeoutMs, signal }: HookCall): Promise<HookAnswer> {
  const limit = AbortSignal.timeout(timeoutMs);
  const response = await fetch(hook.target, {
    method: "POST",
    headers: { "content-type": "application/json", ...headersOf(hook) },
    body: JSON.stringify(input),
    redirect: "error",
    signal: signal ? AbortSignal.any([limit, signal]) : limit,
  });
  const stdout = await limitedText(response);
  return response.ok ? { stdout, stderr: "", exitCode: 0 } : failed(`the server answered ${response.status}`);
}

async function limitedText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MOST_OUTPUT_BYTES) throw new Error("the server sent more than 1 MiB");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Replaces variables that the hook may use; others become empty. */
function headersOf({ headers = {}, allowedEnvVars = [] }: Hook): Record<string, string> {
  const value = (name: string) => (allowedEnvVars.includes(name) ? (process.env[name] ?? "") : "");
  const expand = (text: string) =>
    text.replace(/\$\{(\w+)\}|\$(\w+)/g, (_all, braced?: string, plain?: string) => value(braced ?? plain ?? ""));
  return Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, expand(text)]));
}
