export {
  type ApiKeyRequest,
  AuthStorage,
  type AuthStorageOptions,
  type EnvironmentKey,
  type FallbackKeys,
} from "./auth-storage.ts";
export {
  clearConfigValueCache,
  isCommandConfigValue,
  isConfigValueConfigured,
  resolveConfigValue,
  resolveHeaders,
} from "./config-value.ts";
export type * from "./credential.ts";
export {
  type CredentialBackend,
  type CredentialData,
  type CredentialEntry,
  CredentialFile,
  MemoryCredentials,
} from "./credential-file.ts";
export type { ConfiguredLogin } from "./login-providers.ts";
