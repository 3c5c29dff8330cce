export { type ConfigurableResource, type ConfigureTarget, setResourceEnabled } from "./configure-resource.ts";
export { type ListedResource, listResources } from "./list-resources.ts";
export {
  type ConfiguredPackage,
  DefaultPackageManager,
  joinPaths,
  type MissingSourceAction,
  type PackageInstallFailure,
  type PackageManagerOptions,
  type PackageUpdate,
  type PathMetadata,
  type ProgressEvent,
  providedPaths,
  type ResolvedPaths,
  type ResolvedResource,
} from "./package-manager.ts";
export { isPinned, type PackageOrigin, packageIdentity, parsePackageSource } from "./package-source.ts";
