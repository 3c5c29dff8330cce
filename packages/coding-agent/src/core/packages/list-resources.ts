import { homedir } from "node:os";
import { relative } from "node:path";
import type { Battery } from "../extensions/batteries/battery.ts";
import { batteryWish } from "../extensions/batteries/battery-wish.ts";
import { configuredLists, exclusionFilter } from "../resources/configured-paths.ts";
import { createResourceRegistries, extensionName, type ResourceType } from "../resources/index.ts";
import type { SettingsStore } from "../settings/index.ts";
import type { ConfigurableResource } from "./configure-resource.ts";
import { RESOURCE_TYPES } from "./package-contents.ts";
import { PackageManager } from "./package-manager.ts";

/** A resource that can be enabled and disabled. */
export interface ListedResource extends ConfigurableResource {
  readonly name: string;
  readonly enabled: boolean;
  /** Where the resource comes from: a package, a conventional folder, or Tau itself. */
  readonly origin: string;
}

export interface ResourcePlaces {
  readonly cwd: string;
  readonly agentDir: string;
  readonly home?: string;
  readonly settings: SettingsStore;
  /** The extensions that come with Tau. */
  readonly builtIn: readonly Battery[];
}

/** Lists everything in packages and folders, enabled or not. Installs and loads nothing. */
export async function listResources(places: ResourcePlaces): Promise<ListedResource[]> {
  return [...builtIns(places), ...(await fromPackages(places)), ...(await fromFolders(places))];
}

function builtIns({ builtIn, settings }: ResourcePlaces): ListedResource[] {
  return builtIn.map((battery) => ({
    type: "extensions",
    name: battery.name,
    path: `builtin:${battery.name}`,
    enabled: batteryWish(battery, settings) === "wanted",
    origin: "Built-in",
    ...(battery.optIn && { optIn: true }),
  }));
}

async function fromPackages({ cwd, agentDir, settings }: ResourcePlaces): Promise<ListedResource[]> {
  const manager = new PackageManager({ cwd, agentDir, settings });
  const resolved = await manager.resolve(async () => "skip");
  return RESOURCE_TYPES.flatMap((type) =>
    resolved[type].map(({ path, enabled, metadata: { source, packageRoot: root = path } }) => ({
      type,
      path,
      name: relative(root, path),
      enabled,
      origin: source,
      package: { source, root },
    })),
  );
}

async function fromFolders({ cwd, agentDir, home = homedir(), settings }: ResourcePlaces): Promise<ListedResource[]> {
  const registries = createResourceRegistries();
  const disabled = new Set(settings.get("disabledProviders") ?? []);
  const scope = { cwd, home, agentDir, projectTrusted: settings.isProjectTrusted(), disabled };
  const kinds = {
    extensions: [registries.extensions],
    skills: [registries.skills],
    prompts: [registries.prompts, registries.commands],
    themes: [registries.themes],
  } as const satisfies Record<ResourceType, unknown>;
  const lists = await Promise.all(
    RESOURCE_TYPES.map(async (type) => {
      const accepts = await exclusionFilter(configuredLists(type, settings, cwd, agentDir));
      const found = await Promise.all(kinds[type].map((registry) => registry.load(scope)));
      const items: readonly { name: string; sourceInfo: { path: string; source: string; scope: string } }[] =
        found.flatMap((each) => [...each.items]);
      return items.map(({ name, sourceInfo: { path, source, scope: level } }) => ({
        type,
        name: type === "extensions" ? extensionName(path) : name,
        path,
        enabled: accepts(path),
        origin: `${level}, ${source}`,
      }));
    }),
  );
  return lists.flat();
}
