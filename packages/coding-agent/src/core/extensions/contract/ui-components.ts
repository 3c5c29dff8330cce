import type { KeyId } from "@tau/tui";
import type { ThemeColor } from "../../themes/index.ts";
import type { ExtensionContext } from "./context.ts";
import type { ExtensionUIContext, ExtensionUIDialogOptions } from "./ui.ts";

export interface ProgressOptions {
  /** From 0 to 1; absent if the total is unknown. */
  fraction?: number;
  /** Whether the row shows the elapsed time. Default: true. A number: the milliseconds that have elapsed when the row appears. */
  elapsed?: boolean | number;
}

/** A row above the editor that shows progress. Disposing of it is the same as `done`. */
export interface ProgressRow extends Disposable {
  update(change: { text?: string; fraction?: number }): void;
  /** Removes the row. */
  done(): void;
}

export interface QuestionOption {
  label: string;
  description?: string;
}

export interface Question {
  /** Identifies the question in the answers. */
  id: string;
  question: string;
  options: QuestionOption[];
  /** Whether several options may be chosen. */
  multi?: boolean;
  /** The index of the option that is marked as recommended. It is chosen when the time runs out. */
  recommended?: number;
  /** Whether the user may type a different answer. Default: true. */
  other?: boolean;
}

export interface QuestionAnswer {
  id: string;
  /** The labels in the order in which they were chosen. */
  selected: string[];
  /** The text that the user typed instead of, or in addition to, the options. */
  other?: string;
  /** Set if the time ran out before the user did anything. */
  timedOut?: true;
}

export interface AskOptions extends ExtensionUIDialogOptions {
  /** The text of a terminal notification, for a user who is looking at another window. */
  notify?: string;
}

export interface ListRow {
  /** Identifies the row across updates. */
  id: string;
  label: string;
  /** The cells of the columns after the label. */
  cells?: string[];
  /** Child rows, drawn as a tree. */
  children?: ListRow[];
  /** Whether its children are hidden at first. */
  folded?: boolean;
  color?: ThemeColor;
}

export interface ListColumn {
  title: string;
  align?: "left" | "right";
  /** Whether the column is left out where the labels would be cut short. The last optional column goes first. */
  optional?: boolean;
}

/** A key for the selected row, also while its page is open. */
export interface ListKey {
  key: KeyId;
  /** Shown in the line of key hints. */
  description: string;
  /** Whether the key acts on a row. While there is none, it is neither shown nor run. */
  needsRow?: boolean;
  run(row: ListRow | undefined, list: ListHandle): void | Promise<void>;
}

export interface ListOptions {
  title: string;
  rows: ListRow[];
  /** The columns of a table; the first is the column of the labels. */
  columns?: ListColumn[];
  /** Whether typing filters the list. If so, `keys` need a modifier. */
  search?: boolean;
  /** Returns more about the selected row. Shown beside the list, or below it in a narrow terminal. */
  preview?(row: ListRow): string | Promise<string>;
  /** Returns the text that Enter opens as a scrolling page. Without it Enter chooses the row and closes the list. */
  details?(row: ListRow): string | Promise<string>;
  /** Whether the rows are only looked at. Enter then unfolds a row with others below it, instead of choosing it. */
  readOnly?: boolean;
  /** Whether that page opens at its end and follows it as it grows, until the user scrolls up. A preview then shows its end, too. */
  follow?: boolean;
  keys?: ListKey[];
  /** The text to show if there are no rows. */
  empty?: string;
  /** Closes the list when aborted. */
  signal?: AbortSignal;
}

export interface ListHandle {
  /** Replaces the rows; the selection stays on the row with the same id. */
  update(rows: ListRow[]): void;
  /** Shows a text in place of the key hints until the next key. Messages of `notify` are hidden behind the list. */
  say(text: string): void;
  close(): void;
  /** Resolves to the chosen row, or to `undefined` if the list was closed. */
  readonly closed: Promise<ListRow | undefined>;
}

export interface DiffOptions {
  title: string;
  /** A unified diff, or both texts. */
  change: string | { before: string; after: string };
  /** Determines the language for syntax highlighting. */
  path?: string;
  /** The actions that the user may choose from after viewing the change. */
  actions?: string[];
  /** Closes the view when aborted. */
  signal?: AbortSignal;
}

export interface InputPrefix {
  /** The start of a line, such as `$`. Not `/`, `!` or `@`, which Tau uses. */
  prefix: string;
  /** Shown in the border of the editor while a line begins with the prefix. */
  label: string;
  /** Gives way to another extension's prefix of the same text, whichever was added first. */
  replaceable?: boolean;
  /** The color of the border. Default: that of the shell mode. */
  color?: ThemeColor;
  /** Called with the text after the prefix when the line is sent; the model is not asked. Escape aborts the signal. */
  run(text: string, call?: { readonly signal: AbortSignal }): void | Promise<void>;
}

/** The service that a battery's manifest names for an input prefix: it receives the text after the prefix. */
export type InputPrefixService = (
  text: string,
  call: { readonly prefix: string; readonly signal: AbortSignal | undefined; readonly ctx: ExtensionContext },
) => void | Promise<void>;

/**
 * User interface components that Tau adds to pi's dialogs. Each mode implements them in its own way: a screen draws them, an RPC client
 * receives those it has declared, and otherwise they fall back to `select`, `confirm`, `input` and `setStatus`.
 */
export interface UIComponents {
  progress(text: string, options?: ProgressOptions): ProgressRow;
  /** Asks one or several questions in one dialog. Resolves to `undefined` if the user dismisses it. */
  ask(questions: readonly Question[], opts?: AskOptions): Promise<QuestionAnswer[] | undefined>;
  /** Shows rows that may change while they are on screen: a list, a table or a tree. */
  list(options: ListOptions): ListHandle;
  /** Shows a change. Resolves to the chosen action, or to `undefined` if there are no actions or the user dismisses the view. */
  diff(options: DiffOptions): Promise<string | undefined>;
  /** Sends lines that start with a prefix to the extension. Returns a function that removes the prefix. Works only at a terminal. */
  addInputPrefix(prefix: InputPrefix): () => void;
}

/** The type of `ctx.ui`. */
export type ExtensionUI = ExtensionUIContext & UIComponents;

/** The user interface that a mode or a program provides: pi's interface, and any of the additional components. */
export type ExtensionUISource = ExtensionUIContext & {
  readonly [K in keyof UIComponents]?: UIComponents[K] | undefined;
};
