import type { AgentToolResult } from "@tau/agent";
import { textResult } from "../builtin-tool.ts";
import type { CommandJobs, RunningCommand } from "./command-jobs.ts";
import type { BashToolDetails } from "./details.ts";

type Result = AgentToolResult<BashToolDetails | undefined>;

export interface CommandRun {
  readonly facts: Omit<RunningCommand, "ended" | "stop">;
  readonly jobs: () => Promise<CommandJobs>;
  /** The signal of the tool call. It no longer applies once the command is a job. */
  readonly signal: AbortSignal | undefined;
  readonly start: (signal: AbortSignal) => Promise<Result>;
  /** Called when the command becomes a job. */
  readonly onHandedOver: () => void;
}

/** Commands shorter than this do not load the code for jobs. */
const OFFER_AFTER_MS = 1000;

/** Resolves to the result of a command, or earlier to the message of a job that has taken it over. */
export async function runOrHandOver({ facts, jobs, signal, start, onHandedOver }: CommandRun): Promise<Result> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  const ended = start(stopping.signal);
  const hasEnded = ended.then(
    () => undefined,
    () => undefined,
  );
  const outcome = ended.then(toOutcome, (error: unknown) => ({ text: String(error), isError: true }));
  const command: RunningCommand = { ...facts, ended: outcome, stop };
  try {
    if (!facts.isAsync && !(await isStillRunning(hasEnded))) return await ended;
    const text = await Promise.race([(await jobs()).takeOver(command), hasEnded]);
    if (text === undefined) return await ended;
    onHandedOver();
    return textResult(text, undefined);
  } catch (error) {
    // A failure of the job code must not affect the command, unless a job was requested.
    if (!facts.isAsync) return await ended;
    stop();
    await hasEnded;
    throw error;
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

async function isStillRunning(hasEnded: Promise<undefined>): Promise<boolean> {
  const timer = Promise.withResolvers<boolean>();
  const id = setTimeout(() => timer.resolve(true), OFFER_AFTER_MS);
  const isRunning = await Promise.race([timer.promise, hasEnded.then(() => false)]);
  clearTimeout(id);
  return isRunning;
}

function toOutcome({ content, isError = false }: Result) {
  return { text: content.map((block) => (block.type === "text" ? block.text : "")).join(""), isError };
}
