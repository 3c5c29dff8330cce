import type { AgentSession } from "../core/session/agent-session.ts";
import type { Prompt } from "../core/session/prompt.ts";
import type { AnswerSchema } from "../modes/print/checked-answer.ts";
import { runPrintMode } from "../modes/print/print-mode.ts";
import { watchLimits } from "../modes/print/run-limits.ts";
import type { LineOutput } from "../modes/wire/line-sink.ts";
import { ExitCode } from "./exit-code.ts";
import type { Options } from "./options.ts";

export interface BatchInput {
  readonly prompts: readonly Prompt[];
  readonly options: Options;
  /** What the answer has to be, of `--output-schema`. */
  readonly schema?: AnswerSchema | undefined;
  readonly stdout: LineOutput;
}

/** Runs the prompts without a user: print and json mode. Resolves to the exit code. */
export async function runBatch(
  mode: "print" | "json",
  session: AgentSession,
  { prompts, options, schema, stdout }: BatchInput,
): Promise<number> {
  const limits = watchLimits(session, options);
  const unsubscribe = session.subscribe((event) => {
    if (event.type === "retry_fallback_applied") warn(`${event.message}.`);
  });
  let problem: string | undefined;
  try {
    if (mode === "json") {
      const { runJsonMode } = await import("../modes/json/json-mode.ts");
      await runJsonMode(session, prompts, stdout);
    } else {
      const result = await runPrintMode(session, prompts, schema);
      stdout.write(withNewline(await shown(result.text, process.stdout)));
      problem = result.problem;
    }
  } finally {
    limits.release();
    unsubscribe();
  }
  return await report(session, limits.reason ?? problem);
}

/** A run that failed says so on stderr, whatever the mode wrote to stdout. */
async function report(session: AgentSession, reason: string | undefined): Promise<number> {
  const failed = session.lastFailure();
  if (!failed && reason === undefined) {
    if (isCut(session)) warn("The answer was cut off: the model's output limit is reached.");
    return ExitCode.done;
  }
  warn(reason ?? (await shown(failed?.errorMessage ?? "The run was stopped.", process.stderr)));
  return session.storageFailure ? ExitCode.storage : ExitCode.runFailed;
}

/** A file gets every byte. A terminal gets text: what a model or a server says must not act on it. */
async function shown(text: string, { isTTY }: { readonly isTTY: boolean }): Promise<string> {
  if (!isTTY) return text;
  const { stripTerminalSequences } = await import("../core/output/terminal-text.ts");
  return stripTerminalSequences(text);
}

function isCut({ messages }: AgentSession): boolean {
  const answer = messages.findLast((message) => message.role === "assistant");
  return answer?.role === "assistant" && answer.stopReason === "length";
}

function warn(message: string): void {
  process.stderr.write(`tau: ${message}\n`);
}

function withNewline(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
