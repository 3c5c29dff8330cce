export * from "./faux-message.ts";
export {
  createFauxCore,
  type FauxCore,
  type FauxModelDefinition,
  type FauxProviderRegistration,
  type FauxProviderState,
  type FauxResponseFactory,
  type FauxResponseStep,
  type RegisterFauxProviderOptions,
  registerFauxProvider,
} from "./faux-provider.ts";
