import type { Agent, AgentMessage, SessionEntry, SessionLog } from "@tau/agent";
import type { AssistantMessage, Context, Model, SimpleStreamOptions } from "@tau/ai";
import type { ModelRegistry, ModelRoute, ModelRouteReason, RoutedModel } from "../models/index.ts";
import { answerer, findLatestResponse } from "./virtual-selection.ts";

/** Where the state of a router lies in the log. */
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
  /** What the request answers. */
  readonly to: string;
}

interface Failure {
  readonly to: string;
  readonly failed: RoutedModel & { message: AssistantMessage };
}

/** Finds out for each request of a session which model answers it, where the chosen one only chooses. */
export class ModelRouter {
  private readonly models: ModelRegistry;
  private readonly session: RoutedSession;
  private attempt: Attempt | undefined;
  private failure: Failure | undefined;

  constructor(models: ModelRegistry, session: RoutedSession) {
    this.models = models;
    this.session = session;
  }

  /** What the router returns beside the model is kept before the request leaves. */
  async route(model: Model, context: Context, { signal, reasoning }: SimpleStreamOptions): Promise<ModelRoute> {
    const to = latest(this.session.agent().state.messages);
    const reason = this.reason(to);
    const state = reason === "direct" ? undefined : stateOf(this.session.log.getBranch(), model);
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

  /** Called with each answer of a run: notes at which level it was made, and whether the next request is a retry. */
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

/** What the model is to answer. A compaction makes new objects of the same messages, so that they are told apart by time. */
function latest(messages: readonly AgentMessage[]): string {
  const message = messages.findLast(({ role }) => role !== "assistant");
  return message ? `${message.role}:${message.timestamp}` : "";
}

function stateOf(branch: readonly SessionEntry[], { provider, id }: Model): unknown {
  const entry = branch.findLast((candidate) => {
    if (candidate.type !== "custom" || candidate.customType !== VIRTUAL_MODEL_STATE_ENTRY) return false;
    const data = candidate.data as StateData;
    return data.provider === provider && data.modelId === id;
  });
  return entry?.type === "custom" ? (entry.data as StateData).state : undefined;
}
