import type { PackageNeed } from "../../packages/package-on-demand.ts";

export type { PackageNeed };

/**
 * `pi.packages`: npm packages that are too large to come along. One that lies beside Tau, as a development dependency does, is used as it
 * is; else the one in Tau's home; else the user is asked once and it is installed there. Where the user cannot be asked, the rejection
 * names `tau setup <battery>`.
 */
export interface ExtensionPackages {
  isInstalled(need: PackageNeed): Promise<boolean>;
  /** The package as a module. */
  load<T = unknown>(need: PackageNeed): Promise<T>;
  /** Its folder, for a program or a file in it. */
  locate(need: PackageNeed): Promise<string>;
}
