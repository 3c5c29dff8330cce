import type { Agent, AgentMessage, SessionLog } from "@tau/agent";
import type { AssistantMessage, Context, Model, SimpleStreamOptions } from "@tau/ai";
import type { ModelRegistry, ModelRoute, ModelRouteReason, RoutedModel } from "../../models/index.ts";
import { newestFirst } from "../log/newest-first.ts";
import { answerer, findLatestResponse } from "./virtual-selection.ts";

/** The type of log entries that hold the state of a router. */
export const VIRTUAL_MODEL_STATE_ENTRY = "pi.virtual-model-state";

interface StateData {
  readonly provider: string;
  readonly modelId: string;
  readonly state: unknown;
}

export interface RoutedSession {
  readonly log: SessionLog;
  readonly agent: () => Agent;
}

interface Attempt extends ModelRoute {
  /** Identifies the message that the request answers. */
  readonly to: string;
}

interface Failure {
  readonly to: string;
  readonly failed: RoutedModel & { message: AssistantMessage };
}

/** Determines for each request which model answers it, if the chosen model is virtual. */
export class ModelRouter {
  private readonly models: ModelRegistry;
  private readonly session: RoutedSession;
  private readonly states: RouterStates;
  private attempt: Attempt | undefined;
  private failure: Failure | undefined;

  constructor(models: ModelRegistry, session: RoutedSession) {
    this.models = models;
    this.session = session;
    this.states = new RouterStates(session.log);
  }

  /** Routes a request. The state that the router returns is written to the log before the request is sent. */
  async route(model: Model, context: Context, { signal, reasoning }: SimpleStreamOptions): Promise<ModelRoute> {
    const to = latest(this.session.agent().state.messages);
    const reason = this.reason(to);
    const state = reason === "direct" ? undefined : this.states.latest(model);
    const previous = answerer(this.models, findLatestResponse(this.session.agent().state.messages));
    const failed = reason === "retry" ? this.failure?.failed : undefined;
    const route = await this.models.route({
      model,
      thinkingLevel: reasoning ?? "off",
      reason,
      messages: context.messages,
      ...(state === undefined ? {} : { state }),
      ...(previous ? { previous } : {}),
      ...(failed ? { failed } : {}),
      ...(signal ? { signal } : {}),
    });
    if (reason === "direct") return route;
    if (route.state !== undefined && route.state !== state) this.keep(model, route.state);
    this.attempt = { ...route, to };
    return route;
  }

  /** Called with each answer of a run. Records the thinking level of the answer and whether the next request is a retry. */
  answered(message: AssistantMessage): void {
    const { attempt } = this;
    this.attempt = undefined;
    this.failure = undefined;
    if (!attempt) return;
    message.thinkingLevel = attempt.thinkingLevel;
    if (message.stopReason !== "error") return;
    const { model, thinkingLevel, to } = attempt;
    this.failure = { to, failed: { model, thinkingLevel, message } };
  }

  private reason(to: string): ModelRouteReason {
    if (!this.session.agent().state.isStreaming) return "direct";
    if (this.failure?.to === to) return "retry";
    return to.startsWith("user:") ? "user" : "continuation";
  }

  private keep({ provider, id }: Model, state: unknown): void {
    this.session.log.appendCustomEntry(VIRTUAL_MODEL_STATE_ENTRY, { provider, modelId: id, state } satisfies StateData);
  }
}

/** Identifies the message that the model has to answer. Uses its role and time, because a compaction creates new objects for the same messages. */
function latest(messages: readonly AgentMessage[]): string {
  const message = messages.findLast(({ role }) => role !== "assistant");
  return message ? `${message.role}:${message.timestamp}` : "";
}

/** The states that routers have stored in the log. When a branch has grown, only the new entries are read. */
class RouterStates {
  private readonly log: SessionLog;
  /** By model: the leaf of the branch at the last lookup, and the state at that point. */
  private readonly known = new Map<string, { readonly leafId: string | null; readonly state: unknown }>();

  constructor(log: SessionLog) {
    this.log = log;
  }

  latest({ provider, id }: Model): unknown {
    const name = `${provider}/${id}`;
    const state = this.find(provider, id, this.known.get(name));
    this.known.set(name, { leafId: this.log.getLeafId(), state });
    return state;
  }

  private find(
    provider: string,
    modelId: string,
    known: { leafId: string | null; state: unknown } | undefined,
  ): unknown {
    for (const entry of newestFirst(this.log)) {
      if (known && entry.id === known.leafId) return known.state;
      if (entry.type !== "custom" || entry.customType !== VIRTUAL_MODEL_STATE_ENTRY) continue;
      const data = entry.data as StateData;
      if (data.provider === provider && data.modelId === modelId) return data.state;
    }
    return undefined;
  }
}
