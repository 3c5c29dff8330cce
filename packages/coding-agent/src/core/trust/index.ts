export { type ProjectTrust, resolveProjectTrust } from "./project-trust.ts";
export { getProjectTrustOptions, getProjectTrustParentPath, type ProjectTrustOption } from "./trust-options.ts";
export {
  canonicalPath,
  type ProjectTrustDecision,
  ProjectTrustStore,
  type ProjectTrustStoreEntry,
  type ProjectTrustUpdate,
} from "./trust-store.ts";
