import type {
  Extension,
  ExtensionActions,
  ExtensionContext,
  ExtensionVirtualModel,
  NativeProvider,
  ProviderConfig,
} from "../../core/extensions/contract/index.ts";
import type { ProviderRegistration } from "../../core/extensions/host/extension-providers.ts";
import { Generation } from "../../core/extensions/host/generation.ts";
import type { McpServerRegistry } from "../../core/extensions/host/mcp-servers.ts";
import type { LoadedExtensions } from "../../core/extensions/loader/load-extensions.ts";

/** A provider that is registered when there is a session, as pi lists it. */
export interface PendingProviderRegistration {
  name: string;
  config: ProviderConfig;
  extensionPath: string;
}

export interface PendingNativeProviderRegistration {
  provider: NativeProvider;
  extensionPath: string;
}

export interface PendingVirtualModelRegistration {
  definition: ExtensionVirtualModel;
  extensionPath: string;
}

/** A generation of extensions, under pi's names. */
export class ExtensionRuntime implements ExtensionActions {
  readonly generation: Generation;
  readonly sendMessage = this.action("sendMessage");
  readonly sendUserMessage = this.action("sendUserMessage");
  readonly appendEntry = this.action("appendEntry");
  readonly setSessionName = this.action("setSessionName");
  readonly getSessionName = this.action("getSessionName");
  readonly setLabel = this.action("setLabel");
  readonly getActiveTools = this.action("getActiveTools");
  readonly getAllTools = this.action("getAllTools");
  readonly setActiveTools = this.action("setActiveTools");
  readonly refreshTools = this.action("refreshTools");
  readonly getSettings = this.action("getSettings");
  readonly getCommands = this.action("getCommands");
  readonly setModel = this.action("setModel");
  readonly getThinkingLevel = this.action("getThinkingLevel");
  readonly setThinkingLevel = this.action("setThinkingLevel");

  constructor(generation = new Generation()) {
    this.generation = generation;
  }

  /** The same generation gives the same object. */
  static of(generation: Generation): ExtensionRuntime {
    const known = runtimes.get(generation) ?? new ExtensionRuntime(generation);
    runtimes.set(generation, known);
    return known;
  }

  get tools(): ExtensionActions["tools"] {
    return this.generation.actions("tools").tools;
  }

  get flagValues(): Map<string, boolean | string> {
    return this.generation.flagValues;
  }

  set flagValues(values: Map<string, boolean | string>) {
    this.generation.flagValues = values;
  }

  get mcpServers(): McpServerRegistry {
    return this.generation.mcpServers;
  }

  get pendingProviderRegistrations(): PendingProviderRegistration[] {
    return this.waiting("provider").map(({ name, config, extensionPath }) => ({ name, config, extensionPath }));
  }

  set pendingProviderRegistrations(pending: PendingProviderRegistration[]) {
    this.generation.providers.replaceWaiting(
      "provider",
      pending.map((one) => ({ kind: "provider", ...one })),
    );
  }

  get pendingNativeProviderRegistrations(): PendingNativeProviderRegistration[] {
    return this.waiting("native").map(({ provider, extensionPath }) => ({ provider, extensionPath }));
  }

  set pendingNativeProviderRegistrations(pending: PendingNativeProviderRegistration[]) {
    this.generation.providers.replaceWaiting(
      "native",
      pending.map((one) => ({ kind: "native", name: one.provider.id, ...one })),
    );
  }

  get pendingVirtualModelRegistrations(): PendingVirtualModelRegistration[] {
    return this.waiting("virtual").map(({ model: definition, extensionPath }) => ({ definition, extensionPath }));
  }

  set pendingVirtualModelRegistrations(pending: PendingVirtualModelRegistration[]) {
    this.generation.providers.replaceWaiting(
      "virtual",
      pending.map(({ definition: model, extensionPath }) => ({
        kind: "virtual",
        name: `${model.provider}/${model.id}`,
        model,
        extensionPath,
      })),
    );
  }

  /** Throws if there is no session yet. */
  createContext(): ExtensionContext {
    this.generation.actions("createContext");
    return this.generation.createContext();
  }

  assertActive(): void {
    this.generation.assertActive();
  }

  invalidate(message?: string): void {
    this.generation.end(message);
  }

  registerProvider(name: string, config: ProviderConfig, extensionPath = ""): void {
    this.assertActive();
    this.generation.providers.register({ kind: "provider", name, config, extensionPath });
  }

  registerNativeProvider(provider: NativeProvider, extensionPath = ""): void {
    this.assertActive();
    this.generation.providers.register({ kind: "native", name: provider.id, provider, extensionPath });
  }

  unregisterProvider(name: string, _extensionPath?: string): void {
    this.assertActive();
    this.generation.providers.unregisterProvider(name);
  }

  registerVirtualModel(model: ExtensionVirtualModel, extensionPath = ""): void {
    this.assertActive();
    const name = `${model.provider}/${model.id}`;
    this.generation.providers.register({ kind: "virtual", name, model, extensionPath });
  }

  unregisterVirtualModel(provider: string, id: string): void {
    this.assertActive();
    this.generation.providers.unregisterVirtualModel(provider, id);
  }

  trackEventBusSubscription(unsubscribe: () => void): () => void {
    return this.generation.untilEnd(unsubscribe);
  }

  private waiting<K extends ProviderRegistration["kind"]>(kind: K): Extract<ProviderRegistration, { kind: K }>[] {
    const isWanted = (one: ProviderRegistration): one is Extract<ProviderRegistration, { kind: K }> =>
      one.kind === kind;
    return this.generation.providers.waiting().filter(isWanted);
  }

  /** Returns a function that looks up the action when it is called. It throws if there is no session. */
  private action<TName extends keyof ExtensionActions>(name: TName): ExtensionActions[TName] {
    const act = (...args: unknown[]) =>
      (this.generation.actions(name)[name] as (...args: unknown[]) => unknown)(...args);
    return act as ExtensionActions[TName];
  }
}

const runtimes = new WeakMap<Generation, ExtensionRuntime>();

export function createExtensionRuntime(): ExtensionRuntime {
  return ExtensionRuntime.of(new Generation());
}

export interface LoadExtensionsResult {
  extensions: Extension[];
  errors: { path: string; error: string }[];
  /** Harmless oddities. Absent if there are none. */
  warnings?: { path: string; warning: string }[];
  runtime: ExtensionRuntime;
}

export function toLoadResult({ generation, errors, warnings }: LoadedExtensions): LoadExtensionsResult {
  const extensions = [...generation.extensions];
  return { extensions, errors, ...(warnings ? { warnings } : {}), runtime: ExtensionRuntime.of(generation) };
}

/** Uses the extensions in the result, because a program may have removed some. */
export function fromLoadResult({ extensions, errors, warnings, runtime }: LoadExtensionsResult): LoadedExtensions {
  runtime.generation.use(extensions);
  return { generation: runtime.generation, errors, ...(warnings ? { warnings } : {}) };
}
