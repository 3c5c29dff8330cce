export { AuthStorage, type KeySource } from "./auth-storage.ts";
export {
  clearConfigValueCache,
  isCommandConfigValue,
  isConfigValueConfigured,
  resolveConfigValue,
  resolveHeaders,
} from "./config-value.ts";
export type * from "./credential.ts";
export type { ConfiguredLogin } from "./login-providers.ts";
