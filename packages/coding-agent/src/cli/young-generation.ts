import { statSync } from "node:fs";
import type { Session } from "../core/session/session.ts";
import type { AgentSessionEvent } from "../core/session/session-event.ts";

const LARGE_SESSION = 8 * 1024 * 1024;
const GROWTH_BY_DEFAULT = 2;

/**
 * Keeps the young generation of V8's heap at its present size until the first answer, if the session file is large. All entries that
 * the request is made of stay alive, so V8 would enlarge it to 100 MB and copy them between its halves before it moves them.
 */
export function keepYoungGenerationSmall(session: Session): void {
  const file = session.log.getSessionFile();
  const size = file === undefined ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  if (size < LARGE_SESSION) return;
  setGrowthFactor(1);
  const onEvent = (event: AgentSessionEvent): void => {
    if (event.type !== "message_start" || event.message.role !== "assistant") return;
    setGrowthFactor(GROWTH_BY_DEFAULT);
    unsubscribe();
  };
  const unsubscribe = session.subscribe(onEvent, { isShown: false });
}

function setGrowthFactor(factor: number): void {
  process.getBuiltinModule("node:v8").setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}
