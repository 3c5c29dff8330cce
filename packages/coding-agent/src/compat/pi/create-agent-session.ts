import type { AgentTool } from "@tau/agent";
import { type BatteriesOption, batteryExtensions } from "../../core/extensions/batteries/battery-extensions.ts";
import type { InlineExtension, SessionStartEvent, ToolDefinition } from "../../core/extensions/contract/index.ts";
import { CUSTOM_TOOLS } from "../../core/extensions/extension/create-extension.ts";
import { inlineSourceOf, type LoadedExtensions, loadExtensions } from "../../core/extensions/loader/load-extensions.ts";
import { SessionExtensions } from "../../core/extensions/session/session-extensions.ts";
import { getAgentDir } from "../../core/paths/index.ts";
import { ResourceLoader as FileResources } from "../../core/resources/index.ts";
import { type CreatedSession, type CreateSessionOptions, createSession } from "../../core/session/create-session.ts";
import type { SettingsStore } from "../../core/settings/index.ts";
import { builtinTools } from "../../core/tools/index.ts";
import { openWorkspace, type Workspace } from "../../core/workspace/workspace.ts";
import { AgentSession } from "./agent-session.ts";
import { DefaultResourceLoader, type ResourceLoader } from "./default-resource-loader.ts";
import {
  createExtensionRuntime,
  fromLoadResult,
  type LoadExtensionsResult,
  toLoadResult,
} from "./extension-runtime.ts";
import { GivenResources } from "./given-resources.ts";
import type { ModelRuntime } from "./model-runtime.ts";
import type { SessionManager } from "./session-manager.ts";
import { SettingsManager } from "./settings-manager.ts";

export interface CreateAgentSessionOptions extends Omit<CreateSessionOptions, "customTools" | "log"> {
  /** Default: a new session in the folder of the working directory. */
  readonly sessionManager?: SessionManager | undefined;
  readonly settingsManager?: SettingsManager | undefined;
  /** `false` leaves out the folder's own settings, extensions and skills. Used only without `settingsManager`, which carries its own trust. */
  readonly projectTrusted?: boolean | undefined;
  readonly modelRuntime?: ModelRuntime | undefined;
  readonly resourceLoader?: ResourceLoader | undefined;
  /** Added to the built-in tools. Each call gets the same context as the tools of extensions. */
  readonly customTools?: readonly (ToolDefinition | AgentTool)[] | undefined;
  /** Keeps only these built-in tools. Tools of the program and of extensions are not affected. */
  readonly toolNames?: readonly string[] | undefined;
  /** The batteries to load. Default `none`: a program gets only what it asks for. */
  readonly batteries?: BatteriesOption | undefined;
  /** Why the session was started, as its extensions see it. Default: program start. */
  readonly sessionStartEvent?: SessionStartEvent | undefined;
  /** Values of the extensions' flags, by name. */
  readonly extensionFlagValues?: ReadonlyMap<string, boolean | string> | undefined;
}

export interface CreateAgentSessionResult extends Omit<CreatedSession, "session"> {
  readonly session: AgentSession;
  /** The loaded extensions, and those that could not be loaded. */
  readonly extensionsResult: LoadExtensionsResult;
}

/** Creates a session for a program. Parts that are not given are created from the user's files. */
export async function createAgentSession(options: CreateAgentSessionOptions = {}): Promise<CreateAgentSessionResult> {
  const {
    settingsManager,
    modelRuntime,
    resourceLoader,
    customTools = [],
    sessionStartEvent,
    sessionManager,
    batteries = "none",
    projectTrusted: _,
    ...rest
  } = options;
  const services = options.services ?? (await servicesFor(options));
  const own = [
    ...(await batteryExtensions(batteries, services)),
    ...(customTools.length > 0 ? [toolsExtension(customTools)] : []),
  ];
  const extensions = rest.extensions ?? (await extensionsOf(services, own, options.extensionFlagValues));
  const { session, ...result } = await createSession({
    ...rest,
    ...logOf(sessionManager),
    ...builtInOnly(options),
    services,
    extensions,
  });
  const host = session.extensions?.host;
  return {
    ...result,
    session: new AgentSession(session, services, sessionStartEvent),
    extensionsResult: host ? toLoadResult(host.result) : noExtensions(),
  };
}

function logOf(sessionManager: SessionManager | undefined): Pick<CreateSessionOptions, "log"> {
  return sessionManager ? { log: sessionManager.lend() } : {};
}

function builtInOnly({
  toolNames,
  tools,
  excludeTools = [],
}: CreateAgentSessionOptions): Pick<CreateSessionOptions, "tools" | "excludeTools"> {
  if (!toolNames) return { tools, excludeTools };
  const others = builtinTools.map(({ name }) => name).filter((name) => !toolNames.includes(name));
  return { tools: tools ?? toolNames.map((name) => `+${name}`), excludeTools: [...excludeTools, ...others] };
}

/** Returns the extensions that the resource loader has loaded, at the start and at each reload. */
async function extensionsOf(
  services: Workspace,
  own: readonly InlineExtension[],
  flagValues: ReadonlyMap<string, boolean | string> = new Map(),
): Promise<CreateSessionOptions["extensions"]> {
  const { resources, cwd } = services;
  const flags = new Map([...flagValues].map(([name, value]) => [name, value === true ? true : String(value)] as const));
  if (resources instanceof DefaultResourceLoader) {
    const inline = [...resources.extensionFactories, ...own];
    const loaded = await withOwn(resources.takeExtensions(), own, cwd);
    resources.extensionFactories = inline;
    const taken = () => {
      const result = resources.takeExtensions();
      return result && fromLoadResult(result);
    };
    return { inline, flags, preloaded: () => loaded.pop() ?? taken() };
  }
  if (!(resources instanceof GivenResources) || resources.getExtensions().extensions.length === 0) {
    return { inline: own, flags };
  }
  return await SessionExtensions.load({
    services,
    inline: own,
    flags,
    preloaded: givenExtensions(resources, own, cwd),
  });
}

/**
 * Returns the extensions of the program's own loader. If its reload returns the same ones, loads their files again, and
 * runs the factories again of those that have no file.
 */
function givenExtensions(resources: GivenResources, own: readonly InlineExtension[], cwd: string) {
  let used: LoadExtensionsResult["runtime"] | undefined;
  return async (): Promise<LoadedExtensions | undefined> => {
    const given = resources.getExtensions();
    if (given.runtime === used) {
      const inline = given.extensions.flatMap((extension) => inlineSourceOf(extension) ?? []);
      const files = given.extensions.filter((extension) => inlineSourceOf(extension) === undefined);
      return await loadExtensions({ paths: files.map(({ path }) => path), inline: [...inline, ...own], cwd });
    }
    used = given.runtime;
    return (await withOwn(given, own, cwd)).pop();
  };
}

/** Combines the extensions of the loader with those that the program adds, for the first session that asks. */
async function withOwn(
  given: LoadExtensionsResult | undefined,
  own: readonly InlineExtension[],
  cwd: string,
): Promise<LoadedExtensions[]> {
  if (!given) return [];
  const loaded = fromLoadResult(given);
  const { generation } = loaded;
  const before = generation.extensions;
  const { errors } = await loadExtensions({ inline: own, cwd, generation });
  generation.use([...before, ...generation.extensions]);
  return [{ ...loaded, errors: [...loaded.errors, ...errors] }];
}

/** Wraps the program's tools in an extension that has no file. */
function toolsExtension(tools: readonly (ToolDefinition | AgentTool)[]): InlineExtension {
  return {
    name: CUSTOM_TOOLS,
    hidden: true,
    factory: (pi) => {
      for (const tool of tools) pi.registerTool(tool as ToolDefinition);
    },
  };
}

function noExtensions(): LoadExtensionsResult {
  return { extensions: [], errors: [], runtime: createExtensionRuntime() };
}

async function servicesFor(options: CreateAgentSessionOptions): Promise<Workspace> {
  const { modelRuntime, resourceLoader, cwd = options.sessionManager?.getCwd() ?? process.cwd() } = options;
  const { agentDir = getAgentDir() } = options;
  const { projectTrusted } = options;
  const trust = projectTrusted === undefined ? {} : { projectTrusted };
  const settings =
    options.settingsManager?.store ?? options.settings ?? SettingsManager.create(cwd, agentDir, trust).store;
  const given = resourceLoader ? asResources(resourceLoader, { cwd, settings }) : options.resources;
  const isAsked = given !== undefined || options.resourceOptions !== undefined || options.packageSources !== undefined;
  const found = isAsked
    ? undefined
    : new DefaultResourceLoader({ cwd, agentDir, settingsManager: SettingsManager.of(settings) });
  const models = modelRuntime?.registry ?? options.models;
  const services = await openWorkspace({
    ...options,
    cwd,
    agentDir,
    settings,
    models,
    resources: given ?? found,
  });
  await found?.reload();
  return services;
}

function asResources(loader: ResourceLoader, place: { cwd: string; settings: SettingsStore }): FileResources {
  return loader instanceof FileResources ? loader : new GivenResources(loader, place);
}
