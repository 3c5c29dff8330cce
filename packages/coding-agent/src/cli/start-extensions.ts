import type { ExtensionBindings } from "../core/extensions/session/session-extensions.ts";
import type { SessionRuntime } from "../core/session/replace/session-runtime.ts";

/** Tells the extensions that their session is there, and those of every session that follows. Without extensions nothing is loaded. */
export async function startExtensions(runtime: SessionRuntime, bindings: ExtensionBindings): Promise<void> {
  await runtime.session.extensions?.start(async () => {
    const { bindRuntime } = await import("../core/extensions/session/switch-hooks.ts");
    return bindRuntime(runtime, bindings);
  });
}
