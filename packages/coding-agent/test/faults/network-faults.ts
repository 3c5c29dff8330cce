import type { ModelReply, ModelRequest, ModelTurn } from "@tau/testkit";
import type { ScriptedSetup } from "../e2e/scripted-model.ts";
import { BROKEN_STREAM, type FaultCase, type PreparedFault, REFUSED, TOOL_TURNS } from "./fault-cases.ts";

/** Retries without pauses, and a short patience with silent servers. */
const SETTINGS = {
  defaultProvider: "scripted",
  defaultModel: "model",
  httpIdleTimeoutMs: 700,
  retry: { maxRetries: 3, baseDelayMs: 20, maxAgentDelayMs: 100 },
};

/** Streams that end, stop or go wrong in their middle: once in each turn, and always. */
export function brokenStreamCases(events: readonly number[]): FaultCase[] {
  const kinds = ["cut", "stall", "garbage"] as const;
  return events.flatMap((after) =>
    kinds.flatMap((kind) => [
      {
        name: `each answer is broken once after ${after} events (${kind})`,
        mustAnswer: kind !== "garbage",
        prepare: (setup: ScriptedSetup) => replaceAnswers(setup, firstOfEachTurn({ kind, after })),
      },
      {
        name: `every answer is broken after ${after} events (${kind})`,
        prepare: async (setup: ScriptedSetup) => ({
          ...(await boundedRequests(setup, (_, planned) => ({ ...planned, breakage: { kind, after } }))),
          isOver: BROKEN_STREAM,
        }),
      },
    ]),
  );
}

/** Servers that refuse: a few times, which a run survives, and for ever, which it must not fight. */
export function refusalCases(): FaultCase[] {
  const refusals: Readonly<Record<string, ModelReply>> = {
    "429 without a time to wait": { failure: "rate-limit" },
    "429 with a second to wait": { failure: "rate-limit", retryAfter: 1 },
    "429 with 0 seconds to wait": { failure: "rate-limit", retryAfter: 0 },
    "429 with a time to wait that is no time": { failure: "rate-limit", retryAfter: "soon" },
    overload: { failure: "overloaded" },
    "a server error": { failure: "server" },
    "a reset connection": { failure: "reset" },
    silence: { failure: "silence" },
    "an HTML page": { failure: "html", status: 502 },
  };
  return Object.entries(refusals).flatMap(([name, reply]) => [
    {
      name: `each turn meets ${name} twice`,
      mustAnswer: true,
      prepare: (setup) => replaceAnswers(setup, (_, planned, times) => (times <= 2 ? reply : planned)),
    },
    {
      name: `every request meets ${name}`,
      prepare: async (setup) => ({ ...(await boundedRequests(setup, () => reply)), isOver: REFUSED }),
    },
  ]);
}

/** A rate limit that asks for more patience than a user has ends the run with its sentence, and not with a wait. */
export function longWaitCases(): FaultCase[] {
  const waits = [3600, 86_400 * 365, "Thu, 01 Jan 2099 00:00:00 GMT"];
  return waits.map((retryAfter) => ({
    name: `a rate limit asks to wait ${retryAfter}`,
    prepare: async (setup) => ({
      ...(await boundedRequests(setup, () => ({ failure: "rate-limit", retryAfter }))),
      isOver: REFUSED,
    }),
  }));
}

type Replace = (request: ModelRequest, planned: ModelTurn, times: number) => ModelReply;

function firstOfEachTurn(breakage: NonNullable<ModelTurn["breakage"]>): Replace {
  return (_, planned, times) => (times === 1 ? { ...planned, breakage } : planned);
}

/** `times` counts the requests of the same turn. */
async function replaceAnswers({ workspace }: ScriptedSetup, replace: Replace): Promise<PreparedFault> {
  await workspace.configure("settings.json", SETTINGS);
  const asked = new Map<number, number>();
  return {
    answer: (request, planned) => {
      const times = (asked.get(request.toolResults) ?? 0) + 1;
      asked.set(request.toolResults, times);
      return replace(request, planned, times);
    },
  };
}

/** Retries must end: one request and its retries for each turn, and as many again for a shortened conversation. */
const MOST_REQUESTS = 2 * (1 + SETTINGS.retry.maxRetries) * (TOOL_TURNS + 1);

async function boundedRequests(setup: ScriptedSetup, replace: Replace): Promise<PreparedFault> {
  const check = () => {
    const { length } = setup.server.requests;
    return length > MOST_REQUESTS ? [`${length} requests were sent, more than ${MOST_REQUESTS}`] : [];
  };
  return { ...(await replaceAnswers(setup, replace)), check };
}
