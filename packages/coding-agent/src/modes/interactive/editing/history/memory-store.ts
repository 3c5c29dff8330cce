import type { HistoryEntry, HistoryStore } from "./history-store.ts";

/** The history of this process alone, where its file cannot be used. */
export function memoryHistoryStore(): HistoryStore {
  const entries: HistoryEntry[] = [];
  const inFolder = (folder: string | undefined) =>
    entries.filter((entry) => folder === undefined || entry.folder === folder);
  return {
    add(entry) {
      if (inFolder(entry.folder)[0]?.text !== entry.text) entries.unshift(entry);
    },
    recent: (limit, folder) => inFolder(folder).slice(0, limit),
    search(query, limit, folder) {
      const words = wordsOf(query);
      const matches = ({ text }: HistoryEntry) => {
        const known = wordsOf(text);
        return words.every((word) => known.some((candidate) => candidate.startsWith(word)));
      };
      return inFolder(folder).filter(matches).slice(0, limit);
    },
    close: () => undefined,
  };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}
