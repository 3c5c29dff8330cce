import type { Agent, SessionLog } from "@tau/agent";
import type { Model, RetryPolicy } from "@tau/ai";
import type { CompactionPolicy } from "./compaction-policy.ts";
import type { AgentSessionEvent } from "./session-event.ts";
import type { SessionHooks } from "./session-hooks.ts";

/** What shortening a conversation needs of its session. */
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
  /** Models that may write a summary where the session's own cannot. */
  readonly summaryModels: () => Promise<readonly Model[]>;
  readonly promote: (model: Model) => Promise<void>;
  /** A run and a compaction both write to the conversation: one that was asked for stops the run. */
  readonly stopRun: () => Promise<void>;
  /** One that no run waited for is over, however it ended: what came meanwhile can be delivered. */
  readonly onAloneEnd: () => void;
  /** Is there anyone who can go on in another session? */
  readonly canHandOver: () => boolean;
}
