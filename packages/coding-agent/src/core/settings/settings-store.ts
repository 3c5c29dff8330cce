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
import { readManaged } from "./managed-settings.ts";
import { inheritSettings, mergeSettings, type SettingsLayer } from "./merge.ts";
import { type Settings, settingsSchema } from "./schema/index.ts";
import { defaultAt, type SettingPath, type SettingValue, valueAt, withValue } from "./setting-path.ts";
import {
  FileSettingsStorage,
  InMemorySettingsStorage,
  isEditable,
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
  /** The project's file is read and written only where this is true. */
  readonly projectTrusted?: boolean;
}

/**
 * The layers of settings and the one effective value. Reading is synchronous and never fails: a bad file is reported and
 * passed over. A change shows at once, and is written in the background: under a lock, into the text as it is by then, and
 * only the keys that changed, so that what others wrote meanwhile stays.
 */
export class SettingsStore {
  /** Told at once what could not be saved, which is then not among the errors. */
  onSaveFailure: ((failure: SettingsError) => void) | undefined;
  private readonly storage: SettingsStorage;
  private trusted: boolean;
  private layers: Record<SettingsScope, SettingsLayer> = { global: {}, project: {} };
  /** Below the project's own. */
  private inherited: SettingsLayer = {};
  private overrides: SettingsLayer = {};
  /** Above all others. */
  private fixed: SettingsLayer = {};
  private effective: Settings = {};
  private found: FileDiagnostic[] = [];
  private errors: SettingsError[] = [];
  /** Of the latest reading; those before it are no longer of interest. */
  private unread: SettingsError[] = [];
  private broken: SettingsError[] = [];
  private readonly pending = new Map<SettingsScope, JsonChange[]>();
  private readonly listeners = new Map<string, Set<() => void>>();
  /** The settings of extensions. */
  private readonly added = new Map<string, FileSchema>();

  /** The files of a user and a project. */
  static open(cwd: string, agentDir = getAgentDir(), options: SettingsStoreOptions = {}): SettingsStore {
    return new SettingsStore(new FileSettingsStorage(cwd, agentDir), options);
  }

  /** Touches no disk. */
  static inMemory(settings: Partial<Settings> = {}, options: SettingsStoreOptions = {}): SettingsStore {
    return new SettingsStore(new InMemorySettingsStorage(settings), options);
  }

  constructor(storage: SettingsStorage, options: SettingsStoreOptions = {}) {
    this.storage = storage;
    this.trusted = options.projectTrusted ?? false;
    this.load();
  }

  /** The effective value of one setting, its default included. */
  get<Path extends SettingPath>(path: Path): SettingValue<Path> {
    return (valueAt(this.effective, path) ?? defaultAt(path)) as SettingValue<Path>;
  }

  /** The same without the default: `undefined` where no file and no flag gives a value. */
  given<Path extends SettingPath>(path: Path): SettingValue<Path> | undefined {
    return valueAt(this.effective, path) as SettingValue<Path> | undefined;
  }

  /** A setting of an extension, or one we do not know. */
  getForeign(path: string): unknown {
    return valueAt(this.effective, path) ?? (this.isExtended(path) ? extendedDefault(path, this.added) : undefined);
  }

  /** A setting of an extension: what the files have under the key is checked, and its default holds. Returns how to take it back. */
  extend(key: string, schema: FileSchema): () => void {
    this.added.set(key, schema);
    this.load();
    return () => {
      if (this.added.get(key) === schema) this.added.delete(key);
    };
  }

  /** The settings that extensions have added, by their keys. */
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

  /** For keys that may contain a dot, such as the names of models. */
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

  /** Calls the listener whenever the effective value changes: set here, reloaded from the files, or overridden. Returns how to stop. */
  onChange<Path extends SettingPath>(path: Path, listener: (value: SettingValue<Path>) => void): () => void {
    // Settings are JSON: their text tells whether two are equal.
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

  /** One file's settings, to look at. `getSettings` and its siblings return copies. */
  layer(scope: SettingsScope): Readonly<Settings> {
    return this.layers[scope];
  }

  /** What the project has in the file of pi. Its paths count from the folder of that file. */
  inheritedLayer(): Readonly<Settings> {
    return this.inherited;
  }

  /** What the administrator has fixed. */
  managed(): Readonly<Settings> {
    return this.fixed;
  }

  getGlobalSettings(): Settings {
    return structuredClone(this.layers.global);
  }

  getProjectSettings(): Settings {
    return structuredClone(this.layers.project);
  }

  /** The files that are read: none where the settings are in memory, and the project's only after trust. */
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
    this.load();
  }

  /** Lies above both files and is never written. */
  applyOverrides(overrides: Partial<Settings>): void {
    this.overrides = mergeSettings(this.overrides, {}, overrides as SettingsLayer) as SettingsLayer;
    this.merge();
  }

  /** Settles when every change so far is on disk, or its failure is among the errors. */
  async flush(): Promise<void> {
    this.write();
  }

  /** What is wrong with the files, with line and reason. */
  diagnostics(): readonly FileDiagnostic[] {
    return this.found;
  }

  /** Files that could not be understood, once each: `diagnostics` tells of them by line. */
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
    // A change that is not on disk yet would be lost.
    this.write();
    this.fixed = readManaged(this.storage.managedPaths ?? []);
    this.found = [];
    this.unread = [];
    this.broken = [];
    this.layers = { global: this.read("global"), project: this.trusted ? this.read("project") : {} };
    this.inherited = this.trusted ? this.readInherited() : {};
    this.merge();
  }

  private merge(): void {
    const { global, project } = this.layers;
    this.effective = mergeSettings(global, inheritSettings(this.inherited, project), this.overrides, this.fixed);
    for (const listeners of this.listeners.values()) for (const compare of [...listeners]) compare();
  }

  private read(scope: SettingsScope): SettingsLayer {
    return this.parse(scope, this.storage.pathOf?.(scope), () => this.readText(scope));
  }

  private readInherited(): SettingsLayer {
    const { inheritedPath: path } = this.storage;
    const isOff = valueAt(this.layers.global, "disabledProviders");
    if (path === undefined || (Array.isArray(isOff) && isOff.includes("pi"))) return {};
    return this.parse("project", path, () => readSettings(path));
  }

  private parse(scope: SettingsScope, path: string | undefined, read: () => string | undefined): SettingsLayer {
    try {
      const text = read();
      if (text === undefined) return {};
      const schema = this.isExtended(text) ? extendedSchema(this.added) : settingsSchema;
      const loaded = loadJsonText(path ?? `${scope} settings`, text, schema, withPresentNames);
      this.found.push(...loaded.diagnostics);
      const broken = loaded.diagnostics.find(({ type }) => type === "error");
      if (broken) this.broken.push(this.failure(scope, new Error(broken.message), path));
      return loaded.value;
    } catch (error) {
      this.unread.push(this.failure(scope, error, path));
      return {};
    }
  }

  /** Whether a text may name a setting that is not in the table: most starts need not know more than the table. */
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
