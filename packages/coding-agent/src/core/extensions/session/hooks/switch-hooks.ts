import { prepareWithManager } from "../../../../compat/pi/session-manager.ts";
import type { SessionRuntime, SessionSwitchHooks } from "../../../session/replace/session-runtime.ts";
import type { ExtensionCommandContextActions, WithSessionOptions } from "../../contract/index.ts";
import { emitBefore } from "../../host/emit-session.ts";
import type { ExtensionBindings } from "../session-extensions.ts";

/**
 * Creates the hooks through which extensions take part in the replacement of a session: they are asked before it and notified of the end of
 * the old session and the start of the new one.
 */
export function createSwitchHooks(runtime: SessionRuntime, bindings: () => ExtensionBindings): SessionSwitchHooks {
  const host = () => runtime.session.extensions;
  return {
    beforeSwitch: async ({ reason, targetSessionFile }) => {
      const to = host()?.host?.generation.dispatch;
      const target = targetSessionFile === undefined ? {} : { targetSessionFile };
      const answer = to && (await emitBefore(to, { type: "session_before_switch", reason, ...target }));
      return answer?.cancel === true;
    },
    beforeFork: async (target) => {
      const to = host()?.host?.generation.dispatch;
      const answer = to && (await emitBefore(to, { type: "session_before_fork", ...target }));
      return answer?.cancel === true;
    },
    onShutdown: async ({ reason, targetSessionFile }) => {
      const why = reason === "startup" ? "quit" : reason;
      await host()?.shutdown({ reason: why, ...(targetSessionFile === undefined ? {} : { targetSessionFile }) });
    },
    onReplaced: async (session, start) => {
      await session.extensions?.start(bindings(), start);
    },
  };
}

/** Returns the actions that commands of extensions may perform if a runtime owns the session. */
export function createCommandActions(runtime: SessionRuntime): ExtensionCommandContextActions {
  const then = async (result: { cancelled: boolean }, { withSession }: WithSessionOptions = {}) => {
    const { extensions } = runtime.session;
    if (!result.cancelled && withSession && extensions?.host)
      await withSession(extensions.active.createReplacedContext());
    return { cancelled: result.cancelled };
  };
  return {
    waitForIdle: () => runtime.session.waitForIdle(),
    newSession: async ({ withSession, setup, ...request } = {}) =>
      await then(
        await runtime.newSession({ ...request, ...prepareWithManager(setup) }),
        withSession ? { withSession } : {},
      ),
    fork: async (entryId, { position = "before", ...options } = {}) =>
      await then(await runtime.fork(entryId, { position }), options),
    switchSession: async (path, options) => await then(await runtime.switchSession(path), options),
    navigateTree: async (targetId, options) => {
      const { cancelled } = await runtime.session.branches.navigate(targetId, options);
      return { cancelled };
    },
    reload: async () => await runtime.session.extensions?.reload(),
  };
}

/** Lets extensions take part in the sessions of a runtime, in addition to its existing hooks. Returns the complete bindings for the extensions. */
export function bindRuntime(runtime: SessionRuntime, bindings: ExtensionBindings): ExtensionBindings {
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
