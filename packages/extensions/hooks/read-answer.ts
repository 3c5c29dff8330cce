import { isRecord } from "./hook.ts";
import type { HookAnswer } from "./run-hook.ts";

/** What a hook wants. */
export interface HookResult {
  /** The hook blocks the event, with this text for the model or the user. */
  readonly block?: string;
  readonly permission?: "allow" | "ask" | "deny";
  readonly permissionReason?: string;
  readonly updatedInput?: Record<string, unknown>;
  /** Text that the model reads in addition. */
  readonly context?: string;
  readonly updatedOutput?: string;
  readonly sessionTitle?: string;
  /** The run ends, with this text for the user. */
  readonly stop?: string;
  /** Text for the user. */
  readonly systemMessage?: string;
  /** The hook failed without blocking anything. */
  readonly problem?: string;
}

/** Longer texts are cut, so that a hook cannot fill the context of the model. */
const MOST_TEXT = 10_000;
const CONTEXT_EVENTS = new Set(["UserPromptSubmit", "SessionStart"]);

/** Interprets exit code and output: 2 blocks, an object on stdout decides, and for some events plain text is context. */
export function readAnswer(event: string, answer: HookAnswer): HookResult {
  const { stdout, stderr, exitCode, failure } = answer;
  if (failure !== undefined) return { problem: failure };
  const text = stdout.trim();
  const parsed = text.startsWith("{") ? parseObject(text) : undefined;
  if (typeof parsed === "string") {
    const problem = `its output is not valid JSON: ${parsed}`;
    return exitCode === 2 ? { block: blockText(stderr), problem } : { problem };
  }
  const decided = parsed ? readDecision(parsed) : {};
  if (exitCode === 2) return { ...decided, block: decided.block ?? decided.permissionReason ?? blockText(stderr) };
  if (parsed) return decided;
  if (exitCode !== 0) {
    const [line = ""] = stderr.trim().split("\n");
    return { problem: `exit code ${exitCode}${line ? `: ${line}` : ""}` };
  }
  return text !== "" && CONTEXT_EVENTS.has(event) ? { context: cut(text) } : {};
}

function blockText(stderr: string): string {
  return cut(stderr.trim()) || "A hook blocked it without giving a reason.";
}

function parseObject(text: string): Record<string, unknown> | string {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof SyntaxError) return error.message;
    throw error;
  }
}

function readDecision(given: Record<string, unknown>): HookResult {
  const own = isRecord(given.hookSpecificOutput) ? given.hookSpecificOutput : {};
  const asked = isRecord(own.decision) ? own.decision : {};
  const reason = textIn(given, "reason");
  const isBlocking = given.decision === "block" || given.decision === "deny";
  const result: { [K in keyof HookResult]: HookResult[K] | undefined } = {
    block: isBlocking ? (reason ?? "A hook blocked it without giving a reason.") : undefined,
    permission: permissionOf(own.permissionDecision ?? asked.behavior ?? given.decision),
    permissionReason: textIn(own, "permissionDecisionReason") ?? textIn(asked, "message") ?? reason,
    updatedInput: [own.updatedInput, asked.updatedInput].find(isRecord),
    context: textIn(own, "additionalContext"),
    updatedOutput: outputOf(own.updatedToolOutput ?? own.updatedMCPToolOutput),
    sessionTitle: textIn(own, "sessionTitle"),
    stop: given.continue === false ? (textIn(given, "stopReason") ?? "A hook stopped the run.") : undefined,
    systemMessage: textIn(given, "systemMessage"),
  };
  return Object.fromEntries(Object.entries(result).filter(([, value]) => value !== undefined));
}

/** `defer` hands the decision to another program, which is the user here. */
function permissionOf(value: unknown): HookResult["permission"] {
  if (value === "allow" || value === "approve") return "allow";
  if (value === "deny") return "deny";
  return value === "ask" || value === "defer" ? "ask" : undefined;
}

function outputOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return cut(typeof value === "string" ? value : JSON.stringify(value));
}

function textIn(record: Record<string, unknown>, name: string): string | undefined {
  const value = record[name];
  return typeof value === "string" && value !== "" ? cut(value) : undefined;
}

function cut(text: string): string {
  return text.length <= MOST_TEXT
    ? text
    : `${text.slice(0, MOST_TEXT)}\n… (${text.length - MOST_TEXT} more characters)`;
}
