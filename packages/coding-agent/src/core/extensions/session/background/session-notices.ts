import type { Session } from "../../../session/session.ts";
import type { AgentSessionEvent } from "../../../session/session-event.ts";
import type { ExtensionEvent } from "../../contract/index.ts";

/** Notifies extensions of session events that no hook covers. The handlers are not awaited. */
export function followSession(session: Session, tell: (event: ExtensionEvent) => void): void {
  let level = session.thinkingLevel;
  const tellNotice = (event: AgentSessionEvent) => {
    if (event.type === "thinking_level_changed") {
      tell({ type: "thinking_level_select", level: event.level, previousLevel: level });
      level = event.level;
    } else {
      const notice = noticeOf(event);
      if (notice) tell(notice);
    }
  };
  session.subscribe(tellNotice, { isShown: false });
}

function noticeOf(event: AgentSessionEvent): ExtensionEvent | undefined {
  switch (event.type) {
    case "session_info_changed":
    case "auto_retry_start":
    case "auto_retry_end":
      return event;
    case "compaction_start":
      return event.reason === "manual" ? undefined : { type: "auto_compaction_start", reason: event.reason };
    case "compaction_end":
      return event.reason === "manual" ? undefined : { ...event, type: "auto_compaction_end", reason: event.reason };
    default:
      return undefined;
  }
}
