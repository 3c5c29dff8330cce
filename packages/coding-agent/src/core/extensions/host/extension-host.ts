import { join } from "node:path";
import { getCacheDir, resolveFrom } from "../../paths/index.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { extensionsOf } from "../batteries/battery-extensions.ts";
import type { BatterySet } from "../batteries/battery-set.ts";
import type {
  Extension,
  ExtensionErrorListener,
  InlineExtension,
  ProjectTrustContext,
  ProjectTrustEventResult,
} from "../contract/index.ts";
import { createEventBus, type EventBusController } from "../event-bus.ts";
import { forgetExtensionModules } from "../loader/import-extension.ts";
import { type ExtensionPath, type LoadedExtensions, loadExtensions } from "../loader/load-extensions.ts";
import { applyFlags, type FlagValues, type LeftoverArguments } from "./apply-flags.ts";
import { emitProjectTrust } from "./emit-session.ts";
import { Generation } from "./generation.ts";
import { modelRegistryTarget } from "./provider-target.ts";
import { watchUnhandledErrors } from "./unhandled-errors.ts";

export interface ExtensionHostOptions {
  readonly services: Workspace;
  /** Additional paths; they are loaded before those that were found. */
  readonly paths?: readonly (string | ExtensionPath)[] | undefined;
  readonly inline?: readonly InlineExtension[] | undefined;
  /** Extensions with manifests; they are loaded before those in `inline`. */
  readonly batteries?: BatterySet | undefined;
  /** Loads only the extensions given here, none that were found. */
  readonly noExtensions?: boolean | undefined;
  readonly flags?: FlagValues | undefined;
  /** Called before anything is loaded. Returns the extensions that a program has already loaded for one session. */
  readonly preloaded?: (() => LoadedExtensions | undefined | Promise<LoadedExtensions | undefined>) | undefined;
}

/** Loads and reloads the extensions of one session. Each load is a generation. */
export class ExtensionHost {
  readonly options: ExtensionHostOptions;
  private readonly events: EventBusController = createEventBus((channel, error) =>
    this.generation.report("pi.events", channel, error),
  );
  private loaded: LoadedExtensions = { generation: new Generation(), errors: [] };
  private leftover: LeftoverArguments = { unknown: new Map(), words: new Map() };
  private stopWatching: () => void = () => undefined;

  private constructor(options: ExtensionHostOptions) {
    this.options = options;
  }

  /** Loads the extensions. When it resolves, their providers are registered, so that a model can be chosen. */
  static async load(options: ExtensionHostOptions): Promise<ExtensionHost> {
    const host = new ExtensionHost(options);
    await host.load(host.generation);
    return host;
  }

  /** Takes extensions that a program has loaded, without waiting. Their providers are registered at once, those that wait for something soon. */
  static of(options: ExtensionHostOptions, loaded: LoadedExtensions): ExtensionHost {
    const host = new ExtensionHost(options);
    host.loaded = loaded;
    const { generation } = loaded;
    host.watchErrors(generation.extensions.map(({ resolvedPath }) => resolvedPath));
    host.leftover = applyFlags(generation, options.flags ?? new Map());
    void host.bindProviders(generation).catch((error: unknown) => generation.report("", "registerProvider", error));
    return host;
  }

  /** The current generation of extensions. */
  get generation(): Generation {
    return this.loaded.generation;
  }

  get extensions(): readonly Extension[] {
    return this.generation.extensions;
  }

  get errors(): LoadedExtensions["errors"] {
    return this.loaded.errors;
  }

  get warnings(): NonNullable<LoadedExtensions["warnings"]> {
    return this.loaded.warnings ?? [];
  }

  get result(): LoadedExtensions {
    return this.loaded;
  }

  /** Command line options that no extension knows, and words after flags that take no value. */
  get leftoverArguments(): LeftoverArguments {
    return this.leftover;
  }

  /** Loads extensions that were found since the last load. Loaded extensions are not reloaded. */
  async loadFound(): Promise<void> {
    await this.load(this.generation);
  }

  /** Searches for extensions again and reloads all of them from their current files. */
  async loadNextGeneration(): Promise<void> {
    this.end();
    forgetExtensionModules();
    await this.options.services.resources.reload();
    this.options.batteries?.refresh();
    await this.load(new Generation());
  }

  /** Loads the same extensions again for the session that replaces this one. */
  reopen(services: Workspace): Promise<ExtensionHost> {
    forgetExtensionModules();
    return ExtensionHost.load({ ...this.options, services, batteries: this.options.batteries?.in(services) });
  }

  /** Asks the extensions whether a folder is trusted, before there is a session. Resolves to `undefined` if none decides. */
  async projectTrust(
    ctx: ProjectTrustContext,
    onError: ExtensionErrorListener,
  ): Promise<ProjectTrustEventResult | undefined> {
    const stop = this.generation.onError(onError);
    try {
      return await emitProjectTrust(this.generation.dispatch, { type: "project_trust", cwd: ctx.cwd }, ctx);
    } finally {
      stop();
    }
  }

  /** Ends the current generation: its extensions no longer take part in anything. */
  end(): void {
    this.generation.end();
    this.events.clear();
    this.stopWatching();
  }

  private async load(generation: Generation): Promise<void> {
    const { services, paths = [], noExtensions = false, flags = new Map() } = this.options;
    const { batteries, inline = [] } = this.options;
    const found = [...paths, ...(noExtensions ? [] : services.resources.getExtensionPaths().items)];
    this.watchErrors(found);
    this.loaded =
      (await this.options.preloaded?.()) ??
      (await loadExtensions({
        paths: found,
        inline: [...(batteries ? await extensionsOf(batteries) : []), ...inline],
        cwd: services.cwd,
        processes: services.processes,
        agentDir: services.agentDir,
        settings: services.settings,
        cacheDir: join(getCacheDir(services.agentDir), "extensions"),
        events: this.events,
        generation,
      }));
    await this.bindProviders(this.generation);
    this.leftover = applyFlags(this.generation, flags);
    this.generation.connectServers = async () => await this.connectServers();
    await this.connectServers();
  }

  /** Loads the battery that connects MCP servers when an extension registers the first one. */
  private async connectServers(): Promise<void> {
    const { generation } = this;
    if (generation.mcpServers.list().length > 0 && this.options.batteries?.addMcpServers()) await this.load(generation);
  }

  private async bindProviders(generation: Generation): Promise<void> {
    const report = (path: string, event: string, error: unknown) => generation.report(path, event, error);
    const target = modelRegistryTarget({
      models: this.options.services.models,
      createContext: () => generation.createContext(),
      report,
    });
    await generation.providers.bind(target, report);
  }

  private watchErrors(paths: readonly (string | ExtensionPath)[]): void {
    this.stopWatching();
    const files = paths.map((path) =>
      resolveFrom(this.options.services.cwd, typeof path === "string" ? path : path.path),
    );
    if (files.length > 0)
      this.stopWatching = watchUnhandledErrors(files, (path, error) =>
        this.generation.report(path, "background work", error),
      );
  }
}
