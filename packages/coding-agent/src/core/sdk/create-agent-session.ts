import type { AgentTool } from "@tau/agent";
import type { InlineExtension, ToolDefinition } from "../extensions/contract/index.ts";
import { createExtensionRuntime, type LoadExtensionsResult, loadExtensions } from "../extensions/index.ts";
import { ResourceLoader as FileResources } from "../resources/index.ts";
import {
  createAgentSession as createSession,
  type CreateAgentSessionOptions as SessionOptions,
  type CreateAgentSessionResult as SessionResult,
} from "../session/create-agent-session.ts";
import { createSessionServices, type SessionServices } from "../session/session-services.ts";
import { SettingsManager } from "../settings/index.ts";
import { DefaultResourceLoader, type ResourceLoader } from "./default-resource-loader.ts";
import type { ModelRuntime } from "./model-runtime.ts";

export interface CreateAgentSessionOptions extends Omit<SessionOptions, "customTools"> {
  readonly settingsManager?: SettingsManager | undefined;
  readonly modelRuntime?: ModelRuntime | undefined;
  readonly resourceLoader?: ResourceLoader | undefined;
  /** Beside the built-in ones; each call gets the context that tools of extensions get. */
  readonly customTools?: readonly (ToolDefinition | AgentTool)[] | undefined;
}

export interface CreateAgentSessionResult extends SessionResult {
  /** The extensions that take part, and those that could not be loaded. */
  readonly extensionsResult: LoadExtensionsResult;
}

/** A session for a program. Every part can be given; what is not is made from the user's files. */
export async function createAgentSession(options: CreateAgentSessionOptions = {}): Promise<CreateAgentSessionResult> {
  const { settingsManager, modelRuntime, resourceLoader, customTools = [], ...rest } = options;
  const services = options.services ?? (await servicesFor(options));
  const loader = services.resources instanceof DefaultResourceLoader ? services.resources : undefined;
  const own = customTools.length > 0 ? [toolsExtension(customTools)] : [];
  const inline = [...(loader?.extensionFactories ?? []), ...own];
  const loaded = await withOwn(loader?.takeExtensions(), own, services.cwd);
  const extensions = { inline, preloaded: () => loaded.pop() };
  const result = await createSession({ extensions, ...rest, services });
  const extensionsResult = result.session.extensions?.result ?? noExtensions();
  return { ...result, extensionsResult };
}

/** What the loader has loaded and what the program adds, for the first session that asks. */
async function withOwn(
  loaded: LoadExtensionsResult | undefined,
  own: readonly InlineExtension[],
  cwd: string,
): Promise<LoadExtensionsResult[]> {
  if (!loaded) return [];
  const { extensions, errors } = await loadExtensions({ inline: own, cwd, runtime: loaded.runtime });
  return [{ ...loaded, extensions: [...loaded.extensions, ...extensions], errors: [...loaded.errors, ...errors] }];
}

/** A program's tools are an extension that has no file. */
function toolsExtension(tools: readonly (ToolDefinition | AgentTool)[]): InlineExtension {
  return {
    name: "custom-tools",
    hidden: true,
    factory: (pi) => {
      for (const tool of tools) pi.registerTool(tool as ToolDefinition);
    },
  };
}

function noExtensions(): LoadExtensionsResult {
  return { extensions: [], errors: [], runtime: createExtensionRuntime() };
}

async function servicesFor(options: CreateAgentSessionOptions): Promise<SessionServices> {
  const { modelRuntime, resourceLoader, cwd = options.sessionManager?.getCwd() ?? process.cwd() } = options;
  const settings = options.settingsManager ?? options.settings ?? SettingsManager.create(cwd, options.agentDir);
  return await createSessionServices({
    ...options,
    cwd,
    settings,
    models: modelRuntime?.registry ?? options.models,
    resources: resourceLoader ? asResources(resourceLoader, cwd, settings) : options.resources,
  });
}

/** A loader of the program's own answers what it answers; for the rest there is nothing. */
function asResources(loader: ResourceLoader, cwd: string, settings: SettingsManager): FileResources {
  return loader instanceof FileResources ? loader : Object.assign(new FileResources({ cwd, settings }), loader);
}
