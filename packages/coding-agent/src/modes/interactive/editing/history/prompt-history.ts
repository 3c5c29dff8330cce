import type { Editor } from "@tau/tui";
import { errorText } from "../../../../core/error-text.ts";
import { type HistoryEntry, type HistoryStore, openHistoryStore } from "./history-store.ts";

export interface PromptHistoryOptions {
  readonly path: string;
  readonly folder: () => string;
  readonly editor: Pick<Editor, "addToHistory">;
  /** Called when the file cannot be used. New prompts are then kept in memory only. */
  readonly onProblem: (problem: string) => void;
}

/** As many prompts as the editor keeps. */
const RECALLED = 100;

/**
 * Prompts that the user typed in this and earlier sessions. The file is opened when first needed: when the user goes back in the history or
 * searches it, or after the first prompt was sent. It contains only texts and is independent of session logs.
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

  /** Adds a text. The file is written after the key that sent the text was handled. */
  add(text: string): void {
    const trimmed = text.trim();
    if (trimmed === "") return;
    this.waiting.push({ text: trimmed, folder: this.options.folder(), at: Date.now() });
    if (this.recalled !== undefined) this.options.editor.addToHistory(trimmed);
    this.writing ??= setImmediate(() => this.flush());
  }

  /** Gives the editor the earlier prompts of the current folder, once per folder. Called before the editor goes back in the history. */
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

  /** Uses the store. If it cannot be read or written, switches to a history in memory, so that work continues. */
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

/** Creates a history for this process only, used if the file cannot be used. */
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
