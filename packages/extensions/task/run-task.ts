import type { ChildOptions, ChildResult, ChildSession, ExtensionAPI } from "@tau/coding-agent";
import { checkText } from "./check-output.ts";
import type { TaskOutcome } from "./outcome.ts";
import { MOST_MISSES, MOST_REMINDERS, REMINDER, YIELD, type Yielded, yieldTool } from "./yield-tool.ts";

export interface TaskOrder {
  readonly options: ChildOptions;
  readonly prompt: string;
  readonly schema: object | undefined;
  /** The session id of an agent that was interrupted. */
  readonly interrupted: string | undefined;
  readonly signal: AbortSignal;
  /** Creates the session when those of earlier tasks have been created. */
  inTurn<T>(create: () => Promise<T>): Promise<T>;
  onStart(child: ChildSession): void;
}

const CONTINUE = "The program was restarted while you worked. Look at how far you are, then finish your task.";

/** Runs one agent until it has delivered its result, ended without one, or was stopped. */
export async function runTask(pi: ExtensionAPI, order: TaskOrder): Promise<TaskOutcome> {
  const { schema, signal } = order;
  const run = new YieldWatch();
  const options: ChildOptions = {
    ...order.options,
    customTools: [yieldTool(schema, (yielded) => run.take(yielded))],
    signal,
  };
  const { child, isNew } = await order.inTurn(() => openChild(pi, options, order.interrupted));
  order.onStart(child);
  const stop = run.watch(child);
  try {
    const before = isNew ? undefined : yieldedBefore(child);
    if (before) run.take(before);
    let result = before ? undefined : await child.prompt(isNew ? order.prompt : CONTINUE);
    for (let count = 0; count < MOST_REMINDERS && result?.status === "completed" && !run.yielded; count++)
      result = await child.prompt(REMINDER);
    return { id: child.id, usage: child.usage, ...outcomeOf(run, result, schema) };
  } finally {
    stop();
    await child.dispose();
  }
}

/** Continues the interrupted session if its log exists, otherwise creates a new one. */
async function openChild(pi: ExtensionAPI, options: ChildOptions, interrupted: string | undefined) {
  if (interrupted !== undefined) {
    const record = (await pi.children.records()).find(({ id }) => id === interrupted);
    // The records of nested children are in the logs of their parents, so their ids are tried without a record.
    if (record?.file !== undefined || interrupted.includes("."))
      try {
        return { child: await pi.children.reopen(interrupted, options), isNew: false };
      } catch (error) {
        if (!(error instanceof Error) || (error as { code?: string }).code !== "missing-file") throw error;
      }
  }
  return { child: await pi.children.create(options), isNew: true };
}

/** Receives the agent's result, and stops an agent that never delivers a valid one. */
class YieldWatch {
  yielded: Yielded | undefined;
  misses = 0;
  problem = "";

  take(yielded: Yielded): void {
    this.yielded ??= yielded;
  }

  watch(child: ChildSession): () => void {
    return child.subscribe((event) => {
      if (event.type !== "tool_execution_end" || event.toolName !== YIELD || !event.isError) return;
      this.misses += 1;
      this.problem = textOf((event.result as { content?: unknown } | undefined)?.content);
      if (this.misses >= MOST_MISSES) void child.abort();
    });
  }
}

function outcomeOf(
  { yielded, misses, problem }: YieldWatch,
  result: ChildResult | undefined,
  schema: object | undefined,
): Omit<TaskOutcome, "id" | "usage"> {
  if (yielded && "data" in yielded) return { status: "completed", text: dataText(yielded.data), warnings: [] };
  const text = result?.text ?? "";
  if (yielded) return { status: "aborted", text, reason: yielded.error, warnings: [] };
  if (misses >= MOST_MISSES) {
    const reason = `Its output did not fit the schema in ${misses} attempts. ${problem}`;
    return { status: "failed", text, reason, warnings: [] };
  }
  const { status = "failed", reason } = result ?? {};
  if (status !== "completed") return { status, text, warnings: [], ...(reason === undefined ? {} : { reason }) };
  if (text.trim() === "") return { status: "failed", text, reason: "It ended without a result.", warnings: [] };
  const warnings = ["It ended without yield; this is its last answer."];
  const unfit = schema && checkText(schema, text);
  return unfit
    ? { status: "failed", text, reason: `Its last answer does not fit the schema: ${unfit}`, warnings }
    : { status: "completed", text, warnings };
}

/** Finds a result that was delivered before a crash but not recorded. */
function yieldedBefore({ messages }: ChildSession): Yielded | undefined {
  const accepted = new Set(
    messages.flatMap((message) =>
      message.role === "toolResult" && message.toolName === YIELD && !message.isError ? [message.toolCallId] : [],
    ),
  );
  for (const message of messages) {
    if (message.role !== "assistant") continue;
    const call = message.content.find((block) => block.type === "toolCall" && accepted.has(block.id));
    if (call?.type !== "toolCall") continue;
    const { data, error } = call.arguments as { data?: unknown; error?: unknown };
    return data === undefined ? { error: String(error) } : { data };
  }
  return undefined;
}

function dataText(data: unknown): string {
  return typeof data === "string" ? data : JSON.stringify(data, undefined, 2);
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return "";
  return content.map((block: { text?: string }) => block.text ?? "").join("\n");
}
