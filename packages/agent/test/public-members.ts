import type * as ours from "../src/index.ts";
import type { Has, Words } from "./has-members.ts";

/** Members of the published interfaces that programs call or fill in; the compiler is the test. */
export type PublicMembers = [
  Has<ours.AfterToolCallContext, Words<"args assistantMessage context isError result toolCall">>,
  Has<ours.AfterToolCallResult, Words<"content details isError structuredContent terminate usage">>,
  Has<
    ours.Agent,
    | Words<"abort afterToolCall beforeToolCall clearAllQueues clearFollowUpQueue clearSteeringQueue continue">
    | Words<"convertToLlm finishTurn followUp followUpMode getApiKey hasQueuedMessages identity">
    | Words<"maxRetryDelayMs onPayload onProviderStreamEvent onResponse peekQueuedMessages prepareNextTurn">
    | Words<"prepareNextTurnWithContext prepareRequest prompt reset sessionId signal state steer steeringMode">
    | Words<"streamFunction subscribe thinkingBudgets toolExecution transformContext transport waitForIdle">
  >,
  Has<ours.AgentContext, Words<"messages tools">>,
  Has<ours.AgentInitialState, Words<"messages model systemPrompt thinkingLevel tools">>,
  Has<
    ours.AgentLoopConfig,
    | Words<"afterToolCall apiKey beforeToolCall cacheRetention convertToLlm deferred env fetch finishTurn">
    | Words<"getApiKey getFollowUpMessages getSteeringMessages headers identity maxRetries maxRetryDelayMs">
    | Words<"maxTokens metadata model onPayload onProviderStreamEvent onResponse prepareNextTurn">
    | Words<"prepareRequest reasoning samplingParams sessionId signal temperature thinkingBudgets timeoutMs">
    | Words<"toolChoice toolExecution transformContext transport websocketConnectTimeoutMs">
  >,
  Has<ours.AgentLoopTurnUpdate, Words<"context messages model thinkingLevel">>,
  Has<
    ours.AgentOptions,
    | Words<"afterToolCall beforeToolCall convertToLlm finishTurn followUpMode getApiKey identity">
    | Words<"initialState maxRetryDelayMs onPayload onProviderStreamEvent onResponse prepareNextTurn">
    | Words<"prepareNextTurnWithContext prepareRequest sessionId steeringMode streamFn thinkingBudgets">
    | Words<"toolExecution transformContext transport">
  >,
  Has<ours.AgentRequestUpdate, Words<"context model thinkingLevel">>,
  Has<
    ours.AgentState,
    | Words<"errorMessage isStreaming messages model pendingToolCalls streamingMessage systemPrompt">
    | Words<"thinkingLevel tools">
  >,
  Has<
    ours.AgentTool,
    | Words<"constrainedSampling description execute executionMode label name outputSchema parameters">
    | Words<"prepareArguments replay">
  >,
  Has<ours.AgentToolCall, Words<"arguments argumentsError id name namespace thoughtSignature type">>,
  Has<ours.AgentToolCallOutcome, Words<"durationMs isError result toolCall">>,
  Has<ours.AgentToolResult, Words<"content details isError structuredContent terminate usage">>,
  Has<ours.AgentTurnContext, Words<"context message newMessages toolResults">>,
  Has<ours.BeforeToolCallContext, Words<"args assistantMessage context toolCall">>,
  Has<ours.BeforeToolCallResult, Words<"block reason terminate">>,
  Has<ours.PrepareNextTurnContext, Words<"context message newMessages toolResults">>,
  Has<ours.PrepareRequestContext, Words<"context model thinkingLevel">>,
  Has<
    ours.ProxyStreamOptions,
    | Words<"authToken cacheRetention headers maxRetryDelayMs maxTokens metadata proxyUrl reasoning">
    | Words<"samplingParams sessionId signal temperature thinkingBudgets transport">
  >,
  Has<ours.RunToolCallOptions, Words<"afterToolCall assistantMessage beforeToolCall context onUpdate signal tools">>,
  Has<ours.ToolCallHooks, Words<"afterToolCall beforeToolCall">>,
];
