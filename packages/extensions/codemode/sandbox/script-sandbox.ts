import type { ExtensionAPI, ScriptSandbox, ServiceKey } from "@tau/coding-agent";
import { runScript } from "./run-script.ts";

const MEMORY_BYTES = 256 * 1024 * 1024;
const MOST_CALLS = 5000;

export const SCRIPT_SANDBOX = "script-sandbox" as ServiceKey<ScriptSandbox>;

/** Lets other extensions run scripts of the model in the same sandbox, with calls of their own. */
export function createScriptSandbox(pi: Pick<ExtensionAPI, "assets">): ScriptSandbox {
  return {
    async run({ source, calls, call, limits, signal }) {
      const { items, console, error } = await runScript(pi, {
        source,
        tools: JSON.stringify(calls.map((name) => ({ id: name, name, description: "" }))),
        stored: "{}",
        limits: { memoryBytes: MEMORY_BYTES, calls: MOST_CALLS, ...limits },
        call: async (name, argument) => JSON.stringify((await call(name, argument)) ?? null),
        ask: async () => {
          throw new Error("Other tools cannot be called from this script.");
        },
        signal,
      });
      return { items, console, ...(error === undefined ? {} : { error }) };
    },
  };
}
