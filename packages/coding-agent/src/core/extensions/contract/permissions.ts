import type { PermissionMode } from "../../permission/permission-mode.ts";

export type { PermissionMode };

/** `pi.permissions`: what the model may do without asking. The user's rules apply in every mode. */
export interface ExtensionPermissions {
  /** Resolves to the mode in effect. If the user has not set one, it depends on whether a sandbox is available. */
  getMode(): Promise<PermissionMode>;
  /** Sets the mode until Tau ends. Does not change the user's files. */
  setMode(mode: PermissionMode): void;
}
