import type { Model } from "@tau/ai";

/** What is known about models without asking anyone. The models of a provider are there once it has been loaded. */
export interface Catalogue {
  /** Those to prefer first. */
  providers(): readonly string[];
  load(provider: string): Promise<unknown>;
  /** Empty before `load`. */
  models(provider: string): readonly Model[];
  /** The id to begin with where the user has not chosen. */
  defaultModel(provider: string): string | undefined;
  displayName(provider: string): string | undefined;
  /** Needs no credentials, as the built-in demonstration does. */
  isFree(provider: string): boolean;
}
