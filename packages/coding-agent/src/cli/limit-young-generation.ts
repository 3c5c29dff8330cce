import { statSync } from "node:fs";
import type { Session } from "../core/session/session.ts";
import type { AgentSessionEvent } from "../core/session/session-event.ts";

const LARGE_SESSION = 8 * 1024 * 1024;
const GROWTH_BY_DEFAULT = 2;
/** Large enough for the garbage of a turn. V8 would let it grow to 100 MB, and never shrinks it while a session is in use. */
const ENOUGH_BYTES = 16 * 1024 * 1024;
/** Short runs end before the size matters. */
const TURNS_A_CHECK = 10;

/**
 * Limits the memory for young objects, which V8 sizes for throughput. A large session that is read is all old objects: there it stays as it
 * is until the first answer. Otherwise it may grow until it is large enough.
 */
export function limitYoungGeneration(session: Session): void {
  let isReading = sizeOf(session) >= LARGE_SESSION;
  let turns = 0;
  if (isReading) setGrowthFactor(1);
  const onEvent = (event: AgentSessionEvent): void => {
    if (isReading && event.type === "message_start" && event.message.role === "assistant") {
      isReading = false;
      setGrowthFactor(GROWTH_BY_DEFAULT);
    }
    if (event.type !== "turn_end" || ++turns % TURNS_A_CHECK !== 0 || youngGenerationSize() < ENOUGH_BYTES) return;
    setGrowthFactor(1);
    unsubscribe();
  };
  const unsubscribe = session.subscribe(onEvent, { isShown: false });
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
