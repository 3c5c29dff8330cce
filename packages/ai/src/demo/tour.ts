import type { Context } from "../contract/context.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Message, ToolCall, ToolResultMessage, UserMessage } from "../contract/messages.ts";
import type { Tool } from "../contract/tool.ts";
import { contentText } from "../handover/content-text.ts";
import { FAILURE_MARK, SUCCESS_MARK } from "./program.ts";
import { stepCall, type TourStep, toolFor } from "./steps.ts";
import { texts } from "./texts.ts";

/** The next answer of the script. */
export interface TourReply {
  readonly text: string;
  readonly call?: { readonly id: string; readonly name: string; readonly arguments: JsonObject };
}

const STEPS: readonly TourStep[] = ["list", "scratch", "write", "run", "read", "edit", "rerun"];

/** Returns the next answer. It depends only on the conversation, so that a resumed session continues where it stopped. */
export function nextReply(context: Context): TourReply {
  const { messages } = context;
  const last = messages.findLast(({ role }) => role === "user" || role === "toolResult");
  if (last?.role === "toolResult") return afterResult(context, last);
  // Extensions may have added messages of their own to the user's.
  const asked = messages
    .slice(messages.findLastIndex(({ role }) => role === "assistant") + 1)
    .flatMap((message) => (message.role === "user" ? [userText(message)] : []));
  if (asked.some((text) => asksForTour(text, messages))) return takeStep("list", context, "");
  if (asked.some((text) => CONTINUE.test(text)) && tourOf(messages).length > 0) return resume(context);
  return { text: texts.offer };
}

function afterResult(context: Context, result: ToolResultMessage): TourReply {
  const tour = tourOf(context.messages);
  const current = tour.find(({ call }) => call.id === result.toolCallId);
  if (!current) return { text: texts.offer };
  const problem = problemWith(current.step, result);
  if (problem) return problem;
  return stepAfter(current.step, tour, context);
}

/** Continues after the last successful step and repeats a step that failed, was denied or was cut off. */
function resume(context: Context): TourReply {
  const tour = tourOf(context.messages);
  const done = tour.findLast(({ step, result }) => result && !problemWith(step, result));
  return done ? stepAfter(done.step, tour, context) : takeStep("list", context, "");
}

function stepAfter(step: TourStep, tour: readonly TakenStep[], context: Context): TourReply {
  const resultOf = (name: TourStep) =>
    contentText(tour.findLast((taken) => taken.step === name)?.result?.content ?? "");
  const inPlace = EMPTY.test(resultOf("list"));
  const file = inPlace ? FILE : `${resultOf("scratch").trim()}/${FILE}`;
  const next = STEPS[STEPS.indexOf(step) + (step === "list" && inPlace ? 2 : 1)];
  return next ? takeStep(next, context, file) : { text: texts.done(file) };
}

const FILE = "median.mjs";
/** Matches the tools' output for an empty folder. The tour works there; otherwise it creates its own folder. */
const EMPTY = /^\s*(?:\((?:no output|empty directory)\))?\s*$/;

function takeStep(step: TourStep, context: Context, file: string): TourReply {
  const tool = toolFor(step, context.tools ?? []);
  if (typeof tool === "string") return { text: texts.noTools(tool) };
  const text = step === "write" ? texts.write(file) : texts[step];
  return { text, call: { id: `demo-${step}-${context.messages.length}`, ...stepCall(step, tool as Tool, file) } };
}

/** Returns a reply if the step failed. The first run is meant to fail, so for both runs the output counts and not the exit status. */
function problemWith(step: TourStep, result: ToolResultMessage): TourReply | undefined {
  const output = contentText(result.content);
  const expected = EXPECTED_OUTPUT[step];
  if (expected ? output.includes(expected) : !result.isError) return undefined;
  if (result.isError && DENIED.test(output)) return { text: texts.denied(result.toolName) };
  return { text: texts.failed(result.toolName, shortReason(output)) };
}

const EXPECTED_OUTPUT: Partial<Record<TourStep, string>> = { run: FAILURE_MARK, rerun: SUCCESS_MARK };
const DENIED = /denied|declined|not allowed|not permitted|rejected|blocked|refused by/i;

function shortReason(output: string): string {
  const lines = output.trim().split("\n").slice(0, 5).join("\n> ");
  return lines.slice(0, 400) || "(no output)";
}

interface TakenStep {
  readonly step: TourStep;
  readonly call: ToolCall;
  readonly result: ToolResultMessage | undefined;
}

/** Returns the steps since the tour was last started. */
function tourOf(messages: readonly Message[]): TakenStep[] {
  const results = new Map<string, ToolResultMessage>();
  for (const message of messages) if (message.role === "toolResult") results.set(message.toolCallId, message);
  const taken: TakenStep[] = [];
  for (const call of toolCalls(messages)) {
    const step = STEP_ID.exec(call.id)?.[1] as TourStep | undefined;
    if (step === "list") taken.length = 0;
    if (step) taken.push({ step, call, result: results.get(call.id) });
  }
  return taken;
}

function toolCalls(messages: readonly Message[]): ToolCall[] {
  return messages.flatMap((message) =>
    message.role === "assistant" ? message.content.filter((block) => block.type === "toolCall") : [],
  );
}

const STEP_ID = /^demo-(list|scratch|write|run|read|edit|rerun)-/;
const TOUR = /\b(?:tour|demo(?:nstrate|nstration)?|show(?:\s+me)?|what can you do|try it)\b/i;
const AGREE = /^\s*(?:yes|yep|yeah|ok(?:ay)?|sure|please|go(?: ahead| on)?|do it|start|y)\b/i;
const CONTINUE = /^\s*(?:continue|go on|next|again|retry|resume|yes|ok(?:ay)?)\b/i;

/** Returns whether the user asked for the tour, or agreed right after the offer. */
function asksForTour(asked: string, messages: readonly Message[]): boolean {
  if (TOUR.test(asked)) return true;
  const lastAnswer = messages.findLast(({ role }) => role === "assistant");
  const offered = lastAnswer?.role === "assistant" && contentText(lastAnswer.content) === texts.offer;
  return offered && AGREE.test(asked);
}

function userText(message: UserMessage): string {
  return contentText(message.content);
}
