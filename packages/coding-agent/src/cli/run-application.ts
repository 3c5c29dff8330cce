import type { ExtensionError } from "../core/extensions/contract/index.ts";
import type { AgentSession } from "../core/session/agent-session.ts";
import type { Prompt } from "../core/session/prompt.ts";
import { AgentSessionRuntime } from "../core/session/session-runtime.ts";
import { createSessionServices, serviceDiagnostics } from "../core/session/session-services.ts";
import { runJsonMode } from "../modes/json/json-mode.ts";
import { runPrintMode } from "../modes/print/print-mode.ts";
import { createLineSink } from "../modes/wire/line-sink.ts";
import { takeStdout } from "../modes/wire/take-stdout.ts";
import { type AppMode, chooseMode } from "./choose-mode.ts";
import { usageError } from "./cli-error.ts";
import { ExitCode } from "./exit-code.ts";
import { initialPrompts } from "./initial-prompts.ts";
import { openExtensions } from "./open-extensions.ts";
import { openSession } from "./open-session.ts";
import { type Options, options as optionTable } from "./options.ts";
import type { ParsedArguments } from "./parse-arguments.ts";
import { rejectUnknown } from "./parse-arguments.ts";
import { readStdin } from "./read-stdin.ts";
import { resourceOptions, trustedSettings } from "./resource-flags.ts";
import { selectModel } from "./select-model.ts";
import { sessionFactory } from "./session-factory.ts";
import { startExtensions } from "./start-extensions.ts";
import { stopOnSignals } from "./stop-on-signals.ts";

type Arguments = ParsedArguments<typeof optionTable>;

/** From parsed arguments to a session in its mode. Resolves to the exit code. */
export async function runApplication(args: Arguments): Promise<number> {
  const { options } = args;
  const mode = chooseMode(options, { stdin: process.stdin.isTTY === true, stdout: process.stdout.isTTY === true });
  const cwd = process.cwd();
  const services = await createSessionServices({
    cwd,
    settings: await trustedSettings(options, cwd),
    resourceOptions: resourceOptions(options),
  });
  if (options.listModels) return await (await import("./list-models.ts")).listModels(services, options.listModels);
  if (mode === "rpc" && args.messages.length + args.files.length > 0)
    throw usageError("rpc mode takes its prompts as lines on stdin, not as arguments.");
  // The screen owns the terminal; every other mode keeps stdout to itself, before an extension can write to it.
  const stdout = mode === "interactive" ? process.stdout : takeStdout();
  const extensions = await openExtensions(services, options, args.unknown, warn);
  const leftover = extensions?.leftoverArguments ?? { unknown: args.unknown, messages: [] };
  rejectUnknown(leftover.unknown, optionTable);
  const messages = [...leftover.messages, ...args.messages];
  const stdin =
    mode === "rpc" ? undefined : await readStdin({ stdin: process.stdin, optional: messages.length > 0, warn });
  const prompts = await initialPrompts({ cwd, messages, files: args.files, stdin });
  if (prompts.length === 0 && (mode === "print" || mode === "json"))
    throw usageError('Nothing to do: give a prompt, as in tau -p "explain this folder".');
  for (const problem of serviceDiagnostics(services)) warn(problem);
  const chosen = await selectModel(options, services);
  const log = openSession(options, services);
  const runtime = await AgentSessionRuntime.start(sessionFactory(options, services, chosen, extensions), log);
  if (runtime.modelFallbackMessage) warn(`${runtime.modelFallbackMessage}.`);
  return await runMode(mode, runtime, { prompts, options, stdout });
}

interface ModeInput {
  readonly prompts: readonly Prompt[];
  readonly options: Options;
  readonly stdout: { write(text: string): unknown };
}

async function runMode(mode: AppMode, runtime: AgentSessionRuntime, input: ModeInput): Promise<number> {
  const { prompts, stdout, options } = input;
  const { useTheme, resume, tuiMode } = options;
  const stopped = stopOnSignals(() => runtime.session);
  const { signal } = stopped;
  try {
    if (mode === "interactive")
      await (await import("./open-screen.ts")).openScreen(runtime, { prompts, useTheme, resume, tuiMode, signal });
    else if (mode === "rpc") await (await import("./serve-rpc.ts")).serveRpc(runtime, { stdout, signal });
    else {
      await startExtensions(runtime, { mode, onError: (failure) => warn(describeFailure(failure)) });
      if (mode === "json") await runJsonMode(runtime.session, prompts, createLineSink(stdout));
      else stdout.write(withNewline(await runPrintMode(runtime.session, prompts, warn)));
    }
  } finally {
    stopped.release();
    await runtime.dispose();
  }
  return stopped.exitCode ?? (mode === "interactive" || mode === "rpc" ? ExitCode.done : exitCodeOf(runtime.session));
}

/** A run that failed says so on stderr, whatever the mode wrote to stdout. */
function exitCodeOf(session: AgentSession): number {
  const failed = session.lastFailure();
  if (!failed) return ExitCode.done;
  warn(failed.errorMessage ?? "The run was stopped.");
  return session.storageFailure ? ExitCode.storage : ExitCode.runFailed;
}

function describeFailure({ extensionPath, event, error }: ExtensionError): string {
  return `${extensionPath} failed at ${event}: ${error}`;
}

function warn(message: string): void {
  process.stderr.write(`tau: ${message}\n`);
}

function withNewline(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
