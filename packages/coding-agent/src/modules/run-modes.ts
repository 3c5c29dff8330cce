import type { ImageContent } from "@tau/ai";
import { type MainOptions, main as runCli } from "../cli/main.ts";
import { openScreen } from "../cli/open-screen.ts";
import { startExtensions } from "../cli/start-extensions.ts";
import type { Prompt } from "../core/session/prompt.ts";
import type { AgentSessionRuntime } from "../core/session/session-runtime.ts";
import { runJsonMode } from "../modes/json/json-mode.ts";
import { runPrintMode as printAnswers } from "../modes/print/print-mode.ts";
import { runRpcMode as serveRpc } from "../modes/rpc/rpc-mode.ts";
import { createLineSink } from "../modes/wire/line-sink.ts";
import { takeStdout } from "../modes/wire/take-stdout.ts";

/** What a mode is given to begin with. */
interface FirstMessages {
  readonly initialMessage?: string | undefined;
  readonly initialImages?: readonly ImageContent[] | undefined;
}

export interface PrintModeOptions extends FirstMessages {
  readonly mode: "text" | "json";
  /** Sent after `initialMessage`, one after the other. */
  readonly messages?: readonly string[] | undefined;
}

/** Runs prompts without a user, writes to stdout and ends the session. Resolves to the exit code. */
export async function runPrintMode(runtime: AgentSessionRuntime, options: PrintModeOptions): Promise<number> {
  const stdout = takeStdout();
  try {
    await startExtensions(runtime, { mode: options.mode === "json" ? "json" : "print" });
    const prompts = promptsOf(options, options.messages);
    const { session } = runtime;
    if (options.mode === "json") await runJsonMode(session, prompts, stdout);
    else stdout.write(`${(await printAnswers(session, prompts)).text}\n`);
    const failure = session.lastFailure();
    if (failure) process.stderr.write(`${failure.errorMessage ?? `Request ${failure.stopReason}`}\n`);
    return failure ? 1 : 0;
  } finally {
    await runtime.dispose();
    stdout.release();
  }
}

/** Serves the protocol on stdin and stdout until the client leaves; the process ends with it. */
export async function runRpcMode(runtime: AgentSessionRuntime): Promise<never> {
  const stdout = takeStdout();
  await serveRpc(runtime, {
    input: process.stdin,
    out: createLineSink(stdout),
    startExtensions: (bindings) => startExtensions(runtime, bindings),
  });
  await runtime.dispose();
  process.exit(0);
}

export interface InteractiveModeOptions extends FirstMessages {
  readonly initialMessages?: readonly string[] | undefined;
  readonly tuiMode?: "regular" | "fullscreen" | undefined;
}

/** The terminal's screen on a runtime of the program's. */
export class InteractiveMode {
  private readonly runtime: AgentSessionRuntime;
  private readonly options: InteractiveModeOptions;
  private readonly leave = new AbortController();

  constructor(runtime: AgentSessionRuntime, options: InteractiveModeOptions = {}) {
    this.runtime = runtime;
    this.options = options;
  }

  /** Resolves when the user leaves, or `stop` is called. */
  async run(): Promise<void> {
    const { initialMessages, tuiMode } = this.options;
    await openScreen(this.runtime, {
      prompts: promptsOf(this.options, initialMessages),
      options: tuiMode === undefined ? {} : { tuiMode },
      signal: this.leave.signal,
    });
  }

  stop(): void {
    this.leave.abort();
  }
}

/** Runs `tau` with these arguments; the exit code is set when it resolves. */
export async function main(args: readonly string[], options: MainOptions = {}): Promise<void> {
  process.exitCode = await runCli(args, options);
}

function promptsOf({ initialMessage, initialImages = [] }: FirstMessages, more: readonly string[] = []): Prompt[] {
  const first = initialMessage === undefined ? [] : [{ text: initialMessage, images: [...initialImages] }];
  return [...first, ...more.map((text) => ({ text, images: [] }))];
}
