import { printWarning } from "../core/output/print.ts";
import type { PermissionRefusal } from "../core/permission/session-permission.ts";
import type { Prompt } from "../core/session/input/prompt.ts";
import type { Session } from "../core/session/session.ts";
import type { AgentSessionEvent } from "../core/session/session-event.ts";
import type { AnswerSchema } from "../modes/print/checked-answer.ts";
import { runPrintMode } from "../modes/print/print-mode.ts";
import { watchLimits } from "../modes/print/run-limits.ts";
import type { LineOutput } from "../modes/wire/line-sink.ts";
import { ExitCode } from "./exit-code.ts";
import type { Options } from "./options/options.ts";

export interface BatchInput {
  readonly prompts: readonly Prompt[];
  readonly options: Options;
  /** The schema of the answer, from `--output-schema`. */
  readonly schema?: AnswerSchema | undefined;
  readonly stdout: LineOutput;
}

/** Runs the prompts without a user, for print and json mode. Resolves to the exit code. */
export async function runBatch(
  mode: "print" | "json",
  session: Session,
  { prompts, options, schema, stdout }: BatchInput,
): Promise<number> {
  const limits = watchLimits(session, options);
  let reason = "";
  const warn = (event: AgentSessionEvent) => {
    if (event.type === "retry_fallback_applied") printWarning(`${event.message}.`);
    if (event.type === "auto_retry_start" && mode === "print") reason = warnOfWait(event, reason);
    if (event.type === "auto_retry_end") reason = "";
  };
  const unsubscribe = session.subscribe(warn, { isShown: false });
  let problem: string | undefined;
  try {
    if (mode === "json") {
      const { runJsonMode } = await import("../modes/json/json-mode.ts");
      await runJsonMode(session, prompts, stdout);
    } else {
      const result = await runPrintMode(session, prompts, schema);
      stdout.write(withNewline(result.text));
      problem = result.problem;
    }
  } finally {
    limits.release();
    unsubscribe();
  }
  await reportRefusals(session.permission.refused ?? []);
  return await report(session, limits.reason ?? problem);
}

/**
 * Warns of the wait, because a program that prints nothing for a minute seems to hang. Leaves out the reason if it is the one printed
 * before. Returns the reason.
 */
function warnOfWait(event: Extract<AgentSessionEvent, { type: "auto_retry_start" }>, said: string): string {
  const { attempt, maxAttempts, delayMs, errorMessage } = event;
  // Tau itself follows the advice at the end.
  const reason = errorMessage.replace(/( Wait a little and try again| Try again|\n).*/s, "");
  const wait = `Trying again in ${Math.ceil(delayMs / 1000)} s (${attempt} of ${maxAttempts}).`;
  printWarning(reason === said ? wait : `${reason} ${wait}`);
  return reason;
}

/** Prints what the run was not permitted to do, and how to permit it. */
async function reportRefusals(refused: readonly PermissionRefusal[]): Promise<void> {
  if (refused.length === 0) return;
  const { describeRefusals } = await import("../core/permission/describe-refusals.ts");
  for (const line of describeRefusals(refused)) printWarning(line);
}

/** Reports a failed run on stderr, whatever the mode wrote to stdout. Resolves to the exit code. */
async function report(session: Session, reason: string | undefined): Promise<number> {
  const failed = session.lastFailure();
  if (!failed && reason === undefined) {
    if (isCut(session)) printWarning("The answer was cut off: the model's output limit is reached.");
    return ExitCode.done;
  }
  printWarning(reason ?? failed?.errorMessage ?? "The run was stopped.");
  if (failed) (await import("../core/sandbox/warn-inside.ts")).warnInside();
  return session.storageFailure ? ExitCode.storage : ExitCode.runFailed;
}

function isCut({ messages }: Session): boolean {
  const answer = messages.findLast((message) => message.role === "assistant");
  return answer?.role === "assistant" && answer.stopReason === "length";
}

function withNewline(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
