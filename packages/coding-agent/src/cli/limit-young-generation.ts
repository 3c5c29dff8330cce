import { statSync } from "node:fs";
import type { ChildEvent } from "../core/session/children/child-state.ts";
import type { Session } from "../core/session/session.ts";
import type { AgentSessionEvent } from "../core/session/session-event.ts";

const LARGE_SESSION = 8 * 1024 * 1024;
const GROWTH_BY_DEFAULT = 2;
/** Large enough for the garbage of a turn. V8 would let it grow to 100 MB, and never shrinks it while a session is in use. */
const ENOUGH_BYTES = 16 * 1024 * 1024;
const TURNS_A_CHECK = 10;

/**
 * Limits the memory for young objects, which V8 sizes for throughput: what stays makes it grow, although only garbage needs the room. So it
 * stays as it is until the first answer in a large session, while its log is read; and from the first child session until the end of a turn
 * in which none is left, as children are opened together. Otherwise it may grow until it is large enough.
 */
export function limitYoungGeneration(session: Session): void {
  let isReading = sizeOf(session) >= LARGE_SESSION;
  let hadChildren = false;
  let turns = 0;
  const children = new Set<string>();
  if (isReading) setGrowthFactor(1);
  const unsubscribe = session.subscribe(
    (event) => {
      if (isAboutChild(event)) noteChild(event);
      if (isReading && event.type === "message_start" && event.message.role === "assistant") {
        isReading = false;
        setGrowthFactor(GROWTH_BY_DEFAULT);
      }
      if (event.type === "turn_end") endTurn();
    },
    { isShown: false },
  );

  function noteChild({ type, child }: ChildEvent): void {
    if (type === "child_end" || !["idle", "running"].includes(child.status)) children.delete(child.id);
    else children.add(child.id);
    if (hadChildren || children.size === 0) return;
    hadChildren = true;
    setGrowthFactor(1);
  }

  function endTurn(): void {
    if (hadChildren && children.size === 0) {
      hadChildren = false;
      setGrowthFactor(GROWTH_BY_DEFAULT);
    }
    if (++turns % TURNS_A_CHECK !== 0 || youngGenerationSize() < ENOUGH_BYTES) return;
    setGrowthFactor(1);
    unsubscribe();
  }
}

function isAboutChild(event: AgentSessionEvent): event is ChildEvent {
  return event.type === "child_start" || event.type === "child_update" || event.type === "child_end";
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
