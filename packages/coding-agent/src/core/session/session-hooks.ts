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
import type { PermissionAnswer, PermissionOpinion } from "../permission/permission.ts";
import type { BashOperations } from "../tools/index.ts";
import type { BashResult } from "./input/user-bash.ts";
import type { WarmingDecision } from "./run/cache-warming/warming-decision.ts";
import type { AgentSessionEvent, CompactionReason } from "./session-event.ts";

export type InputSource = "interactive" | "rpc" | "extension";

export interface SessionInput {
  readonly text: string;
  readonly images: ImageContent[];
  readonly source: InputSource;
  /** How to deliver the input while a run is active. */
  readonly streamingBehavior?: "steer" | "followUp" | undefined;
  /** Whether commands, skills and templates in the text are expanded. */
  readonly expandPromptTemplates?: boolean | undefined;
  /** The input is to be queued, which is impossible for a command of an extension: such a command throws. */
  readonly refusesCommands?: boolean | undefined;
}

/** What starts a run: input of the user, or a message of an extension. */
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
 * The points at which the extension host takes part in a session. Every call is awaited, in the order of the events. The returned value
 * takes effect; `undefined` changes nothing, unless noted otherwise.
 */
export interface SessionHooks {
  /** Receives the user's input first. Returns `undefined` if the input was handled and no run starts. */
  onInput?(input: SessionInput): Promise<SessionInput | undefined>;
  /** May add messages to the prompt and change the system prompt for this run. */
  beforeRun?(
    start: RunStart,
    systemPrompt: string,
  ): Promise<{ messages: AgentMessage[]; systemPrompt: string } | undefined>;
  /** Receives a message before it is recorded, and may return a replacement with the same role. */
  onMessageEnd?(message: AgentMessage): Promise<AgentMessage | undefined>;
  /** Called after the results of a turn are recorded and before its end is emitted. May ask for one more request. */
  finishTurn?(turn: AgentTurnContext): Promise<AgentTurnDecision | undefined>;
  /** Called before the run settles. Resolves to `true` to continue it. */
  beforeSettle?(): Promise<boolean | undefined>;
  /** May run a command of the user elsewhere or provide its result. Throwing prevents the command. */
  onUserBash?(request: UserBashRequest): Promise<{ operations?: BashOperations; result?: BashResult } | undefined>;
  /** May change the messages of a request, not those in the log. */
  onContext?(messages: AgentMessage[], signal?: AbortSignal): Promise<AgentMessage[] | OwnContext | undefined>;
  /** May block a call. An opinion on its permission counts like a rule. */
  beforeToolCall?(
    context: BeforeToolCallContext,
    signal?: AbortSignal,
  ): Promise<(BeforeToolCallResult & { permission?: PermissionOpinion }) | undefined>;
  /** May answer a permission question in place of the user, as `AskPermission` does. `decide` returns what the policy says to an opinion. */
  onPermissionRequest?(
    context: BeforeToolCallContext,
    reason: string,
    decide: (opinion: PermissionOpinion) => PermissionAnswer | Promise<PermissionAnswer>,
  ): Promise<boolean | string | undefined>;
  afterToolCall?(context: AfterToolCallContext, signal?: AbortSignal): Promise<AfterToolCallResult | undefined>;
  onEvent?(event: AgentSessionEvent): void | Promise<void>;
  onModelChange?(change: ModelChange): Promise<void>;
  /** May cancel a compaction, provide its summary, or add instructions for the summary. */
  beforeCompact?(request: CompactionRequest): Promise<BeforeCompactAnswer | undefined>;
  onCompacted?(entryId: string, how: { reason: CompactionReason; fromExtension: boolean }): Promise<void>;
  /** May cancel leaving a branch, provide its summary, or say how to write it. */
  beforeLeaveBranch?(request: LeaveBranchRequest): Promise<LeavingAnswer | undefined>;
  onBranchLeft?(change: {
    newLeafId: string | null;
    oldLeafId: string | null;
    summaryEntry?: BranchSummaryEntry;
    fromExtension: boolean;
  }): Promise<void>;
  /** Has the final decision on whether a cached prompt is kept warm. */
  onCacheWarming?(decision: WarmingDecision): Promise<WarmingDecision["action"] | undefined>;
  /** May change the headers of a request in place; `null` removes a header. */
  onHeaders?(headers: Record<string, string | null>): Promise<void>;
  /** Called for each request. If it returns no listener, stream events are not parsed for it. */
  streamListener?(): SimpleStreamOptions["onProviderStreamEvent"];
  readonly onPayload?: NonNullable<SimpleStreamOptions["onPayload"]>;
  readonly onResponse?: NonNullable<SimpleStreamOptions["onResponse"]>;
}
