import { SessionManager } from "../../../compat/pi/session-manager.ts";
import type { ChildIdentity, ChildParticipants } from "../../session/children/child-sessions.ts";
import type { Session } from "../../session/session.ts";
import { chooseTools } from "../../session/tools/tool-choice.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { ChildOptions } from "../contract/index.ts";
import { wrapToolDefinition } from "../extension/wrap-tool-definition.ts";
import type { Generation } from "../host/generation.ts";
import { type ExtendedSession, providerHooks, toolHooks } from "./hooks/session-hooks.ts";
import { contextActions } from "./session-actions.ts";
import { effectsOf } from "./tools/said-effects.ts";
import { SessionTools } from "./tools/session-tools.ts";

/**
 * Lets the parent's extensions take part in a child: with the tools that the child may use, and with their handlers for tool calls and
 * requests. They receive no other events of the child unless they subscribe to it.
 */
export function childExtensions(
  generation: Generation,
  services: Workspace,
  child: ChildIdentity,
  options: ChildOptions,
): ChildParticipants {
  let current: ExtendedSession | undefined;
  return {
    hooks: { ...toolHooks(() => current, { childId: child.id }), ...providerHooks(() => current) },
    attach(session) {
      const { tools: wanted = generation.actions("children").getActiveTools(), excludeTools } = options;
      const { exists } = chooseTools({ tools: wanted, excludeTools });
      const context = (id: string, signal: AbortSignal | undefined) =>
        generation.createToolContext(id, signal, contextOf(session));
      const start = ({ name }: { name: string }) => ({ isActive: exists(name), isFindable: false });
      const tools = new SessionTools(session, generation, { exists, start }, context);
      const contextOf = (session: Session) => ({
        cwd: services.cwd,
        child,
        sessionManager: SessionManager.of(session.log),
        actions: contextActions(actionParts(session, services, tools)),
      });
      current = extended(session, services, generation, tools);
      tools.refresh();
      addOwnTools(session, options, context);
    },
  };
}

function addOwnTools(
  session: Session,
  { customTools = [] }: ChildOptions,
  context: Parameters<typeof wrapToolDefinition>[1],
): void {
  for (const definition of customTools) {
    const { promptSnippet: snippet, promptGuidelines: guidelines } = definition;
    const tool = wrapToolDefinition(definition, context);
    const said = { ...(snippet ? { snippet } : {}), ...(guidelines ? { guidelines } : {}) };
    session.tools.register({ tool, ...said, effects: effectsOf(definition, false) }, "client");
  }
  const names = customTools.map(({ name }) => name);
  session.setActiveToolsByName([...session.tools.activeNames(), ...names]);
}

function extended(session: Session, services: Workspace, generation: Generation, tools: SessionTools): ExtendedSession {
  const waiting = { nextPrompt: [], afterTurn: [], preparedPrompt: undefined, forcedPrompt: undefined, turnEnd: {} };
  return { session, services, generation, tools, ...waiting };
}

function actionParts(session: Session, services: Workspace, tools: SessionTools) {
  return {
    ...{ session, services, tools },
    nextPrompt: [],
    afterTurn: [],
    systemPrompt: () => undefined,
    commands: () => [],
    abort: () => void session.abort(),
    shutdown: () => undefined,
    ready: () => undefined,
    arriving: new Set<Promise<void>>(),
    isProjectTrusted: () => services.settings.isProjectTrusted(),
  };
}
