import type { KeyId } from "@tau/tui";
import type { ThemeColor } from "../../themes/index.ts";
import type { ExtensionUIContext, ExtensionUIDialogOptions } from "./ui.ts";

export interface ProgressOptions {
  /** From 0 to 1; absent where it is not known how much there is to do. */
  fraction?: number;
  /** Whether the row says how long it has taken so far. Default: true. */
  elapsed?: boolean;
}

/** A row above the editor that says how far something is. Disposing of it is the same as `done`. */
export interface ProgressRow extends Disposable {
  update(change: { text?: string; fraction?: number }): void;
  /** Takes the row away. */
  done(): void;
}

export interface QuestionOption {
  label: string;
  description?: string;
}

export interface Question {
  /** Names the question in the answers. */
  id: string;
  question: string;
  options: QuestionOption[];
  /** Whether several options may be chosen. */
  multi?: boolean;
  /** The index of the option that is marked as recommended, and chosen when the time is over. */
  recommended?: number;
  /** Whether the user may type an answer of their own. Default: true. */
  other?: boolean;
}

export interface QuestionAnswer {
  id: string;
  /** The labels in the order in which they were chosen. */
  selected: string[];
  /** What the user typed instead of an option, or besides the chosen ones. */
  other?: string;
  /** The time was over before the user had done anything. */
  timedOut?: true;
}

export interface AskOptions extends ExtensionUIDialogOptions {
  /** Told to a user who looks at another window, as a notification of the terminal. */
  notify?: string;
}

export interface ListRow {
  /** By this a row is known again after an update. */
  id: string;
  label: string;
  /** What stands in the columns behind the label. */
  cells?: string[];
  /** Rows below it, drawn as a tree. */
  children?: ListRow[];
  /** Whether its children are hidden at first. */
  folded?: boolean;
  color?: ThemeColor;
}

export interface ListColumn {
  title: string;
  align?: "left" | "right";
}

export interface ListKey {
  key: KeyId;
  /** Said in the line of hints. */
  description: string;
  run(row: ListRow | undefined, list: ListHandle): void | Promise<void>;
}

export interface ListOptions {
  title: string;
  rows: ListRow[];
  /** The titles of a table; the first is that of the labels. */
  columns?: ListColumn[];
  /** Whether typing narrows the list. Then `keys` need a modifier. */
  search?: boolean;
  /** More on the selected row, shown beside the list, or below it where the terminal is narrow. */
  preview?(row: ListRow): string | Promise<string>;
  /** What Enter opens, as a page that scrolls. Without it Enter chooses the row and closes the list. */
  details?(row: ListRow): string | Promise<string>;
  /** That page is opened at its end and stays there as it grows, until the user scrolls up. */
  follow?: boolean;
  keys?: ListKey[];
  /** What is said where there are no rows. */
  empty?: string;
  /** Takes the list away. */
  signal?: AbortSignal;
}

export interface ListHandle {
  /** Other rows; the selection stays on the row with the same id. */
  update(rows: ListRow[]): void;
  close(): void;
  /** The row that was chosen; `undefined` where the list was closed. */
  readonly closed: Promise<ListRow | undefined>;
}

export interface DiffOptions {
  title: string;
  /** A unified diff, or both texts. */
  change: string | { before: string; after: string };
  /** Says in which language the lines are written. */
  path?: string;
  /** What the user may choose when they have looked at it. */
  actions?: string[];
  /** Takes it away. */
  signal?: AbortSignal;
}

export interface InputPrefix {
  /** What a line begins with, such as `$`; not `/`, `!` or `@`, which are Tau's own. */
  prefix: string;
  /** Shown in the border of the editor while a line begins with the prefix. */
  label: string;
  /** Of the border. Default: that of the shell mode. */
  color?: ThemeColor;
  /** Given the text behind the prefix when the line is sent; the model is not asked. */
  run(text: string): void | Promise<void>;
}

/**
 * Parts of a user interface that Tau brings besides pi's dialogs. Each mode has its own: a screen draws them, a client of RPC gets
 * those it has declared, and where there is neither they are made of `select`, `confirm`, `input` and `setStatus`.
 */
export interface UIComponents {
  progress(text: string, options?: ProgressOptions): ProgressRow;
  /** Asks one or several questions in one dialog. `undefined` where the user turned it away. */
  ask(questions: readonly Question[], opts?: AskOptions): Promise<QuestionAnswer[] | undefined>;
  /** Shows rows that may change while they are looked at: a list, a table or a tree. */
  list(options: ListOptions): ListHandle;
  /** Shows a change. Resolves to the chosen action; `undefined` where there is none or the user turned it away. */
  diff(options: DiffOptions): Promise<string | undefined>;
  /** Lines that begin with a prefix go to the extension. Returns a function that takes it back. Only at a terminal. */
  addInputPrefix(prefix: InputPrefix): () => void;
}

/** What extensions get as `ctx.ui`. */
export type ExtensionUI = ExtensionUIContext & UIComponents;

/** What a mode or a program brings: pi's interface, and whatever it has of the rest. */
export type ExtensionUISource = ExtensionUIContext & {
  readonly [K in keyof UIComponents]?: UIComponents[K] | undefined;
};
