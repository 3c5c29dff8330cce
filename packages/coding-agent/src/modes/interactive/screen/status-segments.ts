import { homedir } from "node:os";
import type { AgentSession } from "../../../core/session/agent-session.ts";
import type { StatusSegment } from "./status-line.ts";

/** What the status line says of a session. */
export function sessionSegments(session: () => AgentSession): StatusSegment[] {
  return [
    { side: "left", text: () => shortPath(session().sessionManager.getCwd()) },
    { side: "left", text: () => session().sessionManager.getSessionName() ?? "" },
    { side: "left", text: () => queueText(session().queue.length) },
    { side: "right", text: () => contextText(session()) },
    { side: "right", text: () => costText(session()) },
    { side: "right", text: () => modelText(session()) },
  ];
}

function shortPath(path: string): string {
  const home = homedir();
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

function queueText(length: number): string {
  return length === 0 ? "" : `${length} queued`;
}

function contextText({ messages, model }: AgentSession): string {
  const last = messages.findLast((message) => message.role === "assistant" && message.usage.totalTokens > 0);
  if (last?.role !== "assistant" || model.contextWindow <= 0) return "";
  return `${Math.round((last.usage.totalTokens / model.contextWindow) * 100)} % of ${formatCount(model.contextWindow)}`;
}

function costText({ messages }: AgentSession): string {
  const total = messages.reduce(
    (sum, message) => sum + (message.role === "assistant" ? message.usage.cost.total : 0),
    0,
  );
  return total > 0 ? `$${total.toFixed(total < 1 ? 3 : 2)}` : "";
}

function modelText({ model, thinkingLevel }: AgentSession): string {
  const level = thinkingLevel === "off" ? "" : ` ${thinkingLevel}`;
  return `${model.provider}/${model.id}${level}`;
}

function formatCount(count: number): string {
  return count >= 1_000_000 ? `${count / 1_000_000}M` : `${Math.round(count / 1000)}k`;
}
