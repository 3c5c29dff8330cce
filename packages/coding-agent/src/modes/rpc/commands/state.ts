import type { QueueMode } from "@tau/agent";
import type { Model, ModelThinkingLevel } from "@tau/ai";
import { readTodoPhases, type TodoPhase } from "../../../core/session/log/todo-phases.ts";
import type { Session } from "../../../core/session/session.ts";
import { Type } from "../../../core/tools/schema.ts";
import { defineCommand } from "../command.ts";

export interface RpcSessionState {
  readonly model?: Model;
  readonly thinkingLevel: ModelThinkingLevel;
  readonly isStreaming: boolean;
  readonly isCompacting: boolean;
  readonly steeringMode: QueueMode;
  readonly followUpMode: QueueMode;
  readonly interruptMode: "immediate" | "wait";
  readonly sessionFile?: string;
  readonly sessionId: string;
  readonly sessionName?: string;
  readonly autoCompactionEnabled: boolean;
  readonly messageCount: number;
  readonly pendingMessageCount: number;
  /** The same as `pendingMessageCount`, under an older name. */
  readonly queuedMessageCount: number;
  /** The task list, as set by `set_todos` or a tool. */
  readonly todoPhases: readonly TodoPhase[];
  readonly systemPrompt: string;
  /** The tools declared to the model. */
  readonly dumpTools: readonly { name: string; description: string; parameters: object }[];
}

export const getState = defineCommand({
  name: "get_state",
  summary: "Model, modes, counts and the name of the session",
  parameters: Type.Object({}),
  run: (_, { session }) => sessionState(session),
});

export const getSessionStats = defineCommand({
  name: "get_session_stats",
  summary: "Tokens, cost and how full the context window is",
  parameters: Type.Object({}),
  run: (_, { session }) => session.getSessionStats(),
});

function sessionState(session: Session): RpcSessionState {
  const { agent, log, sessionFile } = session;
  const sessionName = log.getSessionName();
  return {
    model: session.model,
    thinkingLevel: session.thinkingLevel,
    isStreaming: !session.isIdle,
    isCompacting: session.compaction.isRunning,
    steeringMode: agent.steeringMode,
    followUpMode: agent.followUpMode,
    interruptMode: agent.interruptMode,
    ...(sessionFile === undefined ? {} : { sessionFile }),
    sessionId: session.sessionId,
    ...(sessionName === undefined ? {} : { sessionName }),
    autoCompactionEnabled: session.compaction.isAutomatic,
    messageCount: session.messages.length,
    pendingMessageCount: session.queue.length,
    queuedMessageCount: session.queue.length,
    todoPhases: readTodoPhases(log),
    systemPrompt: session.systemPrompt,
    dumpTools: session.tools
      .activeTools()
      .map(({ tool: { name, description, parameters } }) => ({ name, description, parameters })),
  };
}
