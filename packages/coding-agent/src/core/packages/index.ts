export { setResourceEnabled } from "./configure-resource.ts";
export { type ListedResource, listResources } from "./list-resources.ts";
export {
  joinPaths,
  type PackageInstallFailure,
  PackageManager,
  type PackageManagerOptions,
  type PathMetadata,
  type ProgressEvent,
  packageProblems,
  providedPaths,
  type ResolvedPaths,
  type ResolvedResource,
} from "./package-manager.ts";
export { isPinned, maskCredentials, packageIdentity, parsePackageSource } from "./package-source.ts";
