import type { AgentMessage, AgentTurnContext } from "@tau/agent";
import { newestFirst } from "../../../session/log/newest-first.ts";
import type { Session } from "../../../session/session.ts";
import type { ExtensionContextActions, LeafMove } from "../../contract/index.ts";
import { ExtensionHostError } from "../../extension-host-error.ts";
import { customMessage } from "../custom-message.ts";
import type { ExtendedSession } from "./session-hooks.ts";
import { entryIdsOf } from "./turn-entries.ts";

/** Changes to the conversation that extensions have requested for the end of the turn. */
export interface TurnEndChanges {
  /** Whether to hide the interrupted answer from the model. */
  dropsAnswer?: boolean;
  leafMove?: LeafMove & { readonly entryId: string };
}

/** Implements the methods of `ctx` that affect the current turn. */
export function turnEndActions(
  session: Session,
  changes: TurnEndChanges,
): Required<Pick<ExtensionContextActions, "interrupt" | "moveLeafAtTurnEnd">> {
  return {
    interrupt: ({ inject, reason, keep = false }) => {
      const draft = typeof inject === "string" ? { customType: "interrupt", content: inject, display: true } : inject;
      const isHeard = session.agent.interrupt([customMessage(draft)], reason);
      if (isHeard && !keep) changes.dropsAnswer = true;
      return isHeard;
    },
    moveLeafAtTurnEnd: (entryId, move) => {
      if (session.isIdle) throw new ExtensionHostError("not-available", "There is no turn to move the leaf after.");
      if (![...newestFirst(session.log)].some(({ id }) => id === entryId))
        throw new ExtensionHostError("invalid-arguments", `There is no entry ${entryId} on this branch.`);
      changes.leafMove = { ...move, entryId };
    },
  };
}

/** Applies the requested changes. Resolves to the new conversation if it has changed. */
export async function applyTurnEnd(host: ExtendedSession, turn: AgentTurnContext): Promise<AgentMessage[] | undefined> {
  const { session, turnEnd, ports } = host;
  const { dropsAnswer, leafMove } = turnEnd;
  delete turnEnd.dropsAnswer;
  delete turnEnd.leafMove;
  const { message, toolResults } = turn;
  const isFailed = message.stopReason === "aborted" || message.stopReason === "error";
  if (!isFailed) {
    const calls = toolResults.map(({ toolName }) => toolName);
    await ports?.liveActions?.turnEnded(calls, toolResults.length === 0);
  }
  if (dropsAnswer && message.stopReason === "aborted") return dropAnswer(session, entryIdsOf(session.log)(message));
  return leafMove && !isFailed ? await moveLeaf(host, leafMove) : undefined;
}

function dropAnswer(session: Session, entryId: string): AgentMessage[] | undefined {
  if (entryId === "") return undefined;
  session.log.appendContextEdit(entryId, null);
  return readAgain(session);
}

async function moveLeaf(
  { session, generation }: ExtendedSession,
  { entryId, summary, message }: NonNullable<TurnEndChanges["leafMove"]>,
): Promise<AgentMessage[]> {
  const { log } = session;
  const oldLeafId = log.getLeafId();
  const summaryEntry = log.getEntry(log.branchWithSummary(entryId, summary, undefined, true));
  if (message) {
    const { customType, content, display, details } = customMessage(message);
    log.appendCustomMessageEntry(customType, content, display, details);
  }
  const left = summaryEntry?.type === "branch_summary" ? { summaryEntry } : {};
  await generation.notify({
    type: "session_tree",
    newLeafId: log.getLeafId(),
    oldLeafId,
    ...left,
    fromExtension: true,
  });
  return readAgain(session);
}

function readAgain(session: Session): AgentMessage[] {
  session.agent.state.messages = session.log.buildSessionContext().messages;
  return session.agent.state.messages;
}
