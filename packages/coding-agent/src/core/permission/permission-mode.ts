/**
 * `plan` only reads. `ask` asks before every write, command and host. `auto` asks where neither the workspace nor the sandbox
 * bounds the effect. `yolo` does not ask. Rules that deny hold in every mode.
 */
export type PermissionMode = "plan" | "ask" | "auto" | "yolo";

export const PERMISSION_MODES: readonly PermissionMode[] = ["plan", "ask", "auto", "yolo"];
