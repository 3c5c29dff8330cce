import { readVariable } from "../auth/environment.ts";
import type { CacheRetention, StreamOptions } from "../contract/options.ts";

const RETENTIONS: readonly string[] = ["none", "short", "long"] satisfies CacheRetention[];

/** Fills in options from the environment that the caller has not set. */
export function withEnvironmentDefaults<TOptions extends StreamOptions>(options: TOptions): TOptions {
  const wanted =
    readVariable("TAU_CACHE_RETENTION", options.env) ?? readVariable("PI_CACHE_RETENTION", options.env) ?? "";
  if (options.cacheRetention !== undefined || !RETENTIONS.includes(wanted)) return options;
  return { ...options, cacheRetention: wanted as CacheRetention };
}
