import type { ExtensionBindings } from "../../../core/extensions/session/hosted-extensions.ts";
import { createCommandActions, createSwitchHooks } from "../../../core/extensions/session/switch-hooks.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { createExtensionUi } from "./extension-ui.ts";

/** Lets extensions reach the screen, and take part when a session is replaced. */
export class ExtensionBinding {
  private readonly context: InteractiveContext;
  readonly bindings: ExtensionBindings;

  constructor(context: InteractiveContext) {
    this.context = context;
    this.bindings = {
      mode: "tui",
      ui: createExtensionUi(context),
      commands: { ...createCommandActions(context.runtime), reload: context.reload },
      shutdown: context.quit,
      onError: ({ extensionPath, event, error }) =>
        context.say(`${extensionPath} failed at ${event}: ${String(error)}`, "error"),
    };
    const { beforeSwitch, beforeFork, onShutdown } = createSwitchHooks(context.runtime, () => this.bindings);
    Object.assign(context.runtime.hooks, { beforeSwitch, beforeFork, onShutdown });
  }

  /** Says what is wrong with the extensions of the present session. */
  reportProblems(): void {
    const { session, keymap, say } = this.context;
    const host = session.extensions;
    for (const { path, error } of host?.errors ?? []) say(`${path}: ${error}`, "error");
    const names = this.context.commands().map(({ name }) => name);
    for (const { message } of host?.runner.getCommandDiagnostics(names) ?? []) say(message, "warning");
    for (const { message } of host?.runner.getShortcutDiagnostics(keymap.getResolvedBindings()) ?? [])
      say(message, "warning");
  }
}
