/**
 * `plan` only reads. `ask` asks before every write, command and host. `auto` asks where neither the workspace nor the
 * sandbox limits the effect. `yolo` never asks. Deny rules apply in every mode.
 */
export type PermissionMode = "plan" | "ask" | "auto" | "yolo";

/** All modes, the strictest first. */
export const PERMISSION_MODES: readonly PermissionMode[] = ["plan", "ask", "auto", "yolo"];

/** Returns the mode to use if only some are allowed: the mode itself, else the next stricter one, else the strictest allowed one. */
export function allowedMode(
  mode: PermissionMode,
  allowed: readonly PermissionMode[] = PERMISSION_MODES,
): PermissionMode {
  const ordered = PERMISSION_MODES.filter((each) => allowed.includes(each));
  const isStricter = (each: PermissionMode) => PERMISSION_MODES.indexOf(each) <= PERMISSION_MODES.indexOf(mode);
  return ordered.findLast(isStricter) ?? ordered[0] ?? "plan";
}
