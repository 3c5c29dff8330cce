import type { AgentTool } from "@tau/agent";

/** A tool of which the model is told at once, and whose code is loaded when it is called. */
export function lazyTool(face: Omit<AgentTool, "execute" | "label">, load: () => Promise<unknown>): AgentTool {
  let loaded: Promise<unknown> | undefined;
  return {
    label: face.name,
    ...face,
    execute: async (...call) => {
      loaded ??= load();
      return await ((await loaded) as AgentTool).execute(...call);
    },
  };
}
