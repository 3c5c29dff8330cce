import { demoModel } from "@tau/ai";
import type { Catalogue } from "./catalogue.ts";

/** What is known without a file of the user's: the built-in demonstration. */
export const builtInCatalogue: Catalogue = {
  providers: () => [demoModel.provider],
  models: (provider) => (provider === demoModel.provider ? [demoModel] : []),
  defaultModel: (provider) => (provider === demoModel.provider ? demoModel.id : undefined),
  displayName: () => undefined,
  isFree: (provider) => provider === demoModel.provider,
};
