import type { SettingsStore } from "../../../settings/index.ts";

const EDIT_MODES = ["replace", "hashline", "patch", "apply_patch", "vim"] as const;

export type EditModeName = (typeof EDIT_MODES)[number];

export interface ModeWishes {
  /** The mode to use where the settings say `auto`. */
  readonly auto: EditModeName;
  /** The mode from the environment; it takes precedence over all settings. */
  readonly variant: string | undefined;
}

/**
 * Returns the mode for a model, named `provider/id`. A setting for the model takes precedence over one for its role,
 * and that over the general one.
 */
export function chooseMode(
  model: string,
  settings: Pick<SettingsStore, "get">,
  { auto, variant }: ModeWishes,
): EditModeName {
  const modes: Readonly<Record<string, string | undefined>> = settings.get("edit.modes") ?? {};
  const roles = Object.entries(settings.get("modelRoles") ?? {});
  const byModel = Object.keys(modes).find((pattern) => fits(pattern, model));
  const byRole = roles.find(([role, pattern]) => modes[role] !== undefined && pattern && fits(pattern, model))?.[0];
  const wishes = [variant, modes[byModel ?? ""], modes[byRole ?? ""], settings.get("edit.mode")];
  // An unknown name may be a mode of another program: the next setting counts.
  return (
    wishes.flatMap((wish) => (wish === "auto" ? auto : (EDIT_MODES.find((name) => name === wish) ?? [])))[0] ?? auto
  );
}

/** Matches a model against a pattern. `*` stands for any characters; the provider and a thinking level after a colon may be omitted. */
function fits(pattern: string, model: string): boolean {
  const source = pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
  const [, id = ""] = /^[^/]*\/(.*)$/.exec(model) ?? [];
  const expression = new RegExp(`^${source}$`, "i");
  const bare = new RegExp(`^${source.replace(/:\w+$/, "")}$`, "i");
  return [model, id].some((name) => expression.test(name) || bare.test(name));
}
