/**
 * `plan` only reads. `ask` asks before every write, command and host. `auto` asks where neither the workspace nor the sandbox
 * bounds the effect. `yolo` does not ask. Rules that deny hold in every mode.
 */
export type PermissionMode = "plan" | "ask" | "auto" | "yolo";

/** The strictest first. */
export const PERMISSION_MODES: readonly PermissionMode[] = ["plan", "ask", "auto", "yolo"];

/** The mode that holds where only some may be chosen: the mode itself, else the next stricter one, else the strictest of them. */
export function allowedMode(
  mode: PermissionMode,
  allowed: readonly PermissionMode[] = PERMISSION_MODES,
): PermissionMode {
  const ordered = PERMISSION_MODES.filter((each) => allowed.includes(each));
  const isStricter = (each: PermissionMode) => PERMISSION_MODES.indexOf(each) <= PERMISSION_MODES.indexOf(mode);
  return ordered.findLast(isStricter) ?? ordered[0] ?? "plan";
}
