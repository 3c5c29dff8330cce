export type { Credential, OAuthCredentials, OAuthProviderInterface as OAuthProvider } from "@tau/ai";
export type * from "./auth-status.ts";
export { AuthStorage, type KeySource } from "./auth-storage.ts";
export {
  clearConfigValueCache,
  isCommandConfigValue,
  isConfigValueConfigured,
  resolveConfigValue,
  resolveHeaders,
} from "./config-value.ts";
export type { ConfiguredLogin } from "./login-providers.ts";
