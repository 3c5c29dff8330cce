import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AgentTool, AgentToolResult, AgentToolUpdateCallback } from "@tau/agent";
import { uniqueName } from "../../files/unique-name.ts";
import { OutputSink, type OutputSnapshot, type SpillPlace } from "../../output/index.ts";
import {
  type ProcessPort,
  type SessionFacts,
  sessionEnvironment,
  unattendedEnvironment,
  withoutSession,
} from "../../process/index.ts";
import { textResult } from "../builtin-tool.ts";
import { ToolError } from "../tool-error.ts";
import { type ExpandedCommand, expandUrls } from "../urls/expand-urls.ts";
import type { UrlSources } from "../urls/locate-url.ts";
import type { CommandJobsSource } from "./command-jobs.ts";
import type { BashToolDetails } from "./details.ts";
import type { BashOperations } from "./operations.ts";
import { type BashToolInput, parameters } from "./parameters.ts";
import { detailsOf, renderOutput } from "./render-output.ts";
import { createThrottle } from "./throttle.ts";

export type { BashToolInput };
export type BashTool = AgentTool<typeof parameters, BashToolDetails | undefined>;

export interface BashSpawnContext {
  command: string;
  cwd: string;
  env: NodeJS.ProcessEnv;
}

export interface ShellSettings {
  readonly minimizer?: { readonly enabled?: boolean };
}

export type BashSpawnHook = (context: BashSpawnContext) => BashSpawnContext;

export interface BashToolOptions {
  operations?: BashOperations;
  /** A command that runs before each command, in the same shell. */
  commandPrefix?: string | undefined;
  shellPath?: string | undefined;
  /** Starts the commands, unless `operations` does. Default: this machine. */
  processes?: ProcessPort | undefined;
  /** Whether commands see `sessionEnvironment`. Default true. */
  exposeSessionEnvironment?: boolean;
  /** Returns the variables that describe the session; called for each command. */
  sessionEnvironment?: () => Readonly<Record<string, string>>;
  /** Makes the final changes to command, folder and environment. */
  spawnHook?: BashSpawnHook;
  /** Sources of `artifact://<id>` and `skill://<name>` words in a command, which are replaced by paths. */
  urls?: UrlSources | undefined;
  /** Timeout in seconds for commands without one. Default: none. */
  defaultTimeout?: number | undefined;
  /** Resolves to the reason why a command is refused and what to do instead, or to `undefined` if it may run. */
  refuse?: ((command: string) => Promise<string | undefined>) | undefined;
  /** Takes over commands that run long or should run in the background. Absent if there are no jobs. */
  jobs?: CommandJobsSource | undefined;
  /** Folder for the records of jobs, which let them outlive a crash. */
  jobFolder?: string | undefined;
  /** Returns the settings of batteries for commands; called for each command. */
  shellSettings?: (() => ShellSettings | undefined) | undefined;
  /** Returns where to keep the original of an output that the model gets in a shorter form. */
  originalPlace?: (() => SpillPlace) | undefined;
  /** Returns where to keep the whole of a long output. Default: a new file in the temp folder. */
  spillPlace?: (() => SpillPlace) | undefined;
}

/** The session facts in the context of an extension's tool, because an extension may wrap this tool. */
interface ShellToolSession {
  readonly sessionManager: { getSessionId(): string; getSessionFile(): string | undefined };
  readonly model: { readonly provider: string; readonly id: string } | undefined;
  readonly thinkingLevel: string;
}

const UPDATE_INTERVAL_MS = 100;
/** The longest time that a timer supports. */
const MAX_TIMEOUT_SECONDS = 2_147_483.647;

/** Creates a tool that runs commands, for any shell. */
export function createShellTool(
  cwd: string,
  face: { readonly name: string; readonly description: string },
  operations: BashOperations,
  options: Omit<BashToolOptions, "operations">,
): BashTool {
  return {
    name: face.name,
    label: face.name,
    description: face.description,
    parameters,
    async execute(id, input: BashToolInput & { async?: boolean }, signal, onUpdate, session?: ShellToolSession) {
      const { command, timeout, async: isAsync = false } = input;
      checkTimeout(timeout);
      const { jobs } = options;
      if (isAsync) await checkJobs(jobs);
      // A job may be a server, so the default timeout does not apply to it.
      const limit = timeout ?? (isAsync ? undefined : options.defaultTimeout);
      const admitted = await admit(command, options, signal);
      const context = prepare(admitted.command, cwd, options, session);
      const record = isAsync && options.jobFolder ? join(options.jobFolder, uniqueName()) : undefined;
      const sink = new OutputSink(options);
      let isJob = false;
      const updates = createThrottle(UPDATE_INTERVAL_MS, () => void (isJob || sendUpdate(sink, onUpdate)));
      // The call may have waited for permission. Report that it runs now, because its first output may take long.
      if (!isAsync) sendUpdate(sink, onUpdate);
      const start = (stopping: AbortSignal | undefined) =>
        operations
          .exec(context.command, context.cwd, {
            onData: (data) => {
              sink.append(data);
              if (onUpdate) updates.request();
            },
            env: context.env,
            ...(stopping && { signal: stopping }),
            ...(limit !== undefined && { timeout: limit }),
            ...(record !== undefined && { record }),
          })
          .then(
            ({ exitCode }) => describeExit(exitCode),
            (error: unknown) => {
              const ending = describeInterruption(error, timeout === undefined ? LIMIT_OF_SETTINGS : "");
              return ending ?? describeFailure(error, sink);
            },
          )
          .finally(() => {
            sink.finish();
            updates.flush();
          })
          .then((ending) => finalResult(sink, ending, (snapshot) => shorten(command, snapshot, options)))
          .finally(() => admitted.release());
      if (!jobs) return await start(signal);
      const { runOrHandOver } = await import("./run-or-hand-over.ts");
      const output = () => renderOutput(sink.snapshot());
      return await runOrHandOver({
        facts: { toolCallId: id, command, cwd, isAsync, timeout: limit, record, output },
        ...{ jobs, signal, start },
        onHandedOver: () => {
          isJob = true;
        },
      });
    },
  };
}

async function checkJobs(jobs: CommandJobsSource | undefined): Promise<void> {
  if (!jobs) throw new ToolError("unavailable", "Background jobs are off here. Run the command without async.");
  const reason = (await jobs()).refusal();
  if (reason !== undefined) throw new ToolError("refused", reason);
}

/** Wraps the tool so that it throws its failures, as programs that call it directly expect. */
export function throwingFailures(tool: BashTool): BashTool {
  return {
    ...tool,
    async execute(...call: Parameters<BashTool["execute"]>) {
      const result = await tool.execute(...call);
      if (!result.isError) return result;
      throw new Error(result.content.map((block) => (block.type === "text" ? block.text : "")).join(""));
    },
  };
}

/** Resolves to the command to run, with the session's URLs replaced by paths. Throws if the command is refused. */
async function admit(
  command: string,
  { refuse, urls }: BashToolOptions,
  signal: AbortSignal | undefined,
): Promise<ExpandedCommand> {
  const reason = await refuse?.(command);
  if (reason !== undefined) throw new ToolError("refused", reason);
  return await expandUrls(command, urls ?? {}, { signal });
}

function prepare(
  command: string,
  cwd: string,
  options: BashToolOptions,
  caller: ShellToolSession | undefined,
): BashSpawnContext {
  const { sessionEnvironment: known = () => caller && sessionEnvironment(factsOf(caller)) } = options;
  const session = options.exposeSessionEnvironment === false ? {} : known();
  const context: BashSpawnContext = {
    command: options.commandPrefix ? `${options.commandPrefix}\n${command}` : command,
    cwd,
    env: { ...withoutSession(process.env), ...unattendedEnvironment, ...session },
  };
  return options.spawnHook?.(context) ?? context;
}

function factsOf({ sessionManager, model, thinkingLevel }: ShellToolSession): SessionFacts {
  return {
    sessionId: sessionManager.getSessionId(),
    sessionFile: sessionManager.getSessionFile(),
    provider: model?.provider,
    model: model?.id,
    thinkingLevel,
  };
}

function checkTimeout(timeout: number | undefined): void {
  if (timeout === undefined || (timeout > 0 && timeout <= MAX_TIMEOUT_SECONDS)) return;
  throw new ToolError(
    "invalid-argument",
    `timeout must be above 0 and at most ${MAX_TIMEOUT_SECONDS} seconds; got ${timeout}.`,
  );
}

function sendUpdate(
  sink: OutputSink,
  onUpdate: AgentToolUpdateCallback<BashToolDetails | undefined> | undefined,
): void {
  const snapshot = sink.snapshot();
  onUpdate?.(textResult(snapshot.content, detailsOf(snapshot)));
}

/** What the model is told besides the output; `undefined` if the command succeeded. */
type Ending = string | undefined;

function describeExit(exitCode: number | null): Ending {
  if (exitCode === 0) return undefined;
  return exitCode === null ? "Command failed: its exit code is not known" : `Command exited with code ${exitCode}`;
}

const LIMIT_OF_SETTINGS = ", the limit for commands that have none of their own. Give timeout to let it run longer.";

function describeInterruption(error: unknown, whoseLimit: string): Ending {
  const message = error instanceof Error ? error.message : "";
  if (message === "aborted") return "Command aborted";
  const timeout = /^timeout:(.+)$/.exec(message);
  return timeout ? `Command timed out after ${timeout[1]} seconds${whoseLimit}` : undefined;
}

/** Whether the connection to the machine on which the command runs was lost. */
function isLost(error: Error): boolean {
  return "code" in error && error.code === "lost";
}

/** Keeps what came before the connection was lost; any other failure is one of the tool. */
function describeFailure(error: unknown, sink: OutputSink): Ending {
  if (error instanceof Error && isLost(error) && sink.snapshot().content !== "") return error.message;
  throw error;
}

async function finalResult(
  sink: OutputSink,
  ending: Ending,
  render: (snapshot: OutputSnapshot) => Promise<string>,
): Promise<AgentToolResult<BashToolDetails | undefined>> {
  const snapshot = sink.snapshot();
  const output = await render(snapshot);
  const details = detailsOf(snapshot);
  if (ending === undefined) return textResult(output || "(no output)", details);
  return { ...textResult(output ? `${output.replace(/\n+$/, "")}\n\n${ending}` : ending, details), isError: true };
}

/** Resolves to the output without noise, if this is enabled and the original can be kept. */
async function shorten(command: string, snapshot: OutputSnapshot, options: BashToolOptions): Promise<string> {
  const { minimizer } = options.shellSettings?.() ?? {};
  if (!minimizer?.enabled || snapshot.truncation.truncated || !options.originalPlace) return renderOutput(snapshot);
  const { minimizeOutput } = await import("./minimize-output.ts");
  const short = minimizeOutput(command, snapshot.content);
  if (short === undefined) return renderOutput(snapshot);
  const { path, artifactId } = options.originalPlace();
  await writeFile(path, snapshot.content);
  return `${short.replace(/\n+$/, "")}\n\n[raw output: ${artifactId === undefined ? path : `artifact://${artifactId}`}]`;
}
