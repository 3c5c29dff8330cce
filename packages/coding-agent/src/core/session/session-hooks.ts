import type {
  AfterToolCallContext,
  AfterToolCallResult,
  AgentMessage,
  BeforeToolCallContext,
  BeforeToolCallResult,
  BranchSummaryEntry,
  CompactionPreparation,
  CompactionResult,
  SessionEntry,
} from "@tau/agent";
import type { ImageContent, Model, ModelThinkingLevel, SimpleStreamOptions } from "@tau/ai";
import type { AgentSessionEvent, CompactionReason } from "./session-event.ts";

export type InputSource = "interactive" | "rpc" | "extension";

export interface SessionInput {
  readonly text: string;
  readonly images: ImageContent[];
  readonly source: InputSource;
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

export interface LeaveBranchRequest {
  readonly targetId: string;
  readonly oldLeafId: string | null;
  readonly commonAncestorId: string | null;
  readonly entriesToSummarize: SessionEntry[];
  readonly userWantsSummary: boolean;
  readonly customInstructions?: string | undefined;
  readonly replaceInstructions?: boolean | undefined;
  readonly label?: string | undefined;
  readonly signal: AbortSignal;
}

export interface BranchSummaryText {
  readonly summary: string;
  readonly details?: unknown;
}

/**
 * Where others take part in a session: the extension host implements it. Every call is awaited, in the order of the events, and
 * what it returns decides.
 */
export interface SessionHooks {
  /** Sees what the user sent before anything else does. `undefined` means it was dealt with and no run starts. */
  onInput?(input: SessionInput): Promise<SessionInput | undefined>;
  /** May add messages to the prompt and change the system prompt for this run. */
  beforeRun?(input: SessionInput, systemPrompt: string): Promise<{ messages: AgentMessage[]; systemPrompt: string }>;
  /** May change what the model is shown, not what is remembered. */
  onContext?(messages: AgentMessage[], signal?: AbortSignal): Promise<AgentMessage[]>;
  beforeToolCall?(context: BeforeToolCallContext, signal?: AbortSignal): Promise<BeforeToolCallResult | undefined>;
  afterToolCall?(context: AfterToolCallContext, signal?: AbortSignal): Promise<AfterToolCallResult | undefined>;
  onEvent?(event: AgentSessionEvent): Promise<void>;
  onModelChange?(change: ModelChange): Promise<void>;
  /** May cancel a compaction, or bring its summary. */
  beforeCompact?(request: CompactionRequest): Promise<{ cancel?: boolean; compaction?: CompactionResult } | undefined>;
  onCompacted?(entryId: string, how: { reason: CompactionReason; fromExtension: boolean }): Promise<void>;
  /** May cancel leaving a branch, or bring the summary of it. */
  beforeLeaveBranch?(
    request: LeaveBranchRequest,
  ): Promise<{ cancel?: boolean; summary?: BranchSummaryText } | undefined>;
  onBranchLeft?(change: {
    newLeafId: string | null;
    oldLeafId: string | null;
    summaryEntry?: BranchSummaryEntry;
    fromExtension: boolean;
  }): Promise<void>;
  readonly onPayload?: NonNullable<SimpleStreamOptions["onPayload"]>;
  readonly onResponse?: NonNullable<SimpleStreamOptions["onResponse"]>;
}
