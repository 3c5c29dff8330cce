import { createCommandActions, createSwitchHooks } from "../../../core/extensions/session/hooks/switch-hooks.ts";
import type { ExtensionBindings } from "../../../core/extensions/session/session-extensions.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { createExtensionScreen, type ExtensionScreen } from "./extension-ui.ts";

/** Connects extensions to the screen and to the replacement of sessions. */
export class ExtensionBinding {
  private readonly context: InteractiveContext;
  private readonly bindings: ExtensionBindings;
  private readonly screen: ExtensionScreen;

  constructor(context: InteractiveContext) {
    this.context = context;
    this.screen = createExtensionScreen(context);
    this.bindings = {
      mode: "tui",
      ui: this.screen.ui,
      commands: { ...createCommandActions(context.runtime), reload: context.reload },
      shutdown: context.quit,
      onError: ({ extensionPath, event, error }) =>
        context.say(`${extensionPath} failed at ${event}: ${String(error)}`, "error"),
    };
    const { onReplaced: _, ...hooks } = createSwitchHooks(context.runtime, () => this.bindings);
    Object.assign(context.runtime.hooks, hooks, {
      onShutdown: async (end: Parameters<NonNullable<typeof hooks.onShutdown>>[0]) => {
        await hooks.onShutdown?.(end);
        if (end.reason !== "quit") this.screen.reset();
      },
    });
  }

  /** Reloads the extensions of the current session. */
  async reload(): Promise<void> {
    await this.context.session.extensions?.reload(() => this.screen.reset());
  }

  /** Shows problems with the extensions of the current session. Returns the bindings for them. */
  introduce(): ExtensionBindings {
    const { session, keymap, say } = this.context;
    const { host, registered } = session.extensions ?? {};
    for (const { path, error } of host?.errors ?? []) say(`${path} was not loaded: ${error}`, "error");
    const names = this.context.commands().map(({ name }) => name);
    for (const { message } of registered?.getCommandDiagnostics(names) ?? []) say(message, "warning");
    for (const { message } of registered?.getShortcutDiagnostics(keymap.getResolvedBindings()) ?? [])
      say(message, "warning");
    return this.bindings;
  }
}
