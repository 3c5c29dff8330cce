import type { ExtensionBindings } from "../core/extensions/session/hosted-extensions.ts";
import type { AgentSessionRuntime } from "../core/session/replace/session-runtime.ts";

/** Tells the extensions that their session is there, and those of every session that follows. Without extensions nothing is loaded. */
export async function startExtensions(runtime: AgentSessionRuntime, bindings: ExtensionBindings): Promise<void> {
  await runtime.session.hosted?.start(() => bind(runtime, bindings));
}

/** Asked for when extensions begin, so that those that sleep cost nothing. */
async function bind(runtime: AgentSessionRuntime, bindings: ExtensionBindings): Promise<ExtensionBindings> {
  const { createCommandActions, createSwitchHooks } = await import("../core/extensions/session/switch-hooks.ts");
  const complete = { commands: createCommandActions(runtime), ...bindings };
  const { beforeSwitch, beforeFork, onShutdown, onReplaced } = createSwitchHooks(runtime, () => complete);
  const { hooks } = runtime;
  runtime.hooks = {
    ...hooks,
    beforeSwitch: async (target) => ((await hooks.beforeSwitch?.(target)) || (await beforeSwitch?.(target))) ?? false,
    beforeFork: async (target) => ((await hooks.beforeFork?.(target)) || (await beforeFork?.(target))) ?? false,
    onShutdown: async (end) => {
      await onShutdown?.(end);
      await hooks.onShutdown?.(end);
    },
    onReplaced: async (session, start) => {
      await hooks.onReplaced?.(session, start);
      await onReplaced?.(session, start);
    },
  };
  return complete;
}
