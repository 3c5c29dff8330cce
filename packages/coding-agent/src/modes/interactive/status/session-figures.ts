import type { AgentMessage } from "@tau/agent";
import type { AgentSession } from "../../../core/session/agent-session.ts";
import { contextUsage } from "../../../core/session/session-stats.ts";
import { plainLine } from "../parts/plain-line.ts";

/** Tokens and cost of a session as texts. Counted whole once, and then message by message. */
export class SessionFigures {
  name = "";
  tokens = "";
  cost = "";
  context = "";
  shortContext = "";
  /** Who answered last since the present model was chosen. */
  answerer: { readonly provider: string; readonly model: string } | undefined;
  private chosen: string | undefined;
  private input = 0;
  private output = 0;
  private spent = 0;

  /** Another session, or another branch of it. */
  recount(session: AgentSession): void {
    this.input = 0;
    this.output = 0;
    this.spent = 0;
    this.answerer = undefined;
    this.chosen = undefined;
    for (const message of session.messages) this.count(message);
    this.describe(session);
  }

  add(message: AgentMessage, session: AgentSession): void {
    this.count(message);
    if (message.role === "assistant") this.describe(session);
  }

  /** The name, the model or its window have changed. */
  describe(session: AgentSession): void {
    const { messages, model } = session;
    const usage = contextUsage(messages, model);
    const chosen = `${model.provider}/${model.id}`;
    if (this.chosen !== undefined && this.chosen !== chosen) this.answerer = undefined;
    this.chosen = chosen;
    this.name = plainLine(session.sessionManager.getSessionName() ?? "");
    this.tokens = this.output > 0 ? `↑${formatCount(this.input)} ↓${formatCount(this.output)}` : "";
    this.cost = this.spent > 0 ? formatCost(this.spent) : "";
    this.shortContext = usage?.tokens ? `${Math.round(usage.percent ?? 0)} %` : "";
    this.context = usage?.tokens ? `${Math.round(usage.percent ?? 0)} % of ${formatCount(usage.contextWindow)}` : "";
  }

  private count(message: AgentMessage): void {
    if (message.role !== "assistant") return;
    if (message.stopReason !== "error" && message.stopReason !== "aborted") this.answerer = message;
    const { input, output, cacheRead, cacheWrite, cost } = message.usage;
    this.input += input + cacheRead + cacheWrite;
    this.output += output;
    this.spent += cost.total;
  }
}

function formatCost(dollars: number): string {
  if (dollars < 0.001) return "<$0.001";
  return `$${dollars.toFixed(dollars < 1 ? 3 : 2)}`;
}

export function formatCount(count: number): string {
  if (count < 1000) return String(count);
  if (count < 1_000_000) return `${Number((count / 1000).toFixed(count < 10_000 ? 1 : 0))}k`;
  return `${Number((count / 1_000_000).toFixed(1))}M`;
}
