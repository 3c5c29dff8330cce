import type { Model } from "@tau/ai";

/** What is known about models without asking anyone. Asking for one provider's models loads no other's. */
export interface Catalogue {
  /** Those to prefer first. */
  providers(): readonly string[];
  models(provider: string): readonly Model[];
  /** The id to begin with where the user has not chosen. */
  defaultModel(provider: string): string | undefined;
  displayName(provider: string): string | undefined;
  /** Needs no credentials, as the built-in demonstration does. */
  isFree(provider: string): boolean;
}
