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

/** Names of events that only hooks use, and what they mean here. */
const RENAMED: Readonly<Record<string, { event: string; reasons?: readonly string[] }>> = {
  session_before_branch: { event: "session_before_fork" },
  session_branch: { event: "session_start", reasons: ["fork"] },
  session_switch: { event: "session_start", reasons: ["new", "resume"] },
};

/** Runs to which a hook has added a message already. */
const answeredRuns = new WeakSet<object>();

/** A hook is an extension with a smaller API: it may block a call but not change its input, and change a result but not its verdict. */
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

/** A failure stays what it is; of a success only what it says can be changed. */
function resultPatch({ isError }: ToolResultEvent, answer: Partial<ToolResultEvent>): unknown {
  const { isError: _, ...rest } = answer;
  return isError ? undefined : rest;
}

/** Of the messages that hooks would add to a run, the first is taken. */
function firstMessage(
  { systemPromptOptions }: BeforeAgentStartEvent,
  { message, ...rest }: BeforeAgentStartEventResult,
): BeforeAgentStartEventResult {
  if (!message || answeredRuns.has(systemPromptOptions)) return rest;
  answeredRuns.add(systemPromptOptions);
  return { ...rest, message };
}
