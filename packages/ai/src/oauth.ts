/** Sign-in: the interface of sign-in providers, the flows they share, and their registry. */
export { type CallbackServer, startCallbackServer } from "./auth/oauth/callback-server.ts";
export { createOAuthProvider, type OAuthConfig } from "./auth/oauth/configured-provider.ts";
export { type DeviceCodeConfig, signInWithDeviceCode } from "./auth/oauth/device-code.ts";
export { loginCallbacks } from "./auth/oauth/login-callbacks.ts";
export { openRouterSignIn } from "./auth/oauth/openrouter.ts";
export { createPkce, type Pkce } from "./auth/oauth/pkce.ts";
export {
  getOAuthProvider,
  getOAuthProviders,
  registerOAuthProvider,
  resetOAuthProviders,
  unregisterOAuthProvider,
} from "./auth/oauth/registry.ts";
export type * from "./auth/oauth/types.ts";
