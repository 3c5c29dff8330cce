import type { SettingsManager } from "../settings/index.ts";
import type { ModelRegistry } from "./model-registry.ts";
import { resolveModelScope, type ScopedModel } from "./model-scope.ts";

/** What a model is wanted for: the work itself, quick chores, hard questions, plans, pictures. */
export type ModelRole = "default" | "smol" | "slow" | "plan" | "vision";

export interface RoleSources {
  readonly settings: Pick<SettingsManager, "get">;
  readonly registry: ModelRegistry;
  /** Patterns of the command line. */
  readonly flags?: Partial<Record<ModelRole, string>>;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The model for a role: flag, then variable, then setting. Without any, a role is the default one. */
export async function resolveRole(
  role: ModelRole,
  { settings, registry, flags, env = process.env }: RoleSources,
): Promise<ScopedModel | undefined> {
  const name = `${role.toUpperCase()}_MODEL`;
  const pattern =
    flags?.[role] ??
    env[`TAU_${name}`] ??
    env[`PI_${name}`] ??
    env[`OMP_${name}`] ??
    settings.get("modelRoles")?.[role];
  if (!pattern) return undefined;
  await registry.loadUsable();
  return resolveModelScope([pattern], registry.getAvailable()).scopedModels[0];
}
