import type { PackageNeed } from "../../packages/package-on-demand.ts";

export type { PackageNeed };

/**
 * `pi.packages`: npm packages that are too large to ship with Tau. A package installed next to Tau, such as a development dependency, is
 * used first, then the one in Tau's home. Otherwise the user is asked once and the package is installed there. If the user cannot be asked,
 * the promise rejects with a message that names `tau setup <battery>`.
 */
export interface ExtensionPackages {
  isInstalled(need: PackageNeed): Promise<boolean>;
  /** Resolves to the package's module. */
  load<T = unknown>(need: PackageNeed): Promise<T>;
  /** Resolves to the package's folder, for a program or a file in it. */
  locate(need: PackageNeed): Promise<string>;
}
