export type { FauxDeferredOptions } from "./deferred-answers.ts";
export * from "./faux-message.ts";
export {
  createFauxCore,
  type FauxCore,
  type FauxModelDefinition,
  type FauxProviderHandle,
  type FauxProviderRegistration,
  type FauxProviderState,
  type FauxResponseFactory,
  type FauxResponseStep,
  fauxProvider,
  type RegisterFauxProviderOptions,
  registerFauxProvider,
} from "./faux-provider.ts";
