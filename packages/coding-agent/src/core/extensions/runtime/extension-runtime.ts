import type {
  ExtensionActions,
  ExtensionContext,
  ExtensionError,
  ExtensionErrorListener,
  ExtensionVirtualModel,
  NativeProvider,
  ProviderActions,
  ProviderConfig,
} from "../contract/index.ts";
import { ExtensionHostError } from "../extension-host-error.ts";
import { BoundActions } from "./bound-actions.ts";
import { McpServerRegistry } from "./mcp-servers.ts";

const STALE =
  "This extension ctx is stale after session replacement or reload. Use the context that withSession gets, or the new instance's own.";

/** A registration that waits for somebody to take it, and what it is of. */
interface Queued {
  readonly extensionPath: string;
  readonly register: (providers: ProviderActions) => void;
  readonly provider?: { readonly name: string; readonly config: ProviderConfig };
  readonly native?: NativeProvider;
  readonly virtual?: ExtensionVirtualModel;
}

/**
 * What the extensions of one load share: flags, queued providers, and whether they still count. One epoch: after a reload or in
 * another session there is a new one, and everything that hangs on this one throws.
 */
export class ExtensionRuntime extends BoundActions {
  readonly flagValues = new Map<string, boolean | string>();
  readonly mcpServers = new McpServerRegistry();
  private readonly errorListeners = new Set<ExtensionErrorListener>();
  /** What went wrong before anybody listened. */
  private readonly unheard: ExtensionError[] = [];
  private readonly unsubscribers = new Set<() => void>();
  private readonly queued: Queued[] = [];
  private readonly registered = new Map<string, string>();
  private readonly virtualModels = new Map<string, { provider: string; id: string }>();
  private bound: ExtensionActions | undefined;
  private newContext: (() => ExtensionContext) | undefined;
  private providers: ProviderActions | undefined;
  private staleMessage: string | undefined;

  get isActive(): boolean {
    return this.staleMessage === undefined;
  }

  get isBound(): boolean {
    return this.bound !== undefined;
  }

  /** Providers that were registered while extensions loaded take effect now. One that is refused is reported; the others stand. */
  async bindProviders(providers: ProviderActions): Promise<void> {
    this.providers = providers;
    for (const { extensionPath, register } of this.queued.splice(0)) {
      try {
        register(providers);
      } catch (error) {
        this.report(extensionPath, "register_provider", error);
      }
    }
    await providers.settled();
  }

  bind(actions: ExtensionActions, newContext: () => ExtensionContext): void {
    this.bound = actions;
    this.newContext = newContext;
  }

  /** Throws before there is a session. */
  createContext(): ExtensionContext {
    this.actions("createContext");
    return (this.newContext as () => ExtensionContext)();
  }

  /** What was registered while extensions loaded, and has not taken effect yet. */
  get pendingProviderRegistrations() {
    return this.queued.flatMap(({ extensionPath, provider }) => (provider ? [{ ...provider, extensionPath }] : []));
  }

  get pendingNativeProviderRegistrations() {
    return this.queued.flatMap(({ extensionPath, native: provider }) =>
      provider ? [{ provider, extensionPath }] : [],
    );
  }

  get pendingVirtualModelRegistrations() {
    return this.queued.flatMap(({ extensionPath, virtual }) =>
      virtual ? [{ definition: virtual, extensionPath }] : [],
    );
  }

  /** The actions of the session. Before there is one, acting is a mistake of the extension's. */
  actions(name: string): ExtensionActions {
    this.assertActive();
    if (this.bound) return this.bound;
    throw new ExtensionHostError(
      "not-initialized",
      `pi.${name}() was called while extensions load. Call it from an event such as session_start, a command or a tool.`,
    );
  }

  assertActive(): void {
    if (this.staleMessage !== undefined) throw new ExtensionHostError("stale", this.staleMessage);
  }

  /** Ends the epoch: providers go, subscriptions end, and every use throws from now on. */
  invalidate(message = STALE): void {
    if (!this.isActive) return;
    this.staleMessage = message;
    this.mcpServers.setChangeListener(undefined);
    for (const unsubscribe of this.unsubscribers) unsubscribe();
    for (const provider of this.registered.keys()) this.providers?.unregisterProvider(provider);
    for (const { provider, id } of this.virtualModels.values()) this.providers?.unregisterVirtualModel(provider, id);
    this.registered.clear();
    this.virtualModels.clear();
  }

  registerProvider(name: string, config: ProviderConfig, extensionPath = ""): void {
    this.assertActive();
    this.registered.set(name, extensionPath);
    const register = (providers: ProviderActions) => providers.registerProvider(name, config, extensionPath);
    this.withProviders({ extensionPath, register, provider: { name, config } });
  }

  registerNativeProvider(provider: NativeProvider, extensionPath = ""): void {
    this.assertActive();
    this.registered.set(provider.id, extensionPath);
    const register = (providers: ProviderActions) => providers.registerNativeProvider(provider, extensionPath);
    this.withProviders({ extensionPath, register, native: provider });
  }

  unregisterProvider(name: string, extensionPath = ""): void {
    this.assertActive();
    this.registered.delete(name);
    this.withProviders({ extensionPath, register: (providers) => providers.unregisterProvider(name) });
  }

  registerVirtualModel(model: ExtensionVirtualModel, extensionPath = ""): void {
    this.assertActive();
    const { provider, id } = model;
    this.virtualModels.set(`${provider}/${id}`, { provider, id });
    const register = (providers: ProviderActions) => providers.registerVirtualModel(model, extensionPath);
    this.withProviders({ extensionPath, register, virtual: model });
  }

  unregisterVirtualModel(provider: string, id: string): void {
    this.assertActive();
    this.virtualModels.delete(`${provider}/${id}`);
    const unregister = (providers: ProviderActions) => providers.unregisterVirtualModel(provider, id);
    this.withProviders({ extensionPath: "", register: unregister });
  }

  trackEventBusSubscription(unsubscribe: () => void): () => void {
    return this.track(unsubscribe);
  }

  /** Ends with the epoch, or earlier by the function it returns. */
  track(unsubscribe: () => void): () => void {
    const once = () => {
      if (this.unsubscribers.delete(once)) unsubscribe();
    };
    this.unsubscribers.add(once);
    return once;
  }

  onError(listener: ExtensionErrorListener): () => void {
    this.errorListeners.add(listener);
    for (const error of this.unheard.splice(0)) listener(error);
    return () => this.errorListeners.delete(listener);
  }

  report(extensionPath: string, event: string, error: unknown): void {
    const stack = error instanceof Error ? error.stack : undefined;
    const text = error instanceof Error ? error.message : String(error);
    const told = { extensionPath, event, error: text, ...(stack ? { stack } : {}) };
    if (this.errorListeners.size === 0) this.unheard.push(told);
    for (const listener of this.errorListeners) listener(told);
  }

  private withProviders(queued: Queued): void {
    if (this.providers) queued.register(this.providers);
    else this.queued.push(queued);
  }
}

export function createExtensionRuntime(): ExtensionRuntime {
  return new ExtensionRuntime();
}
