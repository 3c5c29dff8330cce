export interface CompactionSettings {
  enabled: boolean;
  /** Compaction starts when less than this is free. */
  reserveTokens: number;
  /** What stays as it is at the end of the conversation. */
  keepRecentTokens: number;
  /** Where positive, compaction starts above this many tokens instead. */
  thresholdTokens?: number;
  /** Where positive, compaction starts above this share of the window, in percent, instead. */
  thresholdPercent?: number;
}

export const DEFAULT_COMPACTION_SETTINGS: CompactionSettings = {
  enabled: true,
  reserveTokens: 16_384,
  keepRecentTokens: 20_000,
};

/** Above how many tokens a conversation is compacted. */
export function compactionThreshold(contextWindow: number, settings: CompactionSettings): number {
  const { thresholdTokens = 0, thresholdPercent = 0, reserveTokens } = settings;
  if (thresholdTokens > 0) return Math.min(thresholdTokens, contextWindow);
  if (thresholdPercent > 0) return (contextWindow * Math.min(thresholdPercent, 100)) / 100;
  return contextWindow - reserveTokens;
}

export function shouldCompact(contextTokens: number, contextWindow: number, settings: CompactionSettings): boolean {
  return settings.enabled && contextTokens > compactionThreshold(contextWindow, settings);
}

/**
 * Settings made for a large window would never compact in a small one: at most half of it is reserved, and half of the rest kept. A window
 * of 0 is one that nobody knows: that of a model which hands requests on.
 */
export function fitToWindow(settings: CompactionSettings, contextWindow: number): CompactionSettings {
  if (contextWindow <= 0) return settings;
  const reserveTokens = Math.min(settings.reserveTokens, Math.floor(contextWindow / 2));
  const keepRecentTokens = Math.min(settings.keepRecentTokens, Math.floor((contextWindow - reserveTokens) / 2));
  return { ...settings, reserveTokens, keepRecentTokens };
}
