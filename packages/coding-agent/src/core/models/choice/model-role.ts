import type { Settings, SettingsStore } from "../../settings/index.ts";
import type { ModelRegistry } from "../model-registry.ts";
import type { ScopedModel } from "./model-scope.ts";

/** The purpose of a model: the main work, quick chores, hard questions, plans, or images. */
export type ModelRole = "default" | "smol" | "slow" | "plan" | "vision";

export interface RoleSources {
  readonly settings: Pick<SettingsStore, "get">;
  readonly registry: ModelRegistry;
}

/** Resolves to the model that the settings name for a role, if any. */
export async function resolveRole(
  role: ModelRole,
  { settings, registry }: RoleSources,
): Promise<ScopedModel | undefined> {
  const pattern = settings.get("modelRoles")?.[role];
  if (!pattern) return undefined;
  registry.choose(pattern);
  await registry.loadUsable();
  const { resolveModelScope } = await import("./model-scope.ts");
  return resolveModelScope([pattern], registry.getAvailable({ withDemo: true })).scopedModels[0];
}

/**
 * Returns the roles set on the command line and in the environment, to override the settings. The command line wins
 * over the environment.
 */
export function roleOverrides(
  flags: Partial<Record<ModelRole, string>>,
  env: Readonly<Record<string, string | undefined>>,
): Partial<Settings> {
  const named = ROLES.flatMap((role) => {
    const name = `${role.toUpperCase()}_MODEL`;
    const pattern = flags[role] || env[`TAU_${name}`] || env[`PI_${name}`] || env[`OMP_${name}`];
    return pattern ? [[role, pattern]] : [];
  });
  return named.length > 0 ? { modelRoles: Object.fromEntries(named) } : {};
}

const ROLES: readonly ModelRole[] = ["default", "smol", "slow", "plan", "vision"];
