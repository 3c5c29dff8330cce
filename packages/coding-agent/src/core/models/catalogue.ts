import type { Model } from "@tau/ai";

/** What is known about models without a request. */
export interface Catalogue {
  /** Providers in order of preference. */
  providers(): readonly string[];
  load(provider: string): Promise<unknown>;
  /** Loads them first if `load` has not, which makes the program wait. */
  models(provider: string): readonly Model[];
  /** Returns the id of the model to start with if the user has not chosen one. */
  defaultModel(provider: string): string | undefined;
  displayName(provider: string): string | undefined;
  /** Returns whether the provider needs no credentials, like the built-in demonstration. */
  isFree(provider: string): boolean;
}
