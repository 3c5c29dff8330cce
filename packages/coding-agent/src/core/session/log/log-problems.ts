import type { SessionLog } from "@tau/agent";
import type { Session } from "../session.ts";
import type { AgentSessionEvent } from "../session-event.ts";

const SHOWN = 3;

/** Returns the problems of a log that the user should know about. A lock of another process is left out: the user is asked about it instead. */
export function logProblems(log: SessionLog): readonly string[] {
  return shorten(log.getDiagnostics().flatMap(({ code, message }) => (code === "locked" ? [] : [message])));
}

/**
 * Reports new problems of a log while its session runs, each once. Existing problems are assumed to be reported already. Returns a function
 * that checks one last time and stops.
 */
export function followLogProblems(session: Session, tell: (problem: string) => void): () => void {
  const log = session.log;
  const messages = () => log.getDiagnostics().map(({ message }) => message);
  const known = new Set(messages());
  const look = () => {
    const fresh = new Set(messages().filter((message) => !known.has(message)));
    for (const message of fresh) known.add(message);
    for (const problem of shorten([...fresh])) tell(problem);
  };
  const onEvent = ({ type }: AgentSessionEvent) => {
    if (type === "agent_settled") look();
  };
  const unsubscribe = session.subscribe(onEvent, { isShown: false });
  return () => {
    unsubscribe();
    look();
  };
}

function shorten(messages: readonly string[]): readonly string[] {
  const more = messages.length - SHOWN;
  return more > 0 ? [...messages.slice(0, SHOWN), `and ${more} more problems of this kind`] : messages;
}
