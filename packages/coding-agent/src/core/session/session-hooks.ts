import type {
  AfterToolCallContext,
  AfterToolCallResult,
  AgentMessage,
  AgentTurnContext,
  AgentTurnDecision,
  BeforeCompactAnswer,
  BeforeToolCallContext,
  BeforeToolCallResult,
  BranchSummaryEntry,
  CompactionPreparation,
  CustomMessage,
  LeavingAnswer,
  OwnContext,
  SessionEntry,
  TreePreparation,
} from "@tau/agent";
import type { ImageContent, Model, ModelThinkingLevel, SimpleStreamOptions } from "@tau/ai";
import type { BashOperations } from "../tools/index.ts";
import type { BashResult } from "./input/user-bash.ts";
import type { WarmingDecision } from "./run/cache-warming/warming-decision.ts";
import type { AgentSessionEvent, CompactionReason } from "./session-event.ts";

export type InputSource = "interactive" | "rpc" | "extension";

export interface SessionInput {
  readonly text: string;
  readonly images: ImageContent[];
  readonly source: InputSource;
  /** How it is to be delivered while a run goes on. */
  readonly streamingBehavior?: "steer" | "followUp" | undefined;
  /** Commands, skills and templates mean something in it. */
  readonly expandPromptTemplates?: boolean | undefined;
  /** It is to wait, and a command of an extension's cannot: one throws. */
  readonly refusesCommands?: boolean | undefined;
}

/** What starts a run: the user's words, or a message of an extension's. */
export type RunStart = SessionInput | CustomMessage;

export interface UserBashRequest {
  readonly command: string;
  readonly excludeFromContext: boolean;
  readonly cwd: string;
}

export interface ModelChange {
  readonly model: Model;
  readonly previousModel: Model;
  readonly thinkingLevel: ModelThinkingLevel;
  readonly previousThinkingLevel: ModelThinkingLevel;
  readonly source: "set" | "cycle" | "restore";
}

export interface CompactionRequest {
  readonly reason: CompactionReason;
  readonly preparation: CompactionPreparation;
  readonly branchEntries: SessionEntry[];
  readonly customInstructions: string | undefined;
  readonly signal: AbortSignal;
}

export type LeaveBranchRequest = TreePreparation & { readonly signal: AbortSignal };

/**
 * Where others take part in a session: the extension host implements it. Every call is awaited, in the order of the events, and
 * what it returns decides; where it returns `undefined`, nothing changes.
 */
export interface SessionHooks {
  /** Sees what the user sent before anything else does. `undefined` means it was dealt with and no run starts. */
  onInput?(input: SessionInput): Promise<SessionInput | undefined>;
  /** May add messages to the prompt and change the system prompt for this run. */
  beforeRun?(
    start: RunStart,
    systemPrompt: string,
  ): Promise<{ messages: AgentMessage[]; systemPrompt: string } | undefined>;
  /** Sees a message before it is written down, and may return another of the same role. */
  onMessageEnd?(message: AgentMessage): Promise<AgentMessage | undefined>;
  /** After the results of a turn are written down and before its end is told. May ask for one more request. */
  finishTurn?(turn: AgentTurnContext): Promise<AgentTurnDecision | undefined>;
  /** The run would settle now. `true` lets it go on. */
  beforeSettle?(): Promise<boolean | undefined>;
  /** May run a command of the user's elsewhere, or bring its result. Throwing keeps it from running. */
  onUserBash?(request: UserBashRequest): Promise<{ operations?: BashOperations; result?: BashResult } | undefined>;
  /** May change what the model is shown, not what is remembered. */
  onContext?(messages: AgentMessage[], signal?: AbortSignal): Promise<AgentMessage[] | OwnContext | undefined>;
  beforeToolCall?(context: BeforeToolCallContext, signal?: AbortSignal): Promise<BeforeToolCallResult | undefined>;
  afterToolCall?(context: AfterToolCallContext, signal?: AbortSignal): Promise<AfterToolCallResult | undefined>;
  onEvent?(event: AgentSessionEvent): void | Promise<void>;
  onModelChange?(change: ModelChange): Promise<void>;
  /** May cancel a compaction, bring its summary, or say what the summary is to heed. */
  beforeCompact?(request: CompactionRequest): Promise<BeforeCompactAnswer | undefined>;
  onCompacted?(entryId: string, how: { reason: CompactionReason; fromExtension: boolean }): Promise<void>;
  /** May cancel leaving a branch, bring the summary of it, or say how to make it. */
  beforeLeaveBranch?(request: LeaveBranchRequest): Promise<LeavingAnswer | undefined>;
  onBranchLeft?(change: {
    newLeafId: string | null;
    oldLeafId: string | null;
    summaryEntry?: BranchSummaryEntry;
    fromExtension: boolean;
  }): Promise<void>;
  /** The last word on whether a cached prompt is kept warm. */
  onCacheWarming?(decision: WarmingDecision): Promise<WarmingDecision["action"] | undefined>;
  /** May change the headers of a request in place; `null` removes one. */
  onHeaders?(headers: Record<string, string | null>): Promise<void>;
  /** Asked at each request: where nobody listens to the stream, nothing is parsed for it. */
  streamListener?(): SimpleStreamOptions["onProviderStreamEvent"];
  readonly onPayload?: NonNullable<SimpleStreamOptions["onPayload"]>;
  readonly onResponse?: NonNullable<SimpleStreamOptions["onResponse"]>;
}
