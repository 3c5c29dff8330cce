import type { Tool } from "@tau/ai";
import type { AgentTool, AgentToolResult } from "../contract/tool.ts";
import type {
  AfterToolCallResult,
  AgentToolCall,
  AgentToolCallOutcome,
  RunToolCallOptions,
} from "../contract/tool-call.ts";
import { errorText } from "../error-text.ts";
import { optional } from "../optional-fields.ts";
import type { Check } from "./coerce-arguments.ts";
import { DEFAULT_ABORT_GRACE_MS, isAborted, unlessAborted } from "./unless-aborted.ts";
import { UpdateGate } from "./update-gate.ts";

/** A call that is permitted and has valid arguments, or one that is already settled because it must not run. */
export type PreparedToolCall =
  | { readonly kind: "ready"; readonly toolCall: AgentToolCall; readonly tool: AgentTool; readonly args: unknown }
  | { readonly kind: "settled"; readonly outcome: AgentToolCallOutcome };

type ReadyToolCall = Extract<PreparedToolCall, { kind: "ready" }>;

/**
 * Takes one call through every step of the loop: prepare, permit, execute, finalize. Emits no events and adds no messages. Never rejects
 * because of a tool or a hook: their errors become a result with `isError`.
 */
export async function runToolCall(toolCall: AgentToolCall, options: RunToolCallOptions): Promise<AgentToolCallOutcome> {
  const prepared = await prepareToolCall(toolCall, options);
  return prepared.kind === "settled" ? prepared.outcome : await executeToolCall(prepared, options);
}

export async function prepareToolCall(toolCall: AgentToolCall, options: RunToolCallOptions): Promise<PreparedToolCall> {
  const settled = (text: string, terminate?: boolean): PreparedToolCall => ({
    kind: "settled",
    outcome: failedOutcome(toolCall, text, terminate),
  });
  const tool = options.tools.find((candidate) => candidate.name === toolCall.name);
  if (!tool) return settled(unknownToolText(toolCall.name, options.tools));
  if (toolCall.argumentsError) return settled(toolCall.argumentsError);
  try {
    const raw = tool.prepareArguments ? await tool.prepareArguments(toolCall.arguments) : toolCall.arguments;
    const validated = await validateArguments(tool, raw);
    if (!validated.valid) return settled(validated.problem);
    // A hook may change the arguments; the message must keep what the model wrote.
    const args = validated.args === toolCall.arguments ? structuredClone(validated.args) : validated.args;
    const { assistantMessage, context, signal } = options;
    const permit = await unlessAborted(
      options.beforeToolCall?.({ assistantMessage, toolCall, args, context }, signal),
      signal,
    );
    if (permit?.block) return settled(permit.reason ?? "The call was blocked.", permit.terminate);
    return { kind: "ready", toolCall, tool, args };
  } catch (error) {
    return settled(options.signal?.aborted ? NOT_RUN_ABORTED : errorText(error));
  }
}

export async function executeToolCall(
  ready: ReadyToolCall,
  options: RunToolCallOptions,
): Promise<AgentToolCallOutcome> {
  const { toolCall, args } = ready;
  if (options.signal?.aborted) return failedOutcome(toolCall, NOT_RUN_ABORTED);
  try {
    await options.onToolIntent?.({ toolCall, args });
  } catch (error) {
    return failedOutcome(toolCall, `Not run, because it could not be recorded: ${errorText(error)}`);
  }
  const started = performance.now();
  const executed = await execute(ready, options);
  const durationMs = performance.now() - started;
  return { ...(await finalize(executed, args, options)), durationMs };
}

/** Builds an error result for the model. */
export function failedOutcome(toolCall: AgentToolCall, text: string, terminate?: boolean): AgentToolCallOutcome {
  const result: AgentToolResult = { content: [{ type: "text", text }], details: {} };
  if (terminate !== undefined) result.terminate = terminate;
  return { toolCall, result, isError: true };
}

const LEFT_BEHIND = "Aborted. The tool did not stop in time: its outcome is unknown.";

export const NOT_RUN_ABORTED = "Not run: the run was aborted.";

async function execute(ready: ReadyToolCall, options: RunToolCallOptions): Promise<AgentToolCallOutcome> {
  const { toolCall, tool, args } = ready;
  const { signal, onUpdate, abortGraceMs = DEFAULT_ABORT_GRACE_MS } = options;
  const updates = new UpdateGate(onUpdate);
  try {
    const work = tool.execute(toolCall.id, args, signal, (partial) => updates.push(partial));
    const result = await unlessAborted(work, signal, abortGraceMs);
    if (!Array.isArray(result?.content)) return failedOutcome(toolCall, `Tool ${tool.name} gave no content.`);
    return { toolCall, result, isError: result.isError ?? false };
  } catch (error) {
    return failedOutcome(toolCall, isAborted(error) ? LEFT_BEHIND : errorText(error));
  } finally {
    updates.close();
    await updates.delivered();
  }
}

async function finalize(
  outcome: AgentToolCallOutcome,
  args: unknown,
  options: RunToolCallOptions,
): Promise<AgentToolCallOutcome> {
  if (!options.afterToolCall) return outcome;
  const { assistantMessage, context, signal, abortGraceMs = DEFAULT_ABORT_GRACE_MS } = options;
  const { toolCall, result, isError } = outcome;
  try {
    const hook = options.afterToolCall({ assistantMessage, toolCall, args, context, result, isError }, signal);
    const override = await unlessAborted(hook, signal, abortGraceMs);
    return override ? overrideOutcome(outcome, override) : outcome;
  } catch (error) {
    return failedOutcome(toolCall, errorText(error));
  }
}

function overrideOutcome(outcome: AgentToolCallOutcome, override: AfterToolCallResult): AgentToolCallOutcome {
  const { isError, ...fields } = override;
  const result = { ...outcome.result, ...optional(fields) };
  if (override.content && override.structuredContent === undefined) delete result.structuredContent;
  return { ...outcome, result, isError: isError ?? outcome.isError };
}

function unknownToolText(name: string, tools: readonly AgentTool[]): string {
  const names = tools.map((tool) => tool.name).join(", ");
  return `Tool ${name} not found. ${names ? `There are: ${names}.` : "There are no tools."}`;
}

type ValidatedArguments =
  | { readonly valid: true; readonly args: unknown }
  | { readonly valid: false; readonly problem: string };

/** Returns arguments that fit the tool's schema, coerced if necessary; otherwise a description of the problems for the model. */
export async function validateArguments(tool: Tool, args: unknown): Promise<ValidatedArguments> {
  // Loaded at the first tool call, so that it does not slow down the start.
  const { Check, Errors } = await import("typebox/schema");
  const check: Check = (schema, value) => Check(schema, value);
  if (check(tool.parameters, args)) return { valid: true, args };
  const { coerceArguments } = await import("./coerce-arguments.ts");
  const coerced = coerceArguments(tool.parameters, args, check);
  if (check(tool.parameters, coerced)) return { valid: true, args: coerced };
  const [, errors] = Errors(tool.parameters, coerced);
  const problems = errors.map((error) => `- ${error.instancePath || "/"}: ${error.message}`);
  return {
    valid: false,
    problem: [`Invalid arguments for tool "${tool.name}":`, ...problems, "Correct them and call it again."].join("\n"),
  };
}
