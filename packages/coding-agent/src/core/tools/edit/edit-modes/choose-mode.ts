import type { SettingsStore } from "../../../settings/index.ts";

const EDIT_MODES = ["replace", "hashline", "patch", "apply_patch"] as const;

export type EditModeName = (typeof EDIT_MODES)[number];

export interface ModeWishes {
  /** Where the settings leave the choice to the model. */
  readonly auto: EditModeName;
  /** Of the environment; it comes before all settings. */
  readonly variant: string | undefined;
}

/** The mode for a model, named `provider/id`. What is said of the model comes before what is said of its role, and that before the rest. */
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
  // A name that is no mode may be one of another program's: the next wish counts.
  return (
    wishes.flatMap((wish) => (wish === "auto" ? auto : (EDIT_MODES.find((name) => name === wish) ?? [])))[0] ?? auto
  );
}

/** `*` stands for any characters; the provider and a thinking level behind a colon may be left out. */
function fits(pattern: string, model: string): boolean {
  const source = pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
  const [, id = ""] = /^[^/]*\/(.*)$/.exec(model) ?? [];
  const expression = new RegExp(`^${source}$`, "i");
  const bare = new RegExp(`^${source.replace(/:\w+$/, "")}$`, "i");
  return [model, id].some((name) => expression.test(name) || bare.test(name));
}
