import type { ExtensionActions } from "../contract/index.ts";

/** What extensions do in their session, from wherever their runtime is at hand. Throws where there is no session. */
export abstract class BoundActions implements ExtensionActions {
  abstract actions(name: string): ExtensionActions;

  readonly sendMessage = this.later("sendMessage");
  readonly sendUserMessage = this.later("sendUserMessage");
  readonly appendEntry = this.later("appendEntry");
  readonly setSessionName = this.later("setSessionName");
  readonly getSessionName = this.later("getSessionName");
  readonly setLabel = this.later("setLabel");
  readonly getActiveTools = this.later("getActiveTools");
  readonly getAllTools = this.later("getAllTools");
  readonly setActiveTools = this.later("setActiveTools");
  readonly refreshTools = this.later("refreshTools");
  readonly getSettings = this.later("getSettings");
  readonly getCommands = this.later("getCommands");
  readonly setModel = this.later("setModel");
  readonly getThinkingLevel = this.later("getThinkingLevel");
  readonly setThinkingLevel = this.later("setThinkingLevel");

  /** Which actions they are is looked up when one is called. */
  private later<TName extends keyof ExtensionActions>(name: TName): ExtensionActions[TName] {
    const act = (...args: unknown[]) => (this.actions(name)[name] as (...args: unknown[]) => unknown)(...args);
    return act as ExtensionActions[TName];
  }
}
