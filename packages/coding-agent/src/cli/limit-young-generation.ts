import { statSync } from "node:fs";
import type { Session } from "../core/session/session.ts";
import type { AgentSessionEvent } from "../core/session/session-event.ts";

const LARGE_SESSION = 8 * 1024 * 1024;
const GROWTH_BY_DEFAULT = 2;
/** Large enough for the garbage of a turn. V8 would let it grow to 100 MB, and never shrinks it while a session is in use. */
const ENOUGH_BYTES = 16 * 1024 * 1024;
const TURNS_A_CHECK = 10;

/**
 * Limits the memory for young objects, which V8 sizes for throughput: what stays makes it grow, although only garbage needs the room. So it
 * stays as it is in the first turn, while code is loaded; for a large session, from the moment when its log is read; and from the first child
 * session until the end of a turn in which none is left, as children are opened together. Otherwise it may grow until it is large enough.
 */
export function limitYoungGeneration(session: Session): void {
  let isFirstTurn = true;
  let hasChildren = false;
  let turns = 0;
  const children = new Set<string>();
  const update = () => setGrowthFactor(isFirstTurn || hasChildren ? 1 : GROWTH_BY_DEFAULT);
  if (session.log.hasMessages() && sizeOf(session) >= LARGE_SESSION) update();
  const unsubscribe = session.subscribe(onEvent, { isShown: false });

  function onEvent(event: AgentSessionEvent): void {
    switch (event.type) {
      case "message_start":
        // Not earlier, because it takes a few milliseconds, and the first request should not wait for them.
        if (isFirstTurn && event.message.role === "assistant") update();
        return;
      case "child_start":
      case "child_update":
        if (["idle", "running"].includes(event.child.status)) children.add(event.child.id);
        else children.delete(event.child.id);
        if (hasChildren) return;
        hasChildren = true;
        return update();
      case "child_end":
        children.delete(event.child.id);
        return;
      case "turn_end":
        return endTurn();
    }
  }

  function endTurn(): void {
    const wasLimited = isFirstTurn || hasChildren;
    isFirstTurn = false;
    hasChildren = children.size > 0;
    if (wasLimited) update();
    if (++turns % TURNS_A_CHECK !== 0 || youngGenerationSize() < ENOUGH_BYTES) return;
    setGrowthFactor(1);
    unsubscribe();
  }
}

function sizeOf({ log }: Session): number {
  const file = log.getSessionFile();
  return file === undefined ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0);
}

function youngGenerationSize(): number {
  const spaces = process.getBuiltinModule("node:v8").getHeapSpaceStatistics();
  return spaces.find(({ space_name }) => space_name === "new_space")?.space_size ?? 0;
}

function setGrowthFactor(factor: number): void {
  process.getBuiltinModule("node:v8").setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}
