const LONGEST_KEY = 64;

/** Limits a cache key to 64 characters, counted as code points, so that no emoji is cut in half. */
export function clampPromptCacheKey(key: string | undefined): string | undefined {
  if (key === undefined || key.length <= LONGEST_KEY) return key;
  return [...key].slice(0, LONGEST_KEY).join("");
}
