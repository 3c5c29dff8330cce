import type { ModelReply, ModelRequest, ModelTurn } from "@tau/testkit";
import { type ScriptedSetup, withScriptedModel } from "../e2e/scripted-model.ts";
import type { FaultReport } from "./fault-report.ts";
import { findLosses, isResumed, RESUMED, saidIn } from "./find-losses.ts";
import { MODES, type ModeOptions, type ModeRun } from "./run-in-mode.ts";

/** What a fault does to one run. */
export interface PreparedFault extends Pick<ModeOptions, "through" | "env" | "args" | "timeoutMs"> {
  /** Matches a screen on which the run is over, if its failure has other words than most. */
  readonly isOver?: RegExp;
  /** Called when the model is asked for the turn `at`, counted from 0. */
  readonly begin?: () => unknown;
  readonly at?: number;
  /** Replaces an answer of the model. */
  readonly answer?: (request: ModelRequest, planned: ModelTurn) => ModelReply | Promise<ModelReply>;
  /** Looks for further problems, before the session is resumed. */
  readonly check?: (run: ModeRun) => string[];
  /** Ends the fault, after the run and before the session is resumed. */
  readonly end?: () => unknown;
  /** Called at last, before the files of the run are deleted. */
  readonly dispose?: () => unknown;
}

type BegunFault = PreparedFault & Required<Pick<PreparedFault, "isOver">>;

export interface FaultCase {
  readonly name: string;
  /** Whether the run must reach its answer in spite of the fault. */
  readonly mustAnswer?: boolean;
  readonly prepare: (setup: ScriptedSetup) => Promise<PreparedFault> | PreparedFault;
}

/** The last answer of the scripted run. */
export const ANSWER = "All is well.";
/** Turns with a tool call before the answer. */
export const TOOL_TURNS = 3;

/** Runs each case in each mode, and looks for hangs, crashes, losses and repetitions. */
export async function runFaultCases(
  name: string,
  cases: readonly FaultCase[],
  modes: readonly string[] = process.env.TAU_FAULT_MODES?.split(",") ?? Object.keys(MODES),
): Promise<FaultReport> {
  const failures: string[] = [];
  let answered = 0;
  for (const faultCase of cases) {
    for (const mode of modes) {
      const { problems, isAnswered } = await runCase(faultCase, mode);
      answered += isAnswered ? 1 : 0;
      failures.push(...problems.map((problem) => `${faultCase.name}, ${mode} mode: ${problem}`));
    }
  }
  return { name, cases: cases.length * modes.length, failures, facts: { "reached their answer": answered } };
}

async function runCase({ prepare, mustAnswer = false }: FaultCase, mode: string) {
  let fault: PreparedFault = {};
  let hasBegun = false;
  await using setup = await withScriptedModel(async (request) => {
    if (!isResumed(request.body) && !hasBegun && request.toolResults === fault.at) {
      hasBegun = true;
      await fault.begin?.();
    }
    const planned = takeTurn(request);
    return isResumed(request.body) || !fault.answer ? planned : await fault.answer(request, planned);
  });
  try {
    fault = await prepare(setup);
    const run = await runThrough({ isOver: mustAnswer ? ANSWERED : OVER, ...fault }, setup, mode);
    const isAnswered = run.shown.includes(ANSWER);
    const missing = mustAnswer && !isAnswered ? [`no answer: ${describe(run)}`] : [];
    const found = fault.check?.(run) ?? [];
    const losses = await findLosses(setup, keptOf(run));
    const reason = losses.length + found.length === 0 ? [] : [`(${describe(run)})`];
    return { problems: [...missing, ...findBadEnd(run), ...found, ...losses, ...reason], isAnswered };
  } finally {
    await fault.dispose?.();
  }
}

/** Returns the texts that must be in the log. The last one need not be there if the run said that it could not be written. */
function keptOf({ shown, stderr }: ModeRun): ReadonlySet<string> {
  const said = [...saidIn(shown)];
  return new Set(/Could not (?:write to|lock)/.test(shown + stderr) ? said.slice(0, -1) : said);
}

async function runThrough(fault: BegunFault, { workspace }: ScriptedSetup, mode: string): Promise<ModeRun> {
  const run = MODES[mode];
  if (!run) throw new Error(`There is no mode ${mode}.`);
  try {
    const { through, env, args, timeoutMs, isOver } = fault;
    const limits = { ...(through && { through }), ...(env && { env }), ...(args && { args }) };
    return await run({ workspace, prompt: "go", isOver, ...limits, ...(timeoutMs && { timeoutMs }) });
  } finally {
    await fault.end?.();
  }
}

function takeTurn({ toolResults: turn, body }: ModelRequest): ModelTurn {
  if (isResumed(body)) return RESUMED;
  if (turn >= TOOL_TURNS) return { text: ANSWER };
  const path = `file-${turn}.txt`;
  const write = { name: "write", arguments: { path, content: `${turn}\n`.repeat(100) } };
  const append = { name: "bash", arguments: { command: `echo ran-${turn} >> effects` } };
  return { text: `said-${turn}-end`, toolCalls: turn % 2 === 0 ? [append] : [write] };
}

/** The end of a run that must reach its answer: failures before it are retried. */
const ANSWERED = /All is well\./;
/** The end of a run on the screen: its answer, or the first words of a failure. */
const OVER = /All is well\.|Could not|cannot|can't|disk is full|rror:|failed/;
/** What the screen says of a stream that was cut, stopped or went wrong. */
export const BROKEN_STREAM = /was lost|raise the timeout|base URL/;
/** What the screen says of a server that refuses every request. */
export const REFUSED = /was lost|raise the timeout|base URL|try again|choose another model/i;
const STACK = /^\s+at .*(?:file:|node:|\.js:\d)/m;
const BUG = /TypeError|ReferenceError|RangeError|AssertionError|Unhandled|\[object Object\]|\bundefined\b/;

/** Finds what no fault may lead to: a run without end, a crash, a stack trace, an error without a sentence. */
export function findBadEnd(run: ModeRun): string[] {
  const text = `${run.shown}\n${run.stderr}`;
  return [
    ...(run.hung ? [`did not end: ${describe(run)}`] : []),
    ...(run.exitCode === null ? [`was ended by a signal: ${describe(run)}`] : []),
    ...(STACK.test(text) || BUG.test(text) ? [`shows a crash: ${describe(run)}`] : []),
    ...(!run.hung && run.exitCode !== 0 && !/\w+ \w+/.test(text) ? [`gives no reason: ${describe(run)}`] : []),
  ];
}

const DESCRIBED = 600;

function describe({ shown, stderr, exitCode }: ModeRun): string {
  const end = (text: string) => JSON.stringify(text.trimEnd().slice(-DESCRIBED));
  return `exit ${exitCode}, shown ${end(shown)}, stderr ${end(stderr)}`;
}
