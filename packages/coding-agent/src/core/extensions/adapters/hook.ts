import { ownValue } from "@tau/ai";
import type {
  BeforeAgentStartEvent,
  BeforeAgentStartEventResult,
  ExtensionAPI,
  ExtensionFactory,
  ToolCallEvent,
  ToolResultEvent,
} from "../contract/index.ts";

type AnyHandler = (event: never, ctx: never) => unknown;
type Subscribe = (event: string, handler: AnyHandler) => () => void;

/** Maps event names that only hooks use to the events of extensions. */
const RENAMED: Readonly<Record<string, { event: string; reasons?: readonly string[] }>> = {
  session_before_branch: { event: "session_before_fork" },
  session_branch: { event: "session_start", reasons: ["fork"] },
  session_switch: { event: "session_start", reasons: ["new", "resume"] },
};

/** Runs to which a hook has already added a message. */
const answeredRuns = new WeakSet<object>();

/**
 * Turns a hook into an extension with a smaller API: a hook may block a call but not change its input, and change the content of a result
 * but not whether it is an error.
 */
export function adaptHook(factory: ExtensionFactory): ExtensionFactory {
  return (pi) =>
    factory(new Proxy(pi, { get: (target, key) => (key === "on" ? hookOn(target) : Reflect.get(target, key)) }));
}

function hookOn(pi: ExtensionAPI): Subscribe {
  const on = pi.on as Subscribe;
  return (name, handler) => {
    const { event = name, reasons } = ownValue(RENAMED, name) ?? {};
    return on(event, ((value: { reason?: string }, ctx: never) => {
      if (reasons && !reasons.includes(value.reason ?? "")) return undefined;
      return call(event, handler, value, ctx);
    }) as AnyHandler);
  };
}

async function call(event: string, handler: AnyHandler, value: object, ctx: never): Promise<unknown> {
  if (event === "tool_call") {
    const { input } = value as ToolCallEvent;
    return await handler({ ...value, input: structuredClone(input) } as never, ctx);
  }
  const answer = await handler(value as never, ctx);
  if (!answer || typeof answer !== "object") return answer;
  if (event === "tool_result") return resultPatch(value as ToolResultEvent, answer);
  return event === "before_agent_start" ? firstMessage(value as BeforeAgentStartEvent, answer) : answer;
}

/** Lets a hook change a successful result, but not turn it into an error. A failed result cannot be changed. */
function resultPatch({ isError }: ToolResultEvent, answer: Partial<ToolResultEvent>): unknown {
  const { isError: _, ...rest } = answer;
  return isError ? undefined : rest;
}

/** Keeps only the first message that hooks add to a run. */
function firstMessage(
  { systemPromptOptions }: BeforeAgentStartEvent,
  { message, ...rest }: BeforeAgentStartEventResult,
): BeforeAgentStartEventResult {
  if (!message || answeredRuns.has(systemPromptOptions)) return rest;
  answeredRuns.add(systemPromptOptions);
  return { ...rest, message };
}
