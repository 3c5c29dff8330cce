import { homedir } from "node:os";
import type { AgentSession } from "../../../core/session/agent-session.ts";
import type { SessionFigures } from "./session-figures.ts";
import type { StatusSegment } from "./status-line.ts";

export interface StatusSources {
  readonly session: () => AgentSession;
  readonly figures: SessionFigures;
  /** What git says of the folder, as far as it is known. */
  readonly git: () => string;
}

/** What the status line says of a session. Asked at each frame: nothing here may count or search. */
export function sessionSegments({ session, figures, git }: StatusSources): StatusSegment[] {
  return [
    { side: "left", text: () => shortPath(session().sessionManager.getCwd()) },
    { side: "left", text: git },
    { side: "left", text: () => figures.name },
    { side: "left", text: () => queueText(session().queue.length) },
    { side: "right", text: () => figures.tokens },
    { side: "right", text: () => figures.cost },
    { side: "right", text: () => figures.context },
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

function modelText({ model, thinkingLevel }: AgentSession): string {
  const level = thinkingLevel === "off" ? "" : ` ${thinkingLevel}`;
  return `${model.provider}/${model.id}${level}`;
}
