import type { Settings, SettingsStore } from "../settings/index.ts";
import type { ModelRegistry } from "./model-registry.ts";
import type { ScopedModel } from "./model-scope.ts";

/** What a model is wanted for: the work itself, quick chores, hard questions, plans, pictures. */
export type ModelRole = "default" | "smol" | "slow" | "plan" | "vision";

export interface RoleSources {
  readonly settings: Pick<SettingsStore, "get">;
  readonly registry: ModelRegistry;
}

/** The model that the settings name for a role, if they name one. */
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

/** What command line and environment say of roles, to be laid over the settings: of the two the command line counts more. */
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
