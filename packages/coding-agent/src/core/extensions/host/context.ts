import type { AgentTool } from "@tau/agent";
import type { ReadonlySessionManager } from "../../../compat/pi/session-manager.ts";
import type { ModelRegistry } from "../../models/index.ts";
import type { ResourceLoader } from "../../resources/index.ts";
import type {
  ExtensionCommandContext,
  ExtensionCommandContextActions,
  ExtensionContext,
  ExtensionContextActions,
  ExtensionMode,
  ExtensionToolContext,
  ExtensionUI,
} from "../contract/index.ts";
import { ExtensionHostError } from "../extension-host-error.ts";
import { createExtensionResources } from "../ports/resources.ts";

/** The data behind contexts. It is looked up at each use, so that a context always reflects the current state of its session. */
export interface ContextSource {
  assertActive(): void;
  readonly ui: ExtensionUI;
  readonly mode: ExtensionMode;
  readonly cwd: string;
  readonly child?: ExtensionContext["child"];
  readonly sessionManager: ReadonlySessionManager;
  readonly modelRegistry: ModelRegistry;
  readonly resources?: ResourceLoader | undefined;
  readonly actions: ExtensionContextActions;
  readonly commands: ExtensionCommandContextActions | undefined;
  getThinkingLevel(): ExtensionContext["thinkingLevel"];
}

export function createContext(source: ContextSource): ExtensionContext {
  const live = () => {
    source.assertActive();
    return source;
  };
  return {
    get ui() {
      return live().ui;
    },
    get mode() {
      return live().mode;
    },
    get hasUI() {
      return ["tui", "rpc"].includes(live().mode);
    },
    get cwd() {
      return live().cwd;
    },
    get remote() {
      return live().actions.getRemote?.();
    },
    get child() {
      return live().child;
    },
    get sessionManager() {
      return live().sessionManager;
    },
    get modelRegistry() {
      return live().modelRegistry;
    },
    get resources() {
      const { resources } = live();
      if (!resources) throw new ExtensionHostError("not-available", "There are no resources here.");
      return createExtensionResources(resources);
    },
    get model() {
      return live().actions.getModel();
    },
    get scopedModels() {
      return live().actions.getScopedModels();
    },
    get thinkingLevel() {
      return live().getThinkingLevel();
    },
    get signal() {
      return live().actions.getSignal();
    },
    isIdle: () => live().actions.isIdle(),
    isProjectTrusted: () => live().actions.isProjectTrusted(),
    abort: () => live().actions.abort(),
    hasPendingMessages: () => live().actions.hasPendingMessages(),
    shutdown: () => live().actions.shutdown(),
    getContextUsage: () => live().actions.getContextUsage(),
    compact: (options) => live().actions.compact(options),
    getSystemPrompt: () => live().actions.getSystemPrompt(),
    interrupt: (interruption) => live().actions.interrupt?.(interruption) ?? false,
    moveLeafAtTurnEnd: (entryId, move) => {
      const { moveLeafAtTurnEnd } = live().actions;
      if (!moveLeafAtTurnEnd) throw new ExtensionHostError("not-available", "The leaf cannot be moved here.");
      moveLeafAtTurnEnd(entryId, move);
    },
  };
}

/** Creates the context of one tool call. Tools that it runs record `toolCallId` as their caller. */
export function createToolContext(
  source: ContextSource,
  toolCallId: string,
  signal: AbortSignal | undefined,
): ExtensionToolContext {
  return extend(createContext(source), {
    get tools(): readonly AgentTool[] {
      return source.actions.getCallableTools?.() ?? [];
    },
    executeTool: (name, args, options = {}) => {
      source.assertActive();
      const run = source.actions.executeTool;
      if (!run) throw new ExtensionHostError("not-available", "Tools cannot run other tools here.");
      return run(toolCallId, name, args, signal ? { signal, ...options } : options);
    },
    permit: async (effects) => {
      source.assertActive();
      const { permitEffects } = source.actions;
      if (!permitEffects) throw new ExtensionHostError("not-available", "No policy can decide about the call here.");
      const reason = await permitEffects(toolCallId, effects);
      if (reason !== undefined) throw new ExtensionHostError("not-permitted", reason);
    },
  } satisfies Pick<ExtensionToolContext, "tools" | "executeTool" | "permit">);
}

export function createCommandContext(source: ContextSource): ExtensionCommandContext {
  const commands = () => {
    source.assertActive();
    if (source.commands) return source.commands;
    throw new ExtensionHostError("not-available", "The session cannot be replaced here.");
  };
  return extend(createContext(source), {
    getSystemPromptOptions: () => source.actions.getSystemPromptOptions?.() ?? { cwd: source.cwd },
    waitForIdle: async () => commands().waitForIdle(),
    newSession: async (options) => commands().newSession(options),
    fork: async (entryId, options) => commands().fork(entryId, options),
    branch: async (entryId) => commands().fork(entryId),
    navigateTree: async (targetId, options) => commands().navigateTree(targetId, options),
    switchSession: async (path, options) => commands().switchSession(path, options),
    reload: async () => commands().reload(),
  } satisfies Omit<ExtensionCommandContext, keyof ExtensionContext>);
}

/** Adds members to an object and keeps getters as getters. */
function extend<A extends object, B extends object>(base: A, extra: B): A & B {
  return Object.defineProperties(base, Object.getOwnPropertyDescriptors(extra)) as A & B;
}
