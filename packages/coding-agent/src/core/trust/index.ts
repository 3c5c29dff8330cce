export {
  getProjectTrustOptions,
  getProjectTrustParentPath,
  type ProjectTrust,
  type ProjectTrustOption,
  resolveProjectTrust,
} from "./project-trust.ts";
export {
  canonicalPath,
  type ProjectTrustDecision,
  ProjectTrustStore,
  type ProjectTrustStoreEntry,
  type ProjectTrustUpdate,
} from "./trust-store.ts";
