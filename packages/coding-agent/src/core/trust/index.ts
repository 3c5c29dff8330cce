export {
  getProjectTrustOptions,
  getProjectTrustParentPath,
  type ProjectTrust,
  type ProjectTrustOption,
  type ProjectTrustQuestion,
  resolveProjectTrust,
} from "./project-trust.ts";
export {
  canonicalPath,
  type ProjectTrustDecision,
  ProjectTrustStore,
  type ProjectTrustStoreEntry,
  type ProjectTrustUpdate,
  withAncestors,
} from "./trust-store.ts";
