import { createEventBus } from "../../core/extensions/event-bus.ts";
import { createExtensionAPI } from "../../core/extensions/extension/create-api.ts";
import { CUSTOM_TOOLS, createExtension } from "../../core/extensions/extension/create-extension.ts";
import { ExtensionHost } from "../../core/extensions/host/extension-host.ts";
import type { Generation } from "../../core/extensions/host/generation.ts";
import type { LoadedExtensions } from "../../core/extensions/loader/load-extensions.ts";
import { joinable } from "../../core/extensions/session/awake-extensions.ts";
import { SessionExtensions } from "../../core/extensions/session/session-extensions.ts";
import { ResourceLoader as FileResources } from "../../core/resources/index.ts";
import { assembleSession } from "../../core/session/create-session.ts";
import type { Session } from "../../core/session/session.ts";
import { builtinTools } from "../../core/tools/index.ts";
import { findWorkspace, type Workspace } from "../../core/workspace/workspace.ts";
import type { AgentSessionConfig } from "./agent-session-options.ts";
import type { LoadExtensionsResult } from "./extension-runtime.ts";
import { fromLoadResult } from "./extension-runtime.ts";
import { GivenResources } from "./given-resources.ts";

/** Assembles a session from the parts of a program, at once: nothing is read, chosen or recorded for it. */
export function assembleAgentSession(config: AgentSessionConfig): { core: Session; services: Workspace } {
  const { agent, cwd, sessionManager, modelRuntime, allowedToolNames, excludedToolNames = [] } = config;
  const services = servicesOf(config);
  const { model, thinkingLevel } = agent.state;
  const override = config.baseToolsOverride;
  const extensions = extensionsOf(config, services);
  const { session, attach } = assembleSession(
    { services, log: sessionManager.lend(), extensions, chosen: { model, thinkingLevel, isFirst: false }, agent },
    {
      cwd,
      models: modelRuntime.registry,
      scopedModels: config.scopedModels ?? [],
      ...(allowedToolNames && { tools: allowedToolNames }),
      excludeTools: [...excludedToolNames, ...(override ? unwantedTools(override) : [])],
      customTools: Object.values(override ?? {}),
    },
  );
  attach();
  if (config.initialActiveToolNames) session.setActiveToolsByName(initialTools(config, session));
  return { core: session, services };
}

function servicesOf({ cwd, settingsManager, modelRuntime, resourceLoader }: AgentSessionConfig): Workspace {
  const settings = settingsManager.store;
  const resources =
    resourceLoader instanceof FileResources ? resourceLoader : new GivenResources(resourceLoader, { cwd, settings });
  return findWorkspace({ cwd, settings, models: modelRuntime.registry, resources });
}

/** Takes the extensions that the loader has loaded, and again those that it has after a reload. */
function extensionsOf(config: AgentSessionConfig, services: Workspace): SessionExtensions {
  const take = () => withCustomTools(config.resourceLoader.getExtensions(), config);
  const host = ExtensionHost.of({ services, preloaded: take }, take());
  return new SessionExtensions(services, undefined, joinable(host));
}

function withCustomTools(given: LoadExtensionsResult, { customTools = [], cwd }: AgentSessionConfig): LoadedExtensions {
  const loaded = fromLoadResult(given);
  if (customTools.length > 0) loaded.generation.use([...loaded.generation.extensions, toolsExtension()]);
  return loaded;

  function toolsExtension() {
    const path = `<inline:${CUSTOM_TOOLS}>`;
    const extension = createExtension(path, path, { hidden: true });
    const { generation }: { generation: Generation } = loaded;
    const api = createExtensionAPI({ extension, generation, events: createEventBus(), cwd });
    for (const tool of customTools) api.registerTool(tool);
    return extension;
  }
}

/** Built-in tools that a program's own set does not have. */
function unwantedTools(override: Readonly<Record<string, unknown>>): string[] {
  return builtinTools.map(({ name }) => name).filter((name) => !(name in override));
}

/** The tools that the program names, and those of extensions and of the program, which are active unless they say otherwise. */
function initialTools({ initialActiveToolNames = [] }: AgentSessionConfig, session: Session): string[] {
  const others = session.tools.activeNames().filter((name) => !builtinTools.some((tool) => tool.name === name));
  return [...new Set([...initialActiveToolNames, ...others])];
}
