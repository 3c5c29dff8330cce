import type { ExtensionBindings } from "../../core/extensions/session/session-extensions.ts";
import type { SessionRuntime } from "../../core/session/replace/session-runtime.ts";

/** Starts the extensions of this session and of every session that follows. Loads nothing if there are no extensions. */
export async function startExtensions(runtime: SessionRuntime, bindings: ExtensionBindings): Promise<void> {
  await runtime.session.extensions?.start(async () => {
    const { bindRuntime } = await import("../../core/extensions/session/hooks/switch-hooks.ts");
    return bindRuntime(runtime, bindings);
  });
}
