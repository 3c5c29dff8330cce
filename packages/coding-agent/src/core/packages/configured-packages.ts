import { errorText } from "../error-text.ts";
import type { PackageSource, SettingsStore } from "../settings/index.ts";
import type { PackagePlaces } from "./package-places.ts";
import { maskCredentials, type PackageOrigin, packageIdentity, parsePackageSource } from "./package-source.ts";

/** A package that the settings list. */
export interface ConfiguredEntry {
  readonly entry: PackageSource;
  readonly source: string;
  readonly scope: "user" | "project";
  readonly origin: PackageOrigin;
  /** The project's changes to the user's selection. */
  readonly delta?: PackageSource;
}

export interface ConfiguredPackages {
  readonly packages: readonly ConfiguredEntry[];
  /** Entries that are not a valid package source, and why. */
  readonly failures: readonly {
    readonly source: string;
    readonly scope: "user" | "project";
    readonly message: string;
  }[];
}

export function sourceOf(entry: PackageSource): string {
  return typeof entry === "string" ? entry : entry.source;
}

/**
 * Returns the packages of both settings files, the project's first. If both list a package, only the project's entry
 * counts, unless it merely modifies the user's.
 */
export function configuredPackages(settings: SettingsStore, places: PackagePlaces): ConfiguredPackages {
  const failures: ConfiguredPackages["failures"][number][] = [];
  const read = (entries: readonly PackageSource[] = [], scope: "user" | "project", base = places.baseOf(scope)) =>
    entries.flatMap((entry): ConfiguredEntry[] => {
      const source = sourceOf(entry);
      try {
        return [{ entry, source, scope, origin: parsePackageSource(source, base) }];
      } catch (error) {
        failures.push({
          source: maskCredentials(source),
          scope,
          message: errorText(error),
        });
        return [];
      }
    });
  const project = read(settings.layer("project").packages, "project");
  const inherited = read(settings.inheritedLayer().packages, "project", places.inheritedBase);
  const user = read(settings.layer("global").packages, "user");
  return { packages: combine([...project, ...inherited], user), failures };
}

function combine(project: readonly ConfiguredEntry[], user: readonly ConfiguredEntry[]): ConfiguredEntry[] {
  const isDelta = ({ entry }: ConfiguredEntry) => typeof entry !== "string" && entry.autoload === false;
  const result = new Map<string, ConfiguredEntry>();
  for (const each of [...project.filter((entry) => !isDelta(entry)), ...user]) {
    const identity = packageIdentity(each.origin);
    const delta = project.find((other) => isDelta(other) && packageIdentity(other.origin) === identity);
    if (!result.has(identity)) result.set(identity, delta ? { ...each, delta: delta.entry } : each);
  }
  return [...result.values()];
}
