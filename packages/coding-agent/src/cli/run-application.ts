import { isatty } from "node:tty";
import type { SessionLog } from "@tau/agent";
import { markTime, reportTimes } from "../core/diagnostics/timing.ts";
import type { ExtensionError, InlineExtension } from "../core/extensions/contract/index.ts";
import { printWarning } from "../core/output/print.ts";
import { getAgentDir } from "../core/paths/index.ts";
import { agentMarkers } from "../core/process/session-environment.ts";
import type { Prompt } from "../core/session/input/prompt.ts";
import { followLogProblems, logProblems } from "../core/session/log/log-problems.ts";
import { SessionRuntime } from "../core/session/replace/session-runtime.ts";
import { getToolListError } from "../core/settings/tool-selection.ts";
import { serviceDiagnostics } from "../core/workspace/workspace.ts";
import type { AnswerSchema } from "../modes/print/checked-answer.ts";
import type { LineOutput } from "../modes/wire/line-sink.ts";
import { takeStdout } from "../modes/wire/take-stdout.ts";
import { type AppMode, chooseMode } from "./choose-mode.ts";
import { usageError } from "./cli-error.ts";
import { ExitCode } from "./exit-code.ts";
import { FolderTrust } from "./folder/folder-trust.ts";
import { openExtensions } from "./folder/open-extensions.ts";
import { type FolderOpening, openFolder } from "./folder/open-folder.ts";
import { startExtensions } from "./folder/start-extensions.ts";
import { initialPrompts, readUnread } from "./input/initial-prompts.ts";
import { hasNoStdin, readStdin } from "./input/read-stdin.ts";
import { type Options, options as optionTable } from "./options/options.ts";
import type { ParsedArguments } from "./options/parse-arguments.ts";
import { rejectUnknown } from "./options/parse-arguments.ts";
import { selectModel } from "./options/select-model.ts";
import { runBatch } from "./run-batch.ts";
import { openSession } from "./sessions/open-session.ts";
import { type FirstFolder, sessionFactory } from "./sessions/session-factory.ts";
import { startedAsPi } from "./started-as-pi.ts";
import { stopOnSignals } from "./stop-on-signals.ts";

type Arguments = ParsedArguments<typeof optionTable>;

export interface ProgramArguments {
  /** The arguments as they were given. */
  readonly args?: readonly string[];
  /** Extensions of the program that embeds the command line. */
  readonly inline?: readonly InlineExtension[] | undefined;
}

/** Runs a session in the mode that the parsed arguments ask for. Resolves to the exit code. */
export async function runApplication(
  args: Arguments,
  { args: words = [], inline }: ProgramArguments = {},
): Promise<number> {
  const { options } = args;
  markTime("modules");
  // Child processes and extensions read all three. Extensions written for pi look for pi's home, which is Tau's unless the user set
  // another.
  process.env.PI_CODING_AGENT_DIR ||= getAgentDir();
  Object.assign(process.env, agentMarkers, options.offline ? { TAU_OFFLINE: "1" } : {});
  const mode = chooseMode(options, { stdin: isatty(0), stdout: process.stdout.isTTY === true });
  const cwd = process.cwd();
  const toolProblem = getToolListError(options.tools ?? []);
  if (toolProblem) throw usageError(`--tools: ${toolProblem}.`);
  checkMode(mode, args);
  // The screen owns the terminal. Every other mode takes stdout before an extension can write to it.
  const stdout = mode === "interactive" ? process.stdout : takeStdout();
  const given = { options, mode, flags: args.unknown, warn: printWarning, inline };
  const opening: FolderOpening = { ...given, trust: new FolderTrust(given) };
  const folder = await openFolder(cwd, opening);
  const { services } = folder;
  markTime("resources");
  const { extensions, leftover } = await openExtensions(folder, opening);
  markTime("extensions");
  for (const problem of serviceDiagnostics(services)) printWarning(problem);
  if (options.listModels) rejectUnknown(leftover.unknown, optionTable);
  const other = await withoutSession(words, options, { services, extensions, stdout });
  if (other !== undefined) return other;
  rejectUnknown(leftover.unknown, optionTable);
  const serve = mode === "extension" ? (await extensionMode()).serve : undefined;
  const served = await serve?.({ services, extensions }, opening, stdout);
  if (served !== undefined) return served;
  const prompts = await readPrompts(args, promptTexts(args, leftover.words), mode);
  const schema = await answerSchema(mode, options);
  const chosen = await selectModel(options, services);
  const log = await openLog(opening, { services, extensions });
  if (!log) return ExitCode.done;
  refuseLocked(log, mode);
  for (const problem of logProblems(log)) printWarning(problem);
  const runtime = await SessionRuntime.start(sessionFactory({ services, extensions }, opening, chosen), log);
  if (options.debug) await (await import("./sessions/follow-in-log.ts")).followInLog(runtime, options);
  markTime("session");
  reportTimes();
  if (mode !== "interactive") for (const problem of startProblems(runtime)) printWarning(problem);
  return await runMode(opening, runtime, { prompts, schema, stdout });
}

/** Joins the words of the command line into one prompt, or makes each a separate prompt when started as pi. `--prompt` adds further prompts. */
function promptTexts({ messages, places, options }: Arguments, taken: ReadonlyMap<string, string>): string[] {
  const words = [...messages];
  // Starts with the last one, so that the earlier places remain valid.
  for (const [option, word] of [...taken].reverse()) words.splice(places.get(option) ?? 0, 0, word);
  const { prompt: further = [] } = options;
  if (startedAsPi()) return [...words, ...further];
  return words.length === 0 ? further : [words.join(" "), ...further];
}

/** Does what needs no session. Resolves to the exit code, or to undefined if the command line asks for a session. */
async function withoutSession(
  words: readonly string[],
  { listModels }: Options,
  { services, extensions, stdout }: FirstFolder & { readonly stdout: LineOutput },
): Promise<number | undefined> {
  const subcommand = extensions?.registered?.getSubcommand(words[0] ?? "");
  if (subcommand)
    return await (await import("./commands/extension-commands.ts")).runSubcommand(subcommand, words.slice(1), {
      ...services,
      print: (text) => void stdout.write(`${text}\n`),
    });
  return listModels ? await (await import("./list-models.ts")).listModels(services, listModels, stdout) : undefined;
}

async function readPrompts(
  { options, files }: Arguments,
  messages: readonly string[],
  mode: AppMode,
): Promise<Prompt[]> {
  // RPC mode and modes of extensions read stdin themselves.
  const isProtocol = mode === "rpc" || mode === "extension";
  const optional = messages.length + files.length > 0;
  const stdin =
    isProtocol || hasNoStdin()
      ? undefined
      : await readStdin({ stdin: process.stdin, optional, warn: printWarning, timeout: options.timeout });
  const prompts = await initialPrompts({ cwd: process.cwd(), messages, files, stdin });
  if (prompts.length === 0 && (mode === "print" || mode === "json"))
    throw usageError('Nothing to do: give a prompt, as in tau -p "explain this folder".');
  return prompts;
}

/** Opens the log of the session, with the remote workspace that a flag of an extension names. */
async function openLog(opening: FolderOpening, folder: FirstFolder): Promise<SessionLog | undefined> {
  if (opening.flags.size > 0) return await (await import("./sessions/open-remote.ts")).openRemoteLog(opening, folder);
  return await openSession({ ...opening, services: folder.services });
}

/** Throws if another process writes the session and there is no user to ask what to do. */
function refuseLocked(log: SessionLog, mode: AppMode): void {
  const reason = log.getReadOnlyReason();
  if (reason?.code === "locked" && (mode === "print" || mode === "json")) throw reason;
}

/** Reads the schema before signal handlers are installed, so that a signal still ends the program while it waits for a pipe without a writer. */
async function answerSchema(mode: AppMode, { outputSchema }: Options): Promise<AnswerSchema | undefined> {
  if (outputSchema === undefined || mode !== "print") return undefined;
  return await (await import("./input/read-answer-schema.ts")).readAnswerSchema(outputSchema);
}

/** Returns warnings about the chosen model for modes without a screen. The screen shows them itself. */
function startProblems({ session, modelFallbackMessage, foundServer }: SessionRuntime): string[] {
  const problems: string[] = [];
  if (modelFallbackMessage) problems.push(`${modelFallbackMessage}.`);
  if (foundServer) problems.push(`No key is set: the model is ${session.model.id} of ${foundServer}.`);
  return problems;
}

function checkMode(mode: AppMode, { options, messages, files }: Arguments): void {
  const prompts = [...messages, ...(options.prompt ?? [])];
  if (options.resume && mode !== "interactive")
    throw usageError("--resume shows a list and needs a terminal. Use --continue, or --session with a path or an id.");
  if (mode === "rpc" && prompts.length + files.length > 0)
    throw usageError("rpc mode takes its prompts as lines on stdin, not as arguments.");
  if (mode === "json" && options.outputSchema !== undefined)
    throw usageError("--output-schema applies to what -p prints; --mode json has its own format.");
}

interface ModeInput {
  readonly prompts: readonly Prompt[];
  readonly schema: AnswerSchema | undefined;
  readonly stdout: LineOutput;
}

async function runMode(opening: FolderOpening, runtime: SessionRuntime, input: ModeInput): Promise<number> {
  const { mode, options } = opening;
  const { schema, stdout } = input;
  const stopped = stopOnSignals(() => [runtime.session]);
  const endProblems = mode === "interactive" ? undefined : tellLogProblems(runtime);
  const { signal } = stopped;
  const checkTools = async () => {
    if (options.tools) await (await import("./options/unknown-tools.ts")).checkToolNames(options.tools, runtime, mode);
  };
  let exitCode: number = ExitCode.done;
  try {
    const prompts = await readUnread(input.prompts, runtime.session);
    if (mode === "interactive" || mode === "rpc") await checkTools();
    if (mode === "interactive")
      await (await import("./screen/open-screen.ts")).openScreen(runtime, {
        prompts,
        signal,
        options,
        onPrompt: (prompt) => {
          opening.trust.prompt = prompt;
        },
      });
    else if (mode === "rpc") await (await import("./serve-rpc.ts")).serveRpc(runtime, { stdout, signal, options });
    else if (mode === "extension") {
      await startExtensions(runtime, { mode: "print", onError: (failure) => printWarning(describeFailure(failure)) });
      const input = { prompts, stdout, signal };
      exitCode = await (await extensionMode()).runExtensionMode(options.mode ?? "", runtime, input);
    } else {
      await startExtensions(runtime, { mode, onError: (failure) => printWarning(describeFailure(failure)) });
      await checkTools();
      exitCode = await runBatch(mode, runtime.session, { prompts, options, schema, stdout });
    }
  } finally {
    stopped.release();
    endProblems?.();
    await runtime.dispose();
  }
  return stopped.exitCode ?? exitCode;
}

const extensionMode = async () => await import("./run-extension-mode.ts");

/** Prints problems with the log of this session and of each session that replaces it. The screen shows them itself. */
function tellLogProblems(runtime: SessionRuntime): () => void {
  let end = followLogProblems(runtime.session, printWarning);
  const { onReplaced } = runtime.hooks;
  runtime.hooks.onReplaced = async (session, start) => {
    end();
    for (const problem of logProblems(session.log)) printWarning(problem);
    end = followLogProblems(session, printWarning);
    await onReplaced?.(session, start);
  };
  return () => end();
}

function describeFailure({ extensionPath, event, error }: ExtensionError): string {
  return `${extensionPath} failed at ${event}: ${error}`;
}
