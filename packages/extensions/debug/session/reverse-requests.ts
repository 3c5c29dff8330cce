import { resolve } from "node:path";
import type { ExtensionProcesses, RunningProcess } from "@tau/coding-agent";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { DebugError } from "../debug-error.ts";
import type { DebugSession } from "./debug-session.ts";

/** Answers the requests of an adapter: starts programs for it, and acknowledges that it would like to debug a further process. */
export async function answerAdapter(
  session: DebugSession,
  processes: Pick<ExtensionProcesses, "start">,
  command: string,
  args: unknown,
): Promise<object> {
  if (command === "runInTerminal") return await runInTerminal(session, processes, args);
  if (command !== "startDebugging") throw new DebugError("not-supported", `Tau does not support ${command}.`);
  session.output.append("[The debugger offers to debug a child process. Tau debugs one process at a time.]\n");
  return {};
}

/** Starts the program as the adapter asks. It has no terminal: what it prints goes to the session's output. */
async function runInTerminal(
  session: DebugSession,
  processes: Pick<ExtensionProcesses, "start">,
  asked: unknown,
): Promise<DebugProtocol.RunInTerminalResponse["body"]> {
  const { args, cwd, env } = (asked ?? {}) as Partial<DebugProtocol.RunInTerminalRequestArguments>;
  const [file, ...rest] = Array.isArray(args) ? args.map(String) : [];
  if (file === undefined) throw new DebugError("bad-argument", "runInTerminal needs args.");
  const started = await processes.start(file, rest, {
    cwd: resolve(session.target.cwd, cwd ?? ""),
    purpose: "model",
    stdin: "none",
    ...(env ? { env: environmentOf(env) } : {}),
    ...(session.target.isConfined ? { sandbox: { tracing: true } } : {}),
  });
  followOutput(session, started);
  session.client.ended.catch(() => void started.kill());
  return { processId: started.pid };
}

function followOutput(session: DebugSession, { stdout, stderr }: RunningProcess): void {
  for (const stream of [stdout, stderr])
    stream.setEncoding("utf8").on("data", (text: string) => session.output.append(text));
}

function environmentOf(env: Readonly<Record<string, string | null>>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value ?? undefined]));
}
