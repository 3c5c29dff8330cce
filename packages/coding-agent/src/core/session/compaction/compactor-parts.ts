import type { Agent, SessionLog } from "@tau/agent";
import type { Model, RetryPolicy } from "@tau/ai";
import type { AgentSessionEvent } from "../session-event.ts";
import type { SessionHooks } from "../session-hooks.ts";
import type { CompactionPolicy } from "./compaction-policy.ts";

/** The parts of a session that compaction uses. */
export interface CompactorParts {
  readonly agent: Agent;
  readonly log: SessionLog;
  readonly emit: (event: AgentSessionEvent) => void | Promise<void>;
  /** The model whose window must hold the conversation. */
  readonly limits: () => Model;
  readonly settings: (model: Model) => CompactionPolicy;
  readonly retry: () => RetryPolicy;
  readonly hooks: Pick<SessionHooks, "beforeCompact" | "onCompacted">;
  /** Models that may take over when the window is full. */
  readonly promotions: () => Promise<readonly Model[]>;
  /** Models that may write a summary if the session's model cannot. */
  readonly summaryModels: () => Promise<readonly Model[]>;
  readonly promote: (model: Model) => Promise<void>;
  /** Stops the run before a requested compaction, because both change the conversation. */
  readonly stopRun: () => Promise<void>;
  /** Called when a compaction outside a run has ended, successfully or not, so that messages that arrived meanwhile can be delivered. */
  readonly onAloneEnd: () => void;
  /** Whether the mode can continue in another session. */
  readonly canHandOver: () => boolean;
}
