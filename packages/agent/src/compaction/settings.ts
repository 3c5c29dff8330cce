export interface CompactionSettings {
  enabled: boolean;
  /** Compaction starts when fewer tokens than this are free. */
  reserveTokens: number;
  /** Tokens at the end of the conversation that are kept unchanged. */
  keepRecentTokens: number;
  /** If positive, compaction starts above this many tokens instead. */
  thresholdTokens?: number;
  /** If positive, compaction starts above this percentage of the window instead. */
  thresholdPercent?: number;
}

export const DEFAULT_COMPACTION_SETTINGS: CompactionSettings = {
  enabled: true,
  reserveTokens: 16_384,
  keepRecentTokens: 20_000,
};

/** Returns the number of tokens above which a conversation is compacted. */
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
 * Adapts settings for a large window to a small one, where they would never compact: reserves at most half of the window and keeps at most
 * half of the rest. A window of 0 is unknown, as with a model that routes requests to other models.
 */
export function fitToWindow(settings: CompactionSettings, contextWindow: number): CompactionSettings {
  if (contextWindow <= 0) return settings;
  const reserveTokens = Math.min(settings.reserveTokens, Math.floor(contextWindow / 2));
  const keepRecentTokens = Math.min(settings.keepRecentTokens, Math.floor((contextWindow - reserveTokens) / 2));
  return { ...settings, reserveTokens, keepRecentTokens };
}
