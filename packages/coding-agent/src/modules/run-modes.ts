import { startExtensions } from "../cli/folder/start-extensions.ts";
import { type MainOptions, main as runCli } from "../cli/main.ts";
import type { AgentSessionRuntime } from "../compat/pi/agent-session-runtime.ts";
import { printNotice } from "../core/output/print.ts";
import { runJsonMode } from "../modes/json/json-mode.ts";
import { runPrintMode as printAnswers } from "../modes/print/print-mode.ts";
import { runRpcMode as serveRpc } from "../modes/rpc/rpc-mode.ts";
import { createLineSink } from "../modes/wire/line-sink.ts";
import { takeStdout } from "../modes/wire/take-stdout.ts";
import { type FirstMessages, promptsOf } from "./first-messages.ts";

export interface PrintModeOptions extends FirstMessages {
  readonly mode: "text" | "json";
  /** Sent after `initialMessage`, one after the other. */
  readonly messages?: readonly string[] | undefined;
}

/** Runs prompts without a user, writes to stdout and disposes the session. Resolves to the exit code. */
export async function runPrintMode(
  { core: runtime }: Pick<AgentSessionRuntime, "core">,
  options: PrintModeOptions,
): Promise<number> {
  const stdout = takeStdout();
  try {
    await startExtensions(runtime, { mode: options.mode === "json" ? "json" : "print" });
    const prompts = promptsOf(options, options.messages);
    const { session } = runtime;
    if (options.mode === "json") await runJsonMode(session, prompts, stdout);
    else stdout.write(`${(await printAnswers(session, prompts)).text}\n`);
    const failure = session.lastFailure();
    if (failure) printNotice(failure.errorMessage ?? `Request ${failure.stopReason}`);
    return failure ? 1 : 0;
  } finally {
    await runtime.dispose();
    stdout.release();
  }
}

/** Serves the RPC protocol on stdin and stdout until the client leaves, then ends the process. */
export async function runRpcMode({ core: runtime }: Pick<AgentSessionRuntime, "core">): Promise<never> {
  const stdout = takeStdout();
  await serveRpc(runtime, {
    input: process.stdin,
    out: createLineSink(stdout),
    startExtensions: (bindings) => startExtensions(runtime, bindings),
  });
  await runtime.dispose();
  process.exit(0);
}

/** Runs `tau` with these arguments. The exit code is set when it resolves. */
export async function main(args: readonly string[], options: MainOptions = {}): Promise<void> {
  process.exitCode = await runCli(args, options);
}
