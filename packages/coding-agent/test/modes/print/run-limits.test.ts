import { expect, test } from "vitest";
import type { Session } from "../../../src/core/session/session.ts";
import type { AgentSessionEvent } from "../../../src/core/session/session-event.ts";
import { watchLimits } from "../../../src/modes/print/run-limits.ts";

test("--max-cost counts what this run spends, not what the session cost before", () => {
  let cost = 5;
  let tell: (event: AgentSessionEvent) => void = () => undefined;
  const session = {
    getSessionStats: () => ({ cost }),
    abort: async () => undefined,
    subscribe: (listener: typeof tell) => {
      tell = listener;
      return () => undefined;
    },
  } as unknown as Session;
  const limits = watchLimits(session, { maxCost: 0.5 });
  const endTurn = (total: number) => {
    cost = total;
    tell({ type: "turn_end", toolResults: [] } as unknown as AgentSessionEvent);
    return limits.reason;
  };
  expect([endTurn(5.25), endTurn(5.75)]).toEqual([undefined, "Stopped: more than $0.5 is spent (--max-cost)."]);
  limits.release();
});
