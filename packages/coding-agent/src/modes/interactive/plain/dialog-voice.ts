import type { Component } from "@tau/tui";
import { spokenLines } from "./spoken-lines.ts";

/** Marks the line with the selection or the text cursor. */
const MARKED = /^[→›]/;

/** A dialog with several pages identifies the current one. */
export interface PagedDialog {
  readonly page?: unknown;
}

/** Reads a dialog aloud when it opens, then what each key changed: the newly selected line, not the one left. */
export class DialogVoice {
  private dialog: Component | undefined;
  private page: unknown;
  private said: readonly string[] = [];

  read(dialog: Component, width: number): string[] {
    const lines = spokenLines(dialog.render(width));
    const { page } = dialog as PagedDialog;
    const isNew = dialog !== this.dialog || page !== this.page;
    const changed = isNew ? lines : lines.filter((line) => !this.said.includes(line));
    this.dialog = dialog;
    this.page = page;
    this.said = lines;
    const marked = changed.filter((line) => MARKED.test(line.trimStart()));
    return isNew || marked.length === 0 ? changed : marked;
  }

  /** Returns whether a dialog was open. */
  close(): boolean {
    const wasOpen = this.dialog !== undefined;
    this.dialog = undefined;
    this.said = [];
    return wasOpen;
  }
}
