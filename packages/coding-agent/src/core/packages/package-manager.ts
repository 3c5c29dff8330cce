import { existsSync } from "node:fs";
import { errorText } from "../error-text.ts";
import { ConfigError } from "../json-file/index.ts";
import type { ProcessPort } from "../process/index.ts";
import { isOffline } from "../process/offline.ts";
import type { ProvidedPaths, ResourceDiagnostic, ResourceType } from "../resources/index.ts";
import { type PackageSource, type SettingsStore, saveFailure } from "../settings/index.ts";
import { type ConfiguredEntry, configuredPackages, sourceOf } from "./configured-packages.ts";
import { createInstaller, type PackageInstaller } from "./install-package.ts";
import { packageChangelog, packageContents, RESOURCE_TYPES } from "./package-contents.ts";
import { packageSelection } from "./package-filter.ts";
import { assertReadablePackage } from "./package-json.ts";
import { PackagePlaces, type PackageScope } from "./package-places.ts";
import { maskCredentials, type PackageOrigin, packageIdentity, parsePackageSource } from "./package-source.ts";
import { commandRunner } from "./run-command.ts";
import { createUpdateCheck, type UpdateCheck } from "./update-check.ts";

export interface PathMetadata {
  source: string;
  scope: PackageScope;
  origin: "package" | "top-level";
  baseDir?: string;
  /** Path of the package's changelog, if it has one. */
  changelogPath?: string;
  packageRoot?: string;
}

export interface ResolvedResource {
  path: string;
  enabled: boolean;
  metadata: PathMetadata;
}

export interface PackageInstallFailure {
  source: string;
  scope: PackageScope;
  message: string;
}

export type ResolvedPaths = Record<ResourceType, ResolvedResource[]> & { installFailures?: PackageInstallFailure[] };

export type MissingSourceAction = "install" | "skip" | "error";

export interface ProgressEvent {
  type: "start" | "progress" | "complete" | "error";
  action: "install" | "remove" | "update" | "clone" | "pull";
  source: string;
  message?: string;
}

export interface ConfiguredPackage {
  source: string;
  scope: "user" | "project";
  filtered: boolean;
  installedPath?: string;
}

export interface PackageUpdate {
  source: string;
  displayName: string;
  type: "npm" | "git";
  scope: "user" | "project";
}

export interface PackageManagerOptions {
  cwd: string;
  agentDir: string;
  settings: SettingsStore;
  processes?: ProcessPort;
  /** Stops running npm and git commands and leaves nothing unfinished. */
  signal?: AbortSignal;
}

/**
 * Manages packages of extensions, skills, prompts and themes: the configured ones, the installed ones, and which of
 * their files are used.
 */
export class PackageManager {
  private readonly settings: SettingsStore;
  private readonly places: PackagePlaces;
  private readonly installer: PackageInstaller;
  private readonly updates: UpdateCheck;
  private report: (event: ProgressEvent) => void = () => undefined;

  constructor({ cwd, agentDir, settings, processes, signal }: PackageManagerOptions) {
    this.settings = settings;
    this.places = new PackagePlaces(cwd, agentDir);
    const npmCommand = () => settings.get("npmCommand") ?? ["npm"];
    const parts = { places: this.places, run: commandRunner(processes, signal), npmCommand };
    this.installer = createInstaller(parts);
    this.updates = createUpdateCheck(parts);
  }

  setProgressCallback(callback: ((event: ProgressEvent) => void) | undefined): void {
    this.report = callback ?? (() => undefined);
  }

  listConfiguredPackages(): ConfiguredPackage[] {
    return configuredPackages(this.settings, this.places).packages.map(({ entry, source, scope, origin }) => {
      const path = this.places.pathOf(origin, scope);
      return {
        source: maskCredentials(source),
        scope,
        filtered: typeof entry !== "string",
        ...(existsSync(path) ? { installedPath: path } : {}),
      };
    });
  }

  getInstalledPath(source: string, scope: "user" | "project"): string | undefined {
    const path = this.places.pathOf(this.parseInput(source), scope);
    return existsSync(path) ? path : undefined;
  }

  async install(source: string, options: { local?: boolean } = {}): Promise<void> {
    const scope = this.scopeOf(options);
    const origin = this.parseInput(source);
    await this.reporting("install", source, () => this.installer.install(origin, scope));
  }

  async installAndPersist(source: string, options: { local?: boolean } = {}): Promise<void> {
    await this.install(source, options);
    this.addSourceToSettings(source, options);
    await this.save();
  }

  async remove(source: string, options: { local?: boolean } = {}): Promise<void> {
    const scope = this.scopeOf(options);
    const origin = this.parseInput(source);
    await this.reporting("remove", source, () => this.installer.remove(origin, scope));
  }

  /** Removes a package. Resolves to false if the settings do not list it. */
  async removeAndPersist(source: string, options: { local?: boolean } = {}): Promise<boolean> {
    if (!this.removeSourceFromSettings(source, options)) return false;
    await this.remove(source, options);
    await this.save();
    return true;
  }

  /** Adds the package to the settings and replaces another version of it. Returns false if it was already listed. */
  addSourceToSettings(input: string, options: { local?: boolean } = {}): boolean {
    const { entries, matching } = this.entriesLike(input, options);
    const origin = this.parseInput(input);
    const source = origin.kind === "path" ? origin.path : input;
    if (matching.some((entry) => sourceOf(entry) === source)) return false;
    const [previous] = matching;
    const entry = previous !== undefined && typeof previous !== "string" ? { ...previous, source } : source;
    const next =
      previous === undefined ? [...entries, entry] : entries.map((each) => (each === previous ? entry : each));
    this.write(next, options);
    return true;
  }

  removeSourceFromSettings(source: string, options: { local?: boolean } = {}): boolean {
    const { entries, matching } = this.entriesLike(source, options);
    if (matching.length === 0) return false;
    this.write(
      entries.filter((entry) => !matching.includes(entry)),
      options,
    );
    return true;
  }

  /** Updates one package, or all, to the newest version that its source allows. */
  async update(source?: string): Promise<void> {
    const { packages } = configuredPackages(this.settings, this.places);
    const wanted = source === undefined ? packages : packages.filter((each) => this.isSame(each, source));
    if (source !== undefined && wanted.length === 0) {
      const known = packages.map((each) => maskCredentials(each.source)).join(", ") || "none";
      throw new ConfigError(
        "package",
        `"${maskCredentials(source)}" is not among the packages of your settings (${known}).`,
      );
    }
    const failures: string[] = [];
    for (const { origin, scope, source: name } of wanted) {
      if (origin.kind === "path") continue;
      await this.reporting("update", name, () => this.installer.install(origin, scope)).catch((error: unknown) =>
        failures.push(`${maskCredentials(name)} was not updated: ${errorText(error)}`),
      );
    }
    if (failures.length > 0) throw new ConfigError("package", failures.join("\n"));
  }

  async checkForAvailableUpdates(): Promise<PackageUpdate[]> {
    const { packages } = configuredPackages(this.settings, this.places);
    const checked = await Promise.all(
      packages.map((each) => this.updates.hasNewer(each.origin, each.scope).catch(() => false)),
    );
    return packages.flatMap(({ source, scope, origin }, index) => {
      if (!checked[index] || origin.kind === "path") return [];
      const displayName = origin.kind === "npm" ? origin.name : `${origin.host}/${origin.path}`;
      return [{ source: maskCredentials(source), scope, displayName, type: origin.kind }];
    });
  }

  /** Resolves to the files of all packages. Missing packages are installed or skipped. A failure affects only the package itself. */
  async resolve(
    onMissing: (source: string) => Promise<MissingSourceAction> = async () => "install",
  ): Promise<ResolvedPaths> {
    const { packages, failures } = configuredPackages(this.settings, this.places);
    const result = emptyPaths();
    const installFailures: PackageInstallFailure[] = [...failures];
    for (const each of packages) {
      try {
        if (await this.ensure(each.origin, each.scope, each.source, onMissing))
          await this.collect(each, each.scope, result);
      } catch (error) {
        installFailures.push({ source: maskCredentials(each.source), scope: each.scope, message: errorText(error) });
      }
    }
    return installFailures.length > 0 ? { ...result, installFailures } : result;
  }

  /** Resolves to the files of sources that are used once, such as those on the command line. */
  async resolveExtensionSources(
    sources: readonly string[],
    options: { local?: boolean; temporary?: boolean } = {},
  ): Promise<ResolvedPaths> {
    const scope: PackageScope = options.temporary ? "temporary" : this.scopeOf(options);
    const result = emptyPaths();
    const installFailures: PackageInstallFailure[] = [];
    for (const source of sources) {
      try {
        const origin = this.parseInput(source);
        await this.ensure(origin, scope, source, async () => "install");
        if (options.temporary) await this.refresh(origin, source);
        await this.collect({ entry: source, source, origin }, scope, result);
      } catch (error) {
        installFailures.push({ source: maskCredentials(source), scope, message: errorText(error) });
      }
    }
    return installFailures.length > 0 ? { ...result, installFailures } : result;
  }

  /** Updates a temporary package to its current version. Without a network, the copy of the last use is kept. */
  private async refresh(origin: PackageOrigin, source: string): Promise<void> {
    if (isOffline()) return;
    const install = () => this.reporting("update", source, () => this.installer.install(origin, "temporary"));
    try {
      if (await this.updates.isOutdated(origin, "temporary")) await install();
    } catch (error) {
      this.report({ type: "error", action: "update", source: maskCredentials(source), message: errorText(error) });
    }
  }

  private async ensure(
    origin: PackageOrigin,
    scope: PackageScope,
    source: string,
    onMissing: (source: string) => Promise<MissingSourceAction>,
  ): Promise<boolean> {
    if (existsSync(this.places.pathOf(origin, scope))) return true;
    if (origin.kind === "path") throw new ConfigError("package", `There is nothing at ${origin.path}.`);
    const action = await onMissing(source);
    const shown = maskCredentials(source);
    if (action === "error") throw new ConfigError("package", `${shown} is not installed. Run tau install ${shown}.`);
    if (action === "install") await this.reporting("install", source, () => this.installer.install(origin, scope));
    return action === "install";
  }

  private async collect(
    { entry, source, origin, delta }: Pick<ConfiguredEntry, "entry" | "source" | "origin" | "delta">,
    scope: PackageScope,
    into: ResolvedPaths,
  ): Promise<void> {
    const root = this.places.pathOf(origin, scope);
    assertReadablePackage(root);
    const contents = await packageContents(root);
    const isSelected = await packageSelection(root, entry, delta);
    const changelogPath = packageChangelog(root);
    const metadata: PathMetadata = {
      ...{ source: maskCredentials(source), scope, origin: "package", baseDir: root, packageRoot: root },
      ...(changelogPath === undefined ? {} : { changelogPath }),
    };
    for (const type of RESOURCE_TYPES) {
      into[type].push(...contents[type].map((path) => ({ path, enabled: isSelected(type, path), metadata })));
    }
  }

  private entriesLike(
    source: string,
    options: { local?: boolean },
  ): { entries: PackageSource[]; matching: PackageSource[] } {
    const scope = this.scopeOf(options);
    const settings = scope === "project" ? this.settings.getProjectSettings() : this.settings.getGlobalSettings();
    const entries = settings.packages ?? [];
    const base = this.places.baseOf(scope);
    const identity = packageIdentity(this.parseInput(source));
    const matching = entries.filter((entry) => identityOrNothing(sourceOf(entry), base) === identity);
    return { entries, matching };
  }

  private isSame(each: ConfiguredEntry, source: string): boolean {
    return packageIdentity(each.origin) === packageIdentity(this.parseInput(source));
  }

  /** Parses a source that the user typed: relative paths start at the working directory, not at the settings file. */
  private parseInput(source: string): PackageOrigin {
    return parsePackageSource(source, this.places.baseOf("temporary"));
  }

  private write(packages: PackageSource[], options: { local?: boolean }): void {
    this.settings.set("packages", packages, this.scopeOf(options) === "project" ? "project" : "global");
  }

  /** Writes the settings and throws if that fails, because the change would be lost at the next start. */
  private async save(): Promise<void> {
    await this.settings.flush();
    const [failure] = this.settings.drainErrors();
    if (failure) throw saveFailure(failure);
  }

  private scopeOf({ local = false }: { local?: boolean }): "user" | "project" {
    if (local && !this.settings.isProjectTrusted()) {
      throw new ConfigError("package", "This folder is not trusted: nothing is installed into it. Trust it first.");
    }
    return local ? "project" : "user";
  }

  private async reporting(action: ProgressEvent["action"], typed: string, run: () => Promise<void>): Promise<void> {
    const source = maskCredentials(typed);
    this.report({ type: "start", action, source });
    try {
      await run();
      this.report({ type: "complete", action, source });
    } catch (error) {
      this.report({ type: "error", action, source, message: errorText(error) });
      throw error;
    }
  }
}

/** Returns the enabled resources in the form that the resource loader takes. */
export function providedPaths(resolved: ResolvedPaths): ProvidedPaths {
  const enabled = (type: ResourceType) =>
    resolved[type]
      .filter((each) => each.enabled)
      .map(({ path, metadata: { packageRoot: _, ...source } }) => ({ path, source }));
  return Object.fromEntries(RESOURCE_TYPES.map((type) => [type, enabled(type)]));
}

export function joinPaths(parts: readonly ProvidedPaths[]): ProvidedPaths {
  return Object.fromEntries(RESOURCE_TYPES.map((type) => [type, parts.flatMap((part) => part[type] ?? [])]));
}

/** Returns messages for the user about packages that are missing or could not be installed. */
export function packageProblems(
  packages: readonly ConfiguredPackage[],
  resolved: readonly ResolvedPaths[],
): ResourceDiagnostic[] {
  const failures = resolved.flatMap(({ installFailures = [] }) => installFailures);
  const missing = packages.filter(
    ({ source, installedPath }) => !installedPath && !failures.some((failure) => failure.source === source),
  );
  return [
    ...failures.map(({ source, message }) => `${source} is left out: ${message}`),
    ...missing.map(({ source }) => `${source} is not installed, so it is left out. tau update ${source} installs it.`),
  ].map((message) => ({ type: "warning", message }));
}

function emptyPaths(): ResolvedPaths {
  return { extensions: [], skills: [], prompts: [], themes: [] };
}

function identityOrNothing(source: string, base: string): string | undefined {
  try {
    return packageIdentity(parsePackageSource(source, base));
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}
