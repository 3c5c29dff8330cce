import type { PermissionMode } from "../../permission/permission-mode.ts";

export type { PermissionMode };

/** `pi.permissions`: what the model may do without asking. Rules of the user hold in every mode. */
export interface ExtensionPermissions {
  /** The mode that holds now; where the user has set none, it depends on whether there is a sandbox. */
  getMode(): Promise<PermissionMode>;
  /** Until Tau ends; the user's files are left alone. */
  setMode(mode: PermissionMode): void;
}
