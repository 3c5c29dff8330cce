import { isObject, parseJson, readFile } from "../json-file/index.ts";
import { getProjectDir, getSettingsPath } from "../paths/index.ts";
import type { SettingsStore } from "../settings/index.ts";
import { type DiscoveryScope, type LoadedItems, locate, sourceInfoOf } from "./discovery/index.ts";
import type { InstalledPlugin } from "./installed-plugins.ts";
import type { SourceInfo } from "./source-info.ts";

/** The hooks of one settings file, in Claude Code's format. */
export interface HookSettings {
  /** `hooks` as the file has it. */
  readonly hooks: Readonly<Record<string, unknown>>;
  /** The file switches off all hooks, also those of other files. */
  readonly disablesAll: boolean;
  /** Variables for the hooks of a plugin. */
  readonly env?: Readonly<Record<string, string>>;
  /** Why the hooks of the file cannot be used. */
  readonly problem?: string;
  readonly sourceInfo: SourceInfo;
}

/** Loads the hooks of every settings file: Tau's own first, then those of Claude Code and of plugins. Files without hooks are left out. */
export async function loadHookSettings(
  scope: DiscoveryScope,
  settings: SettingsStore,
  plugins: readonly InstalledPlugin[] = [],
): Promise<LoadedItems<HookSettings>> {
  const ofClaude = locate("hook-settings", scope).flatMap((place) => {
    const { text } = readFile(place.path);
    if (!text?.includes("ooks")) return [];
    const parsed = parseJson(text);
    const sourceInfo = sourceInfoOf(place.path, place);
    if (parsed.ok && isObject(parsed.value)) return hooksOf(parsed.value, sourceInfo);
    const problem = parsed.ok ? "it holds no JSON object" : `line ${parsed.line}: ${parsed.reason}`;
    return [{ hooks: {}, disablesAll: false, problem, sourceInfo }];
  });
  const ofPlugins = plugins.length > 0 ? (await import("./installed-plugins.ts")).pluginHooks(plugins) : [];
  return { items: [...ownHooks(scope, settings), ...ofClaude, ...ofPlugins] };
}

function ownHooks({ cwd, agentDir }: DiscoveryScope, settings: SettingsStore): HookSettings[] {
  const own = { source: "auto", origin: "top-level" } as const;
  const [user, project] = [agentDir, getProjectDir(cwd)];
  return [
    ...hooksOf(settings.layer("project"), {
      ...own,
      path: getSettingsPath(project),
      scope: "project",
      baseDir: project,
    }),
    ...hooksOf(settings.layer("global"), { ...own, path: getSettingsPath(user), scope: "user", baseDir: user }),
  ];
}

function hooksOf(settings: object, sourceInfo: SourceInfo): HookSettings[] {
  const { hooks, disableAllHooks } = settings as { readonly hooks?: unknown; readonly disableAllHooks?: unknown };
  const disablesAll = disableAllHooks === true;
  if (hooks === undefined) return disablesAll ? [{ hooks: {}, disablesAll, sourceInfo }] : [];
  if (isObject(hooks)) return [{ hooks, disablesAll, sourceInfo }];
  return [{ hooks: {}, disablesAll, problem: '"hooks" must be an object', sourceInfo }];
}
