import { installed } from "../extensions/batteries/installed.ts";
import {
  ConfigError,
  editJson,
  type FileDiagnostic,
  type FileSchema,
  type JsonChange,
  loadJsonText,
} from "../json-file/index.ts";
import { getAgentDir } from "../paths/index.ts";
import { withPresentNames } from "./earlier-names.ts";
import { extendedDefault, extendedSchema } from "./extended-schema.ts";
import type { ManagedSettings } from "./managed-settings.ts";
import { inheritSettings, mergeSettings, type SettingsLayer } from "./merge.ts";
import { type Settings, settingsSchema } from "./schema/index.ts";
import { defaultAt, type SettingPath, type SettingValue, valueAt, withValue } from "./setting-path.ts";
import {
  FileSettingsStorage,
  InMemorySettingsStorage,
  isEditable,
  mayExist,
  readSettings,
  type SettingsScope,
  type SettingsStorage,
} from "./storage.ts";

export interface SettingsError {
  scope: SettingsScope;
  path?: string;
  error: Error;
}

export interface SettingsStoreOptions {
  /** The project's file is read and written only if this is true. */
  readonly projectTrusted?: boolean;
}

/**
 * The layers of settings and their effective values. Reading is synchronous and never fails: a bad file is reported and
 * ignored. A change is visible at once and written in the background: under a lock, into the current text of the file,
 * and only the changed keys, so that changes by others are kept.
 */
export class SettingsStore {
  /** Called at once with each failure to save. Failures reported here are not added to the errors. */
  onSaveFailure: ((failure: SettingsError) => void) | undefined;
  private readonly storage: SettingsStorage;
  private trusted: boolean;
  private layers: Record<SettingsScope, SettingsLayer> = { global: {}, project: {} };
  /** Settings of the project's pi file, below the project's own. */
  private inherited: SettingsLayer = {};
  private overrides: SettingsLayer = {};
  /** The administrator's settings, above all others; absent if there are none. */
  private fixed: ManagedSettings | undefined;
  private effective: Settings = {};
  private found: FileDiagnostic[] = [];
  private errors: SettingsError[] = [];
  /** Read errors of the latest load; older ones are obsolete. */
  private unread: SettingsError[] = [];
  private broken: SettingsError[] = [];
  private readonly pending = new Map<SettingsScope, JsonChange[]>();
  private readonly listeners = new Map<string, Set<() => void>>();
  /** Schemas of the settings that extensions added. */
  private readonly added = new Map<string, FileSchema>();

  /** Opens the settings files of a user and a project. */
  static open(cwd: string, agentDir = getAgentDir(), options: SettingsStoreOptions = {}): SettingsStore {
    return new SettingsStore(new FileSettingsStorage(cwd, agentDir), options);
  }

  /** Creates a store that uses no disk. */
  static inMemory(settings: Partial<Settings> = {}, options: SettingsStoreOptions = {}): SettingsStore {
    return new SettingsStore(new InMemorySettingsStorage(settings), options);
  }

  constructor(storage: SettingsStorage, options: SettingsStoreOptions = {}) {
    this.storage = storage;
    this.trusted = options.projectTrusted ?? false;
    this.load();
  }

  /** Returns the effective value of one setting, or its default. */
  get<Path extends SettingPath>(path: Path): SettingValue<Path> {
    return (valueAt(this.effective, path) ?? defaultAt(path)) as SettingValue<Path>;
  }

  /** Returns the effective value without the default: `undefined` if no file and no flag sets it. */
  given<Path extends SettingPath>(path: Path): SettingValue<Path> | undefined {
    return valueAt(this.effective, path) as SettingValue<Path> | undefined;
  }

  /** Returns a setting of an extension, or an unknown one. */
  getForeign(path: string): unknown {
    return valueAt(this.effective, path) ?? (this.isExtended(path) ? extendedDefault(path, this.added) : undefined);
  }

  /** Adds a setting of an extension: values in the files are checked, and the default applies. Returns a function that removes it. */
  extend(key: string, schema: FileSchema): () => void {
    this.added.set(key, schema);
    this.load();
    return () => {
      if (this.added.get(key) === schema) this.added.delete(key);
    };
  }

  /** The settings that extensions have added, by key. */
  get extensions(): ReadonlyMap<string, FileSchema> {
    return this.added;
  }

  set<Path extends SettingPath>(
    path: Path,
    value: SettingValue<Path> | undefined,
    scope: SettingsScope = "global",
  ): void {
    this.setAt(scope, path.split("."), value);
  }

  /** Sets a value by path segments, for keys that may contain a dot, such as model names. */
  setAt(scope: SettingsScope, path: readonly string[], value: unknown): void {
    if (scope === "project" && !this.trusted) {
      throw new ConfigError(
        "invalid-input",
        "This folder is not trusted: its settings cannot be changed. Trust it first.",
      );
    }
    this.layers[scope] = withValue(this.layers[scope], path, value);
    const changes = this.pending.get(scope);
    if (changes) changes.push({ path, value });
    else this.pending.set(scope, [{ path, value }]);
    queueMicrotask(() => this.write());
    this.merge();
  }

  /**
   * Calls the listener whenever the effective value changes: set here, reloaded from the files, or overridden. Returns
   * a function that stops this.
   */
  onChange<Path extends SettingPath>(path: Path, listener: (value: SettingValue<Path>) => void): () => void {
    // Settings are JSON, so two values are equal if their texts are.
    const text = () => JSON.stringify(this.get(path));
    let known = text();
    const compare = () => {
      if (text() === known) return;
      known = text();
      listener(this.get(path));
    };
    const listeners = this.listeners.get(path) ?? new Set();
    this.listeners.set(path, listeners.add(compare));
    return () => listeners.delete(compare);
  }

  getSettings(): Settings {
    return structuredClone(this.effective);
  }

  /** Returns the settings of one file, read-only and without copying. `getSettings` and its siblings return copies. */
  layer(scope: SettingsScope): Readonly<Settings> {
    return this.layers[scope];
  }

  /** Returns the project's settings in its pi file. Their paths are relative to the folder of that file. */
  inheritedLayer(): Readonly<Settings> {
    return this.inherited;
  }

  /** The administrator's settings; known after `readManaged`. */
  get managed(): ManagedSettings | undefined {
    return this.fixed;
  }

  /** Reads the administrator's files. Throws if one exists and has a mistake. */
  async readManaged(): Promise<void> {
    const { managedPaths = [] } = this.storage;
    if (!managedPaths.some(mayExist)) return;
    this.fixed = (await import("./managed-settings.ts")).readManaged(managedPaths);
    this.merge();
  }

  getGlobalSettings(): Settings {
    return structuredClone(this.layers.global);
  }

  getProjectSettings(): Settings {
    return structuredClone(this.layers.project);
  }

  /** Returns the files that are read: none for settings in memory, and the project's only if it is trusted. */
  files(): string[] {
    const { storage, trusted } = this;
    const scopes: SettingsScope[] = trusted ? ["global", "project"] : ["global"];
    return scopes.flatMap((scope) => storage.pathOf?.(scope) ?? []);
  }

  isProjectTrusted(): boolean {
    return this.trusted;
  }

  setProjectTrusted(trusted: boolean): void {
    this.trusted = trusted;
    this.load();
  }

  async reload(): Promise<void> {
    await this.flush();
    await this.readManaged();
    this.load();
  }

  /** Adds overrides above both files. They are never written. */
  applyOverrides(overrides: Partial<Settings>): void {
    this.overrides = mergeSettings(this.overrides, {}, overrides as SettingsLayer) as SettingsLayer;
    this.merge();
  }

  /** Resolves when every change so far is on disk or its failure is among the errors. */
  async flush(): Promise<void> {
    this.write();
  }

  /** Returns the problems in the files, with line and reason. */
  diagnostics(): readonly FileDiagnostic[] {
    return this.found;
  }

  /** Returns files that could not be parsed, once each. `diagnostics` has the lines. */
  drainBroken(): SettingsError[] {
    const drained = this.broken;
    this.broken = [];
    return drained;
  }

  drainErrors(): SettingsError[] {
    const drained = [...this.unread, ...this.errors];
    this.errors = [];
    this.unread = [];
    return drained;
  }

  private load(): void {
    // Write pending changes first, because reading would lose them.
    this.write();
    this.found = [];
    this.unread = [];
    this.broken = [];
    // A file that cannot be read now may hold rules that deny: what was read before holds on.
    const { global, project } = this.layers;
    this.layers = {
      global: this.read("global") ?? global,
      project: this.trusted ? (this.read("project") ?? project) : {},
    };
    this.inherited = this.trusted ? this.readInherited() : {};
    this.merge();
  }

  private merge(): void {
    const { global, project } = this.layers;
    this.effective = mergeSettings(global, inheritSettings(this.inherited, project), this.overrides);
    this.effective = this.fixed?.over(this.effective) ?? this.effective;
    for (const listeners of this.listeners.values()) for (const compare of [...listeners]) compare();
  }

  private read(scope: SettingsScope): SettingsLayer | undefined {
    return this.parse(scope, this.storage.pathOf?.(scope), () => this.readText(scope));
  }

  private readInherited(): SettingsLayer {
    const { inheritedPath: path } = this.storage;
    const isOff = valueAt(this.layers.global, "disabledProviders");
    if (path === undefined || (Array.isArray(isOff) && isOff.includes("pi"))) return {};
    return this.parse("project", path, () => readSettings(path)) ?? {};
  }

  /** Returns the usable part of a file; `undefined` if none of it can be read. */
  private parse(
    scope: SettingsScope,
    path: string | undefined,
    read: () => string | undefined,
  ): SettingsLayer | undefined {
    try {
      const text = read();
      if (text === undefined) return {};
      const schema = this.isExtended(text) ? extendedSchema(this.added) : settingsSchema;
      const loaded = loadJsonText(path ?? `${scope} settings`, text, schema, withPresentNames);
      this.found.push(...loaded.diagnostics);
      const broken = loaded.diagnostics.find(({ type }) => type === "error");
      if (broken) this.broken.push(this.failure(scope, new Error(broken.message), path));
      return loaded.broken ? undefined : loaded.value;
    } catch (error) {
      this.unread.push(this.failure(scope, error, path));
      return undefined;
    }
  }

  /** Returns whether a text may name a setting outside the built-in schema. Most starts need only the built-in one. */
  private isExtended(text: string): boolean {
    return this.added.size > 0 || installed.some(({ settings }) => settings?.some((key) => text.includes(key)));
  }

  private readText(scope: SettingsScope): string | undefined {
    if (this.storage.read) return this.storage.read(scope);
    let text: string | undefined;
    this.storage.withLock(scope, (current) => {
      text = current;
      return undefined;
    });
    return text;
  }

  private write(): void {
    for (const [scope, changes] of this.pending) {
      this.pending.delete(scope);
      try {
        this.storage.withLock(scope, (current) => {
          if (!isEditable(current))
            throw new ConfigError("broken-file", "The file is not a JSON object: nothing was written.");
          return editJson(current, changes);
        });
      } catch (error) {
        const failure = this.failure(scope, error);
        if (this.onSaveFailure) this.onSaveFailure(failure);
        else this.errors.push(failure);
      }
    }
  }

  private failure(scope: SettingsScope, cause: unknown, path = this.storage.pathOf?.(scope)): SettingsError {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    return { scope, ...(path === undefined ? {} : { path }), error };
  }
}
