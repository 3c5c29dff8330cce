import { setTimeout } from "node:timers/promises";
import type { ScriptedSetup } from "../e2e/scripted-model.ts";
import { canCutNetwork, makeCutNetwork } from "./cut-network.ts";
import { BROKEN_STREAM, type FaultCase, type PreparedFault, TOOL_TURNS } from "./fault-cases.ts";
import { startSlowServer } from "./slow-server.ts";

const SETTINGS = {
  defaultProvider: "scripted",
  defaultModel: "model",
  retry: { maxRetries: 3, baseDelayMs: 20, maxAgentDelayMs: 100 },
};
/** Longer than the pause, and shorter than the patience of TCP. */
const PATIENCE_MS = 3000;
const PAUSE_MS = 1000;

/** Packets that are dropped in the middle of an answer: for a moment, which changes nothing, and for good. */
export function lostNetworkCases(): FaultCase[] {
  if (!canCutNetwork()) return [];
  return Array.from({ length: TOOL_TURNS + 1 }, (_, at) => at).flatMap((at) => [
    {
      name: `the network is away for a second in turn ${at}`,
      mustAnswer: true,
      prepare: (setup: ScriptedSetup) => loseNetwork(setup, at, PAUSE_MS),
    },
    { name: `the network is away from turn ${at} on`, prepare: (setup: ScriptedSetup) => loseNetwork(setup, at) },
  ]);
}

async function loseNetwork(setup: ScriptedSetup, at: number, forMs?: number): Promise<PreparedFault> {
  const network = await makeCutNetwork(setup.server.url, setup.workspace.home);
  const useServer = await redirect(setup, network.url, forMs === undefined ? PATIENCE_MS / 6 : PATIENCE_MS);
  let hasBegun = false;
  return {
    ...(forMs === undefined && { isOver: BROKEN_STREAM }),
    through: network.through,
    answer: (request, planned) => {
      if (request.toolResults !== at || hasBegun) return planned;
      hasBegun = true;
      // The first words are on their way when the network goes.
      void setTimeout(CUT_AFTER_MS).then(async () => {
        network.cut();
        if (forMs === undefined) return;
        await setTimeout(forMs);
        network.restore();
      });
      return { ...planned, text: `${planned.text}`.split(""), pace: 50 };
    },
    end: useServer,
    dispose: () => network[Symbol.asyncDispose](),
  };
}

const CUT_AFTER_MS = 60;

/** Sends requests to another address. Returns what undoes it. */
async function redirect({ workspace, server }: ScriptedSetup, url: string, httpIdleTimeoutMs: number) {
  const configure = async (baseUrl: string) => {
    const models = [{ id: "model", contextWindow: 100_000, maxTokens: 8_000 }];
    const scripted = { baseUrl: `${baseUrl}/v1`, api: "openai-completions", apiKey: "test-key", models };
    await workspace.configure("models.json", { providers: { scripted } });
  };
  await workspace.configure("settings.json", { ...SETTINGS, httpIdleTimeoutMs });
  await configure(url);
  return () => configure(server.url);
}

/** A server that sends every answer in single bytes. At a millisecond each the run must get to its end. */
export function slowServerCases(): FaultCase[] {
  return [
    {
      name: "answers arrive byte by byte",
      mustAnswer: true,
      prepare: async (setup) => {
        const slow = await startSlowServer(setup.server.url, 1);
        const useServer = await redirect(setup, slow.url, PATIENCE_MS);
        return { end: useServer, dispose: () => slow[Symbol.asyncDispose]() };
      },
    },
  ];
}
