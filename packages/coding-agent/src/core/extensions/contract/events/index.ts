import type * as agent from "./agent.ts";
import type * as automatic from "./automatic.ts";
import type * as input from "./input.ts";
import type * as provider from "./provider.ts";
import type * as resources from "./resources.ts";
import type * as session from "./session.ts";
import type * as tool from "./tool.ts";

export * from "./agent.ts";
export * from "./automatic.ts";
export * from "./input.ts";
export * from "./provider.ts";
export * from "./resources.ts";
export * from "./session.ts";
export * from "./tool.ts";

/** Maps each event's name to its type and to the result a handler may return. Events without a second entry accept no result. */
export interface ExtensionEventMap {
  project_trust: [resources.ProjectTrustEvent, resources.ProjectTrustEventResult];
  resources_discover: [resources.ResourcesDiscoverEvent, resources.ResourcesDiscoverResult];
  mcp_servers_change: [resources.McpServersChangeEvent];
  session_start: [session.SessionStartEvent];
  session_info_changed: [session.SessionInfoChangedEvent];
  session_before_switch: [session.SessionBeforeSwitchEvent, session.SessionBeforeSwitchResult];
  session_before_fork: [session.SessionBeforeForkEvent, session.SessionBeforeForkResult];
  session_before_compact: [session.SessionBeforeCompactEvent, session.SessionBeforeCompactResult];
  "session.compacting": [session.SessionCompactingEvent, session.SessionCompactingResult];
  session_compact: [session.SessionCompactEvent];
  session_compact_failed: [session.SessionCompactFailedEvent];
  session_shutdown: [session.SessionShutdownEvent];
  session_before_tree: [session.SessionBeforeTreeEvent, session.SessionBeforeTreeResult];
  session_tree: [session.SessionTreeEvent];
  context: [agent.ContextEvent, agent.ContextEventResult];
  context_with_system: [agent.ContextWithSystemEvent, agent.ContextEventResult];
  cache_warming_decision: [provider.CacheWarmingDecisionEvent, provider.CacheWarmingDecisionEventResult];
  before_provider_request: [provider.BeforeProviderRequestEvent, provider.BeforeProviderRequestEventResult];
  before_provider_headers: [provider.BeforeProviderHeadersEvent];
  after_provider_response: [provider.AfterProviderResponseEvent];
  provider_stream_event: [provider.ProviderStreamEvent];
  before_agent_start: [agent.BeforeAgentStartEvent, agent.BeforeAgentStartEventResult];
  agent_start: [agent.AgentStartEvent];
  agent_end: [agent.AgentEndEvent];
  agent_before_settle: [agent.AgentBeforeSettleEvent, agent.BoundaryResult];
  agent_settled: [agent.AgentSettledEvent];
  ui_prompt_start: [agent.UIPromptStartEvent];
  ui_prompt_end: [agent.UIPromptEndEvent];
  turn_start: [agent.TurnStartEvent];
  turn_end: [agent.TurnEndEvent, agent.BoundaryResult];
  message_start: [agent.MessageStartEvent];
  message_update: [agent.MessageUpdateEvent];
  message_end: [agent.MessageEndEvent, agent.MessageEndEventResult];
  tool_execution_start: [tool.ToolExecutionStartEvent];
  tool_execution_update: [tool.ToolExecutionUpdateEvent];
  tool_execution_end: [tool.ToolExecutionEndEvent];
  model_select: [provider.ModelSelectEvent];
  thinking_level_select: [provider.ThinkingLevelSelectEvent];
  tool_call: [tool.ToolCallEvent, tool.ToolCallEventResult];
  permission_request: [tool.PermissionRequestEvent, tool.PermissionRequestEventResult];
  tool_result: [tool.ToolResultEvent, tool.ToolResultEventResult];
  auto_compaction_start: [automatic.AutoCompactionStartEvent];
  auto_compaction_end: [automatic.AutoCompactionEndEvent];
  auto_retry_start: [automatic.AutoRetryStartEvent];
  auto_retry_end: [automatic.AutoRetryEndEvent];
  user_bash: [input.UserBashEvent, input.UserBashEventResult];
  user_python: [input.UserPythonEvent, input.UserPythonEventResult];
  input: [input.InputEvent, input.InputEventResult];
}

export type ExtensionEventName = keyof ExtensionEventMap;
export type ExtensionEventOf<K extends ExtensionEventName> = ExtensionEventMap[K][0];
export type ExtensionEventResultOf<K extends ExtensionEventName> = ExtensionEventMap[K] extends [unknown, infer R]
  ? R
  : undefined;
export type ExtensionEvent = ExtensionEventOf<ExtensionEventName>;

export type TurnEndEventResult = agent.BoundaryResult;
export type AgentBeforeSettleEventResult = agent.BoundaryResult;
