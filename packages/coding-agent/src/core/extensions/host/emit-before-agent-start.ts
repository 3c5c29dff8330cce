import type {
  BeforeAgentStartCustomEvent,
  BeforeAgentStartEvent,
  BeforeAgentStartUserEvent,
  CustomMessageDraft,
  SystemPromptOptions,
} from "../contract/index.ts";
import { ask, type Dispatch } from "./dispatch.ts";

export type RunTrigger =
  | Pick<BeforeAgentStartUserEvent, "messageType" | "prompt" | "images">
  | Pick<BeforeAgentStartCustomEvent, "messageType" | "message">;

export interface PromptSource {
  readonly options: SystemPromptOptions;
  render(options: SystemPromptOptions): string;
  /** Offers these tools. Returns the tools that are then offered. */
  selectTools(names: readonly string[]): string[];
  /** Returns the tools that are offered now: a handler may have called `pi.setActiveTools()`. */
  offeredTools(): string[];
  /** Sets the result of `ctx.getSystemPrompt()` while the handlers run. */
  publish(systemPrompt: string): void;
}

export interface RunPreparation {
  readonly messages: CustomMessageDraft[];
  readonly systemPrompt: string;
  readonly options: SystemPromptOptions;
}

/** Calls the handlers in order. Each sees the prompt with the changes of the previous one, whether it replaced the text or changed the options. */
export async function emitBeforeAgentStart(
  dispatch: Dispatch,
  trigger: RunTrigger,
  { options, render, publish, selectTools, offeredTools }: PromptSource,
): Promise<RunPreparation> {
  const messages: CustomMessageDraft[] = [];
  let systemPrompt = options.forceSystemPrompt ?? render(options);
  for (const registration of dispatch.handlersOf("before_agent_start")) {
    publish(systemPrompt);
    const event = {
      type: "before_agent_start",
      ...trigger,
      systemPrompt,
      systemPromptOptions: options,
    } as BeforeAgentStartEvent;
    const selected = options.selectedTools.join();
    const offered = offeredTools().join();
    const answer = await ask<"before_agent_start">(dispatch, registration, event, dispatch.createContext());
    if (options.selectedTools.join() !== selected) options.selectedTools = selectTools(options.selectedTools);
    else if (offeredTools().join() !== offered) options.selectedTools = offeredTools();
    if (answer?.message) messages.push(answer.message);
    if (answer?.systemPrompt !== undefined) options.forceSystemPrompt = answer.systemPrompt;
    systemPrompt = options.forceSystemPrompt ?? render(options);
  }
  publish(systemPrompt);
  return { messages, systemPrompt, options };
}
