import type { KeyId } from "@tau/tui";
import { findUnknownType } from "../../json-schema/find-in-schema.ts";
import type { ProcessPort } from "../../process/index.ts";
import type { SettingsStore } from "../../settings/index.ts";
import type {
  AnyEventHandler,
  EntryRenderer,
  ExtensionAPI,
  MessageRenderer,
  NativeProvider,
  ProviderConfig,
  Registration,
  ToolDefinition,
} from "../contract/index.ts";
import type { EventBus } from "../event-bus.ts";
import { execCommand } from "../exec.ts";
import type { Generation } from "../host/generation.ts";
import { inExtension, outsideExtensions } from "../host/unhandled-errors.ts";
import { hostPackages } from "../loader/host-packages.ts";
import type { OpenExtension } from "./create-extension.ts";
import { hostNamespaces } from "./host-namespaces.ts";
import { portNamespaces } from "./port-namespaces.ts";
import { readTool } from "./read-tool.ts";
import { sessionNamespaces } from "./session-namespaces.ts";
import { extensionSettings } from "./settings-namespace.ts";
import { onSwitchOff } from "./switch-off.ts";

export interface ExtensionApiParts {
  readonly extension: OpenExtension;
  readonly generation: Generation;
  readonly events: EventBus;
  readonly cwd: string;
  readonly processes?: ProcessPort | undefined;
  /** Tau's home folder. */
  readonly agentDir?: string | undefined;
  readonly settings?: SettingsStore | undefined;
  /** The folder for translated files and the host's packages. If absent, they are not cached. */
  readonly cacheDir?: string | undefined;
}

/** Creates the `pi` of one extension. Registrations are stored in its `Extension`; actions go to the session that the generation is bound to. */
export function createExtensionAPI(parts: ExtensionApiParts): ExtensionAPI {
  const api = {
    ...registrations(parts),
    ...renderers(parts),
    ...flags(parts),
    ...programParts(parts),
    ...messages(parts),
    ...settings(parts),
    ...providers(parts),
    ...sessionNamespaces(parts.extension, parts.generation),
    events: scopedEvents(parts),
    ...portNamespaces(parts),
    exec: (command, args, options) => {
      const { cwd, cacheDir, processes } = parts;
      const bin = cacheDir === undefined ? undefined : hostPackages(cacheDir)?.bin;
      return execCommand(command, args, { cwd, bin }, options, processes);
    },
  } satisfies ExtensionAPI;
  onSwitchOff(api, (error) => parts.generation.switchOff(parts.extension.path, error));
  return Object.defineProperties(api, hostNamespaces(parts.extension));
}

function registration(takeBack: () => void): Registration {
  return takeBack as unknown as Registration;
}

type Part<K extends keyof ExtensionAPI> = Pick<ExtensionAPI, K>;

function registrations({
  extension,
  generation,
}: ExtensionApiParts): Part<"on" | "registerTool" | "registerCommand" | "registerShortcut"> {
  const { path, sourceInfo } = extension;
  const refreshTools = () => {
    if (generation.isActive && generation.isBound) generation.actions("registerTool").refreshTools();
  };
  return {
    on(event, handler) {
      generation.assertActive();
      return addHandler(extension, event, handler as AnyEventHandler);
    },
    registerTool(tool) {
      generation.assertActive();
      const definition = readTool(tool as unknown as ToolDefinition, extension);
      const unknown = findUnknownType(definition.parameters) ?? findUnknownType(definition.outputSchema);
      if (unknown !== undefined)
        generation.report(path, "registerTool", new Error(`The schema of the tool "${tool.name}": ${unknown}.`));
      const unregister = extension.tools.add(tool.name, { definition, sourceInfo });
      refreshTools();
      return registration(() => {
        unregister();
        refreshTools();
      });
    },
    registerCommand(name, options) {
      generation.assertActive();
      const handler: typeof options.handler = (args, ctx) => inExtension(path, () => options.handler(args, ctx));
      return registration(extension.commands.add(name, { ...options, handler, name, sourceInfo }));
    },
    registerShortcut(shortcut, options) {
      generation.assertActive();
      const handler: typeof options.handler = (ctx) => inExtension(path, () => options.handler(ctx));
      const key = shortcut.toLowerCase() as KeyId;
      return registration(extension.shortcuts.add(key, { ...options, handler, shortcut, extensionPath: path }));
    },
  };
}

function renderers({
  extension,
}: ExtensionApiParts): Part<
  "registerMessageRenderer" | "registerEntryRenderer" | "registerToolRenderer" | "registerMarkdownTransformer"
> {
  return {
    registerMessageRenderer: (type, renderer) =>
      registration(extension.messageRenderers.add(type, renderer as MessageRenderer)),
    registerEntryRenderer: (type, renderer) =>
      registration(extension.entryRenderers.add(type, renderer as EntryRenderer)),
    registerToolRenderer: (resolver) => {
      const added: typeof resolver = (name, next) => resolver(name, next);
      extension.toolRenderers.push(added);
      return registration(() => {
        const at = extension.toolRenderers.indexOf(added);
        if (at >= 0) extension.toolRenderers.splice(at, 1);
      });
    },
    registerMarkdownTransformer: (transformer) => {
      extension.markdownTransformer = transformer;
      return registration(() => {
        if (extension.markdownTransformer === transformer) delete extension.markdownTransformer;
      });
    },
  };
}

function programParts({
  extension,
  generation,
  settings: store,
}: ExtensionApiParts): Part<"registerSubcommand" | "registerMode" | "settings"> {
  return {
    registerSubcommand(name, subcommand) {
      generation.assertActive();
      return registration(extension.subcommands.add(name, subcommand));
    },
    registerMode(name, mode) {
      generation.assertActive();
      return registration(extension.modes.add(name, mode));
    },
    settings: extensionSettings(store, generation, extension.path),
  };
}

function flags({ extension, generation }: ExtensionApiParts): Part<"registerFlag" | "getFlag"> {
  return {
    registerFlag(name, options) {
      generation.assertActive();
      const unregister = extension.flags.add(name, { ...options, name, extensionPath: extension.path });
      generation.setFlagDefault(name, options.default, extension);
      return registration(unregister);
    },
    getFlag: (name) => {
      const own = extension.flags.get(name);
      return own && (generation.isFlagCovered(name, extension) ? own.default : generation.flagValues.get(name));
    },
  };
}

function messages({
  extension,
  generation,
}: ExtensionApiParts): Part<"sendMessage" | "sendUserMessage" | "appendEntry" | "emitUserPython"> {
  /** The caller does not wait for a message to be sent, so a failure is reported to the error listeners. */
  const inBackground = (event: string, send: () => Promise<void> | void) => {
    new Promise<void>((resolve) => resolve(outsideExtensions(send))).catch((error) =>
      generation.report(extension.path, event, error),
    );
  };
  return {
    sendMessage(message, options) {
      const actions = generation.actions("sendMessage");
      inBackground("send_message", () => actions.sendMessage(message, options));
    },
    sendUserMessage(content, options) {
      const actions = generation.actions("sendUserMessage");
      inBackground("send_user_message", () => actions.sendUserMessage(content, options));
    },
    emitUserPython: async (event) => {
      generation.assertActive();
      const { emitUserPython } = await import("../host/emit-input.ts");
      return await emitUserPython(generation.dispatch, { type: "user_python", ...event });
    },
    appendEntry: (customType, data) => generation.actions("appendEntry").appendEntry(customType, data),
  };
}

function settings({
  generation,
}: ExtensionApiParts): Part<
  | "setSessionName"
  | "getSessionName"
  | "setLabel"
  | "getActiveTools"
  | "getAllTools"
  | "setActiveTools"
  | "getSettings"
  | "getCommands"
  | "setModel"
  | "getThinkingLevel"
  | "setThinkingLevel"
> {
  return {
    setSessionName: (name) => generation.actions("setSessionName").setSessionName(name),
    getSessionName: () => generation.actions("getSessionName").getSessionName(),
    setLabel: (entryId, label) => generation.actions("setLabel").setLabel(entryId, label),
    getActiveTools: () => generation.actions("getActiveTools").getActiveTools(),
    getAllTools: () => generation.actions("getAllTools").getAllTools(),
    setActiveTools: (names) => generation.actions("setActiveTools").setActiveTools(names),
    getSettings: () => generation.actions("getSettings").getSettings(),
    getCommands: () => generation.actions("getCommands").getCommands(),
    setModel: (model) => generation.actions("setModel").setModel(model),
    getThinkingLevel: () => generation.actions("getThinkingLevel").getThinkingLevel(),
    setThinkingLevel: (level) => generation.actions("setThinkingLevel").setThinkingLevel(level),
  };
}

function providers({
  extension: { path: extensionPath },
  generation,
}: ExtensionApiParts): Part<
  | "registerProvider"
  | "unregisterProvider"
  | "registerVirtualModel"
  | "unregisterVirtualModel"
  | "registerMcpServer"
  | "unregisterMcpServer"
  | "getMcpServers"
> {
  const { mcpServers } = generation;
  const live = () => {
    generation.assertActive();
    return generation.providers;
  };
  return {
    registerProvider(provider: string | NativeProvider, config: ProviderConfig = {}) {
      return registration(
        typeof provider === "string"
          ? live().register({ kind: "provider", name: provider, config, extensionPath })
          : live().register({ kind: "native", name: provider.id, provider, extensionPath }),
      );
    },
    unregisterProvider: (name) => live().unregisterProvider(name),
    registerVirtualModel: (model) => {
      const name = `${model.provider}/${model.id}`;
      return registration(live().register({ kind: "virtual", name, model: model as never, extensionPath }));
    },
    unregisterVirtualModel: (provider, id) => live().unregisterVirtualModel(provider, id),
    registerMcpServer: (name, config) => {
      mcpServers.register({ name, config, extensionPath });
      return registration(() => mcpServers.unregister(name, extensionPath));
    },
    unregisterMcpServer: (name) => mcpServers.unregister(name, extensionPath),
    getMcpServers: () => mcpServers.list(),
  };
}

function scopedEvents({ extension, generation, events }: ExtensionApiParts): EventBus {
  return {
    emit(channel, data) {
      generation.assertActive();
      events.emit(channel, data);
    },
    on(channel, handler) {
      generation.assertActive();
      return generation.untilEnd(events.on(channel, (data) => inExtension(extension.path, () => handler(data))));
    },
  };
}

function addHandler(extension: OpenExtension, event: string, handler: AnyEventHandler): () => void {
  const { handlers, path } = extension;
  const added: AnyEventHandler = (value, ctx) => inExtension(path, () => handler(value, ctx));
  // Create a new list each time: a dispatch in progress keeps using the old one.
  handlers.set(event, [...(handlers.get(event) ?? []), added]);
  return () => {
    const rest = (handlers.get(event) ?? []).filter((other) => other !== added);
    handlers.set(event, rest);
  };
}
