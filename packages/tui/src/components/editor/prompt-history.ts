import type { BufferState } from "./text-buffer.ts";

const MAX_ENTRIES = 100;

/** Earlier prompts, newest first, and the draft that was in the editor when the user opened the history. */
export class PromptHistory {
  private readonly entries: string[] = [];
  private index = -1;
  private draft: BufferState | undefined;

  add(text: string): void {
    const trimmed = text.trim();
    if (trimmed === "" || trimmed === this.entries[0]) return;
    this.entries.unshift(trimmed);
    if (this.entries.length > MAX_ENTRIES) this.entries.pop();
  }

  get isBrowsing(): boolean {
    return this.index >= 0;
  }

  /** Returns the next older prompt, or undefined at the oldest. */
  previous(current: BufferState): string | undefined {
    if (this.index + 1 >= this.entries.length) return undefined;
    if (this.index < 0) this.draft = current;
    this.index++;
    return this.entries[this.index];
  }

  /** Returns the next newer prompt; after the newest, the draft with its cursor. */
  next(): string | BufferState | undefined {
    if (this.index < 0) return undefined;
    this.index--;
    return this.index < 0 ? this.draft : this.entries[this.index];
  }

  /** Called when the user edits the shown prompt: it becomes the new draft. */
  leave(): void {
    this.index = -1;
    this.draft = undefined;
  }
}
