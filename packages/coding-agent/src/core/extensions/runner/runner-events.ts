import type { AgentMessage } from "@tau/agent";
import type { ImageContent } from "@tau/ai";
import type { InputSource } from "../../session/session-hooks.ts";
import type {
  BoundaryContextPreview,
  CacheWarmingAction,
  CacheWarmingDecisionEvent,
  ExtensionEvent,
  ExtensionEventName,
  ExtensionEventOf,
  ExtensionEventResultOf,
  InputEventResult,
  MessageEndEvent,
  ResourcesDiscoverEvent,
  SessionBoundaryDraft,
  SystemPromptOptions,
  ToolCallEvent,
  ToolCallEventResult,
  ToolResultEvent,
  ToolResultEventResult,
  UserBashEvent,
  UserBashEventResult,
} from "../contract/index.ts";
import { type Dispatch, notify } from "./dispatch.ts";
import { emitBeforeAgentStart, type RunPreparation, type RunTrigger } from "./emit-before-agent-start.ts";
import { type BoundaryEvent, type BoundaryOutcome, emitBoundary } from "./emit-boundary.ts";
import { emitContext, emitMessageEnd } from "./emit-context.ts";
import { emitInput, emitUserBash } from "./emit-input.ts";
import { emitBeforeProviderHeaders, emitBeforeProviderRequest, emitCacheWarmingDecision } from "./emit-provider.ts";
import {
  BEFORE_EVENTS,
  type BeforeEventName,
  type DiscoveredPaths,
  emitBefore,
  emitResourcesDiscover,
} from "./emit-session.ts";
import { emitToolCall, emitToolResult } from "./emit-tool.ts";

type Answer<TEvent> = TEvent extends { type: infer K extends BeforeEventName }
  ? ExtensionEventResultOf<K> | undefined
  : undefined;

/** Every kind of event with how its handlers' answers add up. */
export class RunnerEvents {
  readonly dispatch: Dispatch;

  constructor(dispatch: Dispatch) {
    this.dispatch = dispatch;
  }

  hasHandlers(event: ExtensionEventName | (string & {})): boolean {
    return this.dispatch.has(event as ExtensionEventName);
  }

  /** Tells every handler. Of the events that come before something happens, the answer that stands is returned. */
  async emit<TEvent extends ExtensionEvent>(event: TEvent): Promise<Answer<TEvent>> {
    if (isBefore(event)) return (await emitBefore(this.dispatch, event)) as Answer<TEvent>;
    await notify(this.dispatch, event);
    return undefined as Answer<TEvent>;
  }

  emitToolCall(event: ToolCallEvent): Promise<ToolCallEventResult | undefined> {
    return emitToolCall(this.dispatch, event);
  }

  emitToolResult(event: ToolResultEvent): Promise<ToolResultEventResult | undefined> {
    return emitToolResult(this.dispatch, event);
  }

  emitMessageEnd(event: MessageEndEvent): Promise<AgentMessage | undefined> {
    return emitMessageEnd(this.dispatch, event);
  }

  emitUserBash(event: UserBashEvent): Promise<UserBashEventResult | undefined> {
    return emitUserBash(this.dispatch, event);
  }

  emitContext(messages: AgentMessage[]): Promise<AgentMessage[]> {
    return emitContext(this.dispatch, messages);
  }

  emitBeforeProviderRequest(payload: unknown): Promise<unknown> {
    return emitBeforeProviderRequest(this.dispatch, payload);
  }

  emitBeforeProviderHeaders(headers: Record<string, string | null>): Promise<Record<string, string | null>> {
    return emitBeforeProviderHeaders(this.dispatch, headers);
  }

  emitCacheWarmingDecision(event: CacheWarmingDecisionEvent): Promise<CacheWarmingAction> {
    return emitCacheWarmingDecision(this.dispatch, event);
  }

  emitResourcesDiscover(cwd: string, reason: ResourcesDiscoverEvent["reason"]): Promise<DiscoveredPaths> {
    return emitResourcesDiscover(this.dispatch, { type: "resources_discover", cwd, reason });
  }

  emitInput(
    text: string,
    images: ImageContent[] | undefined,
    source: InputSource,
    streamingBehavior?: "steer" | "followUp",
  ): Promise<InputEventResult> {
    const more = { ...(images ? { images } : {}), ...(streamingBehavior ? { streamingBehavior } : {}) };
    return emitInput(this.dispatch, { text, source, ...more });
  }

  /** `valid`: no handler proposed what cannot be written. */
  async emitBoundary(
    event: BoundaryEvent,
    preview: (entries: SessionBoundaryDraft[]) => BoundaryContextPreview | Promise<BoundaryContextPreview>,
  ): Promise<BoundaryOutcome & { valid: boolean }> {
    let valid = true;
    const refused = () => {
      valid = false;
    };
    return { ...(await emitBoundary(this.dispatch, event, { preview, problem: () => undefined, refused })), valid };
  }

  /** The options as the handlers leave them. The text that `ctx.getSystemPrompt()` gives is the session's until then. */
  async emitBeforeAgentStart(
    trigger: RunTrigger,
    systemPromptOptions: Partial<SystemPromptOptions> & Pick<SystemPromptOptions, "cwd">,
  ): Promise<Pick<RunPreparation, "messages"> & { systemPromptOptions: SystemPromptOptions }> {
    const options: SystemPromptOptions = { ...noPrompt(), ...systemPromptOptions };
    const { messages } = await emitBeforeAgentStart(this.dispatch, trigger, {
      options,
      render: ({ customPrompt = "", appendSystemPrompt }) =>
        [customPrompt, appendSystemPrompt].filter((part) => part !== "").join("\n\n"),
      selectTools: (names) => [...names],
      offeredTools: () => options.selectedTools,
      publish: () => undefined,
    });
    return { messages, systemPromptOptions: options };
  }
}

function isBefore(event: ExtensionEvent): event is ExtensionEventOf<BeforeEventName> & { type: BeforeEventName } {
  return (BEFORE_EVENTS as readonly string[]).includes(event.type);
}

function noPrompt(): Omit<SystemPromptOptions, "cwd"> {
  return {
    selectedTools: [],
    hiddenTools: [],
    toolSnippets: {},
    toolGuidelines: {},
    promptGuidelines: [],
    appendSystemPrompt: "",
    sections: {},
    contextFiles: [],
    skills: [],
  };
}
