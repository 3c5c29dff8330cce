import {
  type AgentContext,
  type AgentEvent,
  type AgentLoopConfig,
  type AgentMessage,
  defaultConvertToLlm,
  runAgentLoop,
} from "../../src/index.ts";
import { user } from "./events.ts";
import { type Answer, model, type Request, scripted } from "./scripted-model.ts";

export interface FinishedRun {
  readonly events: AgentEvent[];
  readonly messages: AgentMessage[];
  readonly requests: Request[];
}

/** Runs one prompt against scripted answers and tells all that happened. */
export async function run(
  answers: Answer[],
  options: {
    context?: Partial<AgentContext>;
    config?: Partial<AgentLoopConfig>;
    signal?: AbortSignal;
    onEvent?: (event: AgentEvent) => void;
  } = {},
): Promise<FinishedRun> {
  const { streamFn, requests } = scripted(...answers);
  const events: AgentEvent[] = [];
  const messages = await runAgentLoop(
    [user("Hi")],
    { messages: [], ...options.context },
    { model, convertToLlm: defaultConvertToLlm, ...options.config },
    (event) => {
      events.push(event);
      options.onEvent?.(event);
    },
    options.signal,
    streamFn,
  );
  return { events, messages, requests };
}
