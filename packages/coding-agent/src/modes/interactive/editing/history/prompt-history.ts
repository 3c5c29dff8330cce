import type { Editor } from "@tau/tui";
import { errorText } from "../../../../core/error-text.ts";
import { type HistoryEntry, type HistoryStore, openHistoryStore } from "./history-store.ts";

export interface PromptHistoryOptions {
  readonly path: string;
  readonly folder: () => string;
  readonly editor: Pick<Editor, "addToHistory">;
  /** The file cannot be used; what is typed now is remembered until the end. */
  readonly onProblem: (problem: string) => void;
}

/** As many as the editor keeps. */
const RECALLED = 100;

/**
 * What the user typed, in this and earlier sessions. The file is opened when it is first needed: at a step back, at a search, or
 * after the first prompt was sent. It holds texts alone and never touches a session.
 */
export class PromptHistory {
  private readonly options: PromptHistoryOptions;
  private store: HistoryStore | undefined;
  private waiting: HistoryEntry[] = [];
  private writing: NodeJS.Immediate | undefined;
  private recalled: string | undefined;

  constructor(options: PromptHistoryOptions) {
    this.options = options;
  }

  /** Remembers a text; the file is written when the key that sent it has been dealt with. */
  add(text: string): void {
    const trimmed = text.trim();
    if (trimmed === "") return;
    this.waiting.push({ text: trimmed, folder: this.options.folder(), at: Date.now() });
    if (this.recalled !== undefined) this.options.editor.addToHistory(trimmed);
    this.writing ??= setImmediate(() => this.flush());
  }

  /** Gives the editor the earlier prompts of the folder, once for each that a session leads to. Called before it steps back. */
  recall(): void {
    const folder = this.options.folder();
    if (this.recalled === folder) return;
    this.recalled = folder;
    this.flush();
    const entries = this.use((store) => store.recent(RECALLED, folder));
    for (const { text } of entries.reverse()) this.options.editor.addToHistory(text);
  }

  search(query: string, limit: number, scope: "folder" | "all"): HistoryEntry[] {
    this.flush();
    return this.use((store) => store.search(query, limit, scope === "folder" ? this.options.folder() : undefined));
  }

  close(): void {
    this.flush();
    this.store?.close();
    this.store = undefined;
  }

  private flush(): void {
    clearImmediate(this.writing);
    this.writing = undefined;
    const entries = this.waiting;
    this.waiting = [];
    if (entries.length === 0) return;
    this.use((store) => {
      for (const entry of entries) store.add(entry);
      return [];
    });
  }

  /** A history that cannot be read or written stops nobody: from then on it is kept in memory. */
  private use(action: (store: HistoryStore) => HistoryEntry[]): HistoryEntry[] {
    try {
      this.store ??= openHistoryStore(this.options.path);
      return action(this.store);
    } catch (error) {
      this.options.onProblem(`The history of prompts cannot be used: ${errorText(error)} (${this.options.path})`);
      this.store = memoryHistoryStore();
      return action(this.store);
    }
  }
}

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
