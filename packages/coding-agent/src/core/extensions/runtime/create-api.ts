import type { KeyId } from "@tau/tui";
import type {
  AnyEventHandler,
  EntryRenderer,
  Extension,
  ExtensionAPI,
  MessageRenderer,
  NativeProvider,
  ProviderConfig,
  ToolDefinition,
} from "../contract/index.ts";
import type { EventBus } from "../event-bus.ts";
import { execCommand } from "../exec.ts";
import type { ExtensionRuntime } from "./extension-runtime.ts";
import { hostNamespaces } from "./host-namespaces.ts";
import { readTool } from "./read-tool.ts";

export interface ExtensionApiParts {
  readonly extension: Extension;
  readonly runtime: ExtensionRuntime;
  readonly events: EventBus;
  readonly cwd: string;
}

/** The `pi` of one extension. Registering fills its `Extension`; acting goes to the session that the runtime is bound to. */
export function createExtensionAPI(parts: ExtensionApiParts): ExtensionAPI {
  const api = {
    ...registrations(parts),
    ...messages(parts),
    ...settings(parts),
    ...providers(parts),
    events: scopedEvents(parts),
    exec: (command, args, options) => execCommand(command, args, parts.cwd, options),
  } satisfies ExtensionAPI;
  return Object.defineProperties(api, hostNamespaces(parts.extension));
}

type Part<K extends keyof ExtensionAPI> = Pick<ExtensionAPI, K>;

function registrations({
  extension,
  runtime,
}: ExtensionApiParts): Part<
  | "on"
  | "registerTool"
  | "registerCommand"
  | "registerShortcut"
  | "registerFlag"
  | "getFlag"
  | "registerMessageRenderer"
  | "registerEntryRenderer"
  | "registerToolRenderer"
  | "registerMarkdownTransformer"
> {
  const { path, sourceInfo } = extension;
  return {
    on(event, handler) {
      runtime.assertActive();
      return addHandler(extension, event, handler as AnyEventHandler);
    },
    registerTool(tool) {
      runtime.assertActive();
      extension.tools.set(tool.name, {
        definition: readTool(tool as unknown as ToolDefinition, extension),
        sourceInfo,
      });
      if (runtime.isBound) runtime.actions("registerTool").refreshTools();
    },
    registerCommand(name, options) {
      runtime.assertActive();
      extension.commands.set(name, { ...options, name, sourceInfo });
    },
    registerShortcut(shortcut, options) {
      runtime.assertActive();
      extension.shortcuts.set(shortcut.toLowerCase() as KeyId, { ...options, shortcut, extensionPath: path });
    },
    registerFlag(name, options) {
      runtime.assertActive();
      extension.flags.set(name, { ...options, name, extensionPath: path });
      if (options.default !== undefined && !runtime.flagValues.has(name)) runtime.flagValues.set(name, options.default);
    },
    getFlag: (name) => (extension.flags.has(name) ? runtime.flagValues.get(name) : undefined),
    registerMessageRenderer: (type, renderer) => {
      extension.messageRenderers.set(type, renderer as MessageRenderer);
    },
    registerEntryRenderer: (type, renderer) => {
      extension.entryRenderers.set(type, renderer as EntryRenderer);
    },
    registerToolRenderer: (resolver) => {
      extension.toolRenderers.push(resolver);
    },
    registerMarkdownTransformer: (transformer) => {
      extension.markdownTransformer = transformer;
    },
  };
}

function messages({ extension, runtime }: ExtensionApiParts): Part<"sendMessage" | "sendUserMessage" | "appendEntry"> {
  /** Nobody waits for a message to be sent, so its failure is told to those who listen for errors. */
  const inBackground = (event: string, send: () => Promise<void> | void) => {
    new Promise<void>((resolve) => resolve(send())).catch((error) => runtime.report(extension.path, event, error));
  };
  return {
    sendMessage(message, options) {
      const actions = runtime.actions("sendMessage");
      inBackground("send_message", () => actions.sendMessage(message, options));
    },
    sendUserMessage(content, options) {
      const actions = runtime.actions("sendUserMessage");
      inBackground("send_user_message", () => actions.sendUserMessage(content, options));
    },
    appendEntry: (customType, data) => runtime.actions("appendEntry").appendEntry(customType, data),
  };
}

function settings({
  runtime,
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
    setSessionName: (name) => runtime.actions("setSessionName").setSessionName(name),
    getSessionName: () => runtime.actions("getSessionName").getSessionName(),
    setLabel: (entryId, label) => runtime.actions("setLabel").setLabel(entryId, label),
    getActiveTools: () => runtime.actions("getActiveTools").getActiveTools(),
    getAllTools: () => runtime.actions("getAllTools").getAllTools(),
    setActiveTools: (names) => runtime.actions("setActiveTools").setActiveTools(names),
    getSettings: () => runtime.actions("getSettings").getSettings(),
    getCommands: () => runtime.actions("getCommands").getCommands(),
    setModel: (model) => runtime.actions("setModel").setModel(model),
    getThinkingLevel: () => runtime.actions("getThinkingLevel").getThinkingLevel(),
    setThinkingLevel: (level) => runtime.actions("setThinkingLevel").setThinkingLevel(level),
  };
}

function providers({
  extension: { path },
  runtime,
}: ExtensionApiParts): Part<
  | "registerProvider"
  | "unregisterProvider"
  | "registerVirtualModel"
  | "unregisterVirtualModel"
  | "registerMcpServer"
  | "unregisterMcpServer"
  | "getMcpServers"
> {
  return {
    registerProvider(provider: string | NativeProvider, config?: ProviderConfig) {
      if (typeof provider === "string") runtime.registerProvider(provider, config ?? {}, path);
      else runtime.registerNativeProvider(provider, path);
    },
    unregisterProvider: (name) => runtime.unregisterProvider(name),
    registerVirtualModel: (model) => runtime.registerVirtualModel(model as never, path),
    unregisterVirtualModel: (provider, id) => runtime.unregisterVirtualModel(provider, id),
    registerMcpServer: (name, config) => runtime.mcpServers.register({ name, config, extensionPath: path }),
    unregisterMcpServer: (name) => runtime.mcpServers.unregister(name, path),
    getMcpServers: () => runtime.mcpServers.list(),
  };
}

function scopedEvents({ runtime, events }: ExtensionApiParts): EventBus {
  return {
    emit(channel, data) {
      runtime.assertActive();
      events.emit(channel, data);
    },
    on(channel, handler) {
      runtime.assertActive();
      return runtime.track(events.on(channel, handler));
    },
  };
}

function addHandler(extension: Extension, event: string, handler: AnyEventHandler): () => void {
  // A new list each time: a dispatch that goes on keeps the one it has.
  const registration: AnyEventHandler = (value, ctx) => handler(value, ctx);
  extension.handlers.set(event, [...(extension.handlers.get(event) ?? []), registration]);
  return () => {
    const rest = (extension.handlers.get(event) ?? []).filter((other) => other !== registration);
    extension.handlers.set(event, rest);
  };
}
