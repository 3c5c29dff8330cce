import {
  type Component,
  type Focusable,
  getKeybindings,
  Input,
  matchesKey,
  neutralize,
  neutralizeLine,
  RowList,
  type RowListRow,
  Text,
  type TUI,
  truncateToWidth,
  Viewport,
  visibleWidth,
  wrapTextWithAnsi,
} from "@tau/tui";
import { errorText } from "../../../core/error-text.ts";
import type { ListHandle, ListOptions, ListRow } from "../../../core/extensions/index.ts";
import type { Theme } from "../../../core/themes/index.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { describeKey } from "../keys/key-text.ts";
import { isListKey } from "../overlays/choice-list.ts";
import { openOverlay } from "../overlays/open-overlay.ts";
import { Panel } from "../overlays/panel.ts";
import { rowListTheme, viewportTheme } from "../theme/component-themes.ts";

export interface ShownList {
  readonly options: ListOptions;
  readonly handle: ListHandle;
  /** Called when the list is on the screen. */
  readonly onOpen: (list: OpenedList) => void;
}

export interface OpenedList extends Pick<ListHandle, "update" | "say"> {
  /** Replaces the rows of a list with the newest first. Where the newest was selected, the new one is. */
  follow(rows: readonly ListRow[]): void;
}

/** Shows rows until the user chooses one or closes the list. */
export async function showList(context: InteractiveContext, list: ShownList): Promise<ListRow | undefined> {
  const { tui } = context.screen;
  const theme = () => context.themes.current;
  const { options } = list;
  return await openOverlay<ListRow>(
    tui,
    (done) => {
      const report = (error: unknown) => context.say(`${options.title}: ${errorText(error)}`, "error");
      const body = new ListBody({ tui, theme, options, handle: list.handle, done, report });
      list.onOpen(body);
      return new Panel({ title: () => body.title, body, hint: () => body.hint, theme });
    },
    { signal: options.signal },
  );
}

interface ListBodyParts {
  readonly tui: TUI;
  readonly theme: () => Theme;
  readonly options: ListOptions;
  readonly handle: ListHandle;
  readonly done: (row?: ListRow) => void;
  readonly report: (error: unknown) => void;
}

/** Rows of the frame, three lines of hints and the search line, and one line of the conversation above. */
const FRAME_ROWS = 7;
const MAX_ROWS = 18;
/** At a smaller width, the preview is below the list. */
const MIN_SIDE_BY_SIDE = 76;
const BETWEEN = " │ ";

class ListBody implements Component, Focusable, OpenedList {
  private readonly parts: ListBodyParts;
  private readonly input: Input | undefined;
  private readonly list: RowList;
  private rows: readonly ListRow[];
  private readonly byId = new Map<string, ListRow>();
  /** Cached previews by row. Outdated ones stay on the screen until the new ones are read. */
  private readonly previews = new Map<string, string>();
  private outdated = new Set<string>();
  private message: string | undefined;
  private width = 0;
  private opened: { readonly id: string; readonly text: Text; readonly view: Viewport; isAtEnd: boolean } | undefined;

  constructor(parts: ListBodyParts) {
    const { options, theme } = parts;
    this.parts = parts;
    this.rows = options.rows;
    this.input = options.search ? new Input({ prompt: "› ", placeholder: "type to search" }) : undefined;
    this.list = new RowList([], MAX_ROWS, rowListTheme(theme), options.columns);
    this.list.onSelect = ({ id }) => this.open(this.byId.get(id));
    this.list.onCancel = () => parts.done();
    this.showRows();
  }

  get focused(): boolean {
    return this.input?.focused ?? false;
  }

  set focused(focused: boolean) {
    if (this.input) this.input.focused = focused;
  }

  /** The id of the row whose details are shown. */
  get page(): string | undefined {
    return this.opened?.id;
  }

  /** Names the row whose details are shown once its first line is out of sight. */
  get title(): string {
    const { title } = this.parts.options;
    const row = this.opened && this.opened.view.scrollTop > 0 ? this.byId.get(this.opened.id) : undefined;
    if (!row) return title;
    const [label, room] = [neutralizeLine(row.label), this.width - 2];
    const both = `${title}: ${label}`;
    return truncateToWidth(visibleWidth(both) <= room ? both : label, room, "…");
  }

  get hint(): string {
    if (this.message !== undefined) return neutralizeLine(this.message);
    const { details, readOnly, keys = [] } = this.parts.options;
    const usable = this.selected || this.opened ? keys : keys.filter(({ needsRow }) => !needsRow);
    const actions = usable.map(({ key, description }) => `${describeKey(key)} ${description}`);
    if (this.opened) return ["↑↓ scroll", ...actions, "esc back"].join(" · ");
    if (!this.selected) return [...actions, "esc close"].join(" · ");
    const enter = details ? "details" : readOnly ? (this.selected?.children?.length ? "unfold" : "") : "choose";
    return ["↑↓ move", ...(enter === "" ? [] : [`enter ${enter}`]), ...actions, "esc close"].join(" · ");
  }

  update(rows: readonly ListRow[]): void {
    this.rows = rows;
    this.outdated = new Set(this.previews.keys());
    this.showRows();
    const row = this.opened && this.byId.get(this.opened.id);
    if (row) this.fillPage(row);
    this.parts.tui.requestRender();
  }

  follow(rows: readonly ListRow[]): void {
    const wasNewest = this.opened === undefined && this.selected?.id === this.rows[0]?.id;
    this.update(rows);
    const [newest] = rows;
    if (wasNewest && newest) this.list.select(newest.id);
  }

  say(text: string): void {
    this.message = text;
    this.parts.tui.requestRender();
  }

  invalidate(): void {
    this.input?.invalidate();
    this.list.invalidate();
    this.opened?.view.invalidate();
  }

  handleInput(data: string): void {
    const key = this.parts.options.keys?.find((each) => matchesKey(data, each.key));
    const row = this.opened ? this.byId.get(this.opened.id) : this.selected;
    this.message = undefined;
    if (key?.needsRow && !row) return;
    if (key) void this.attempt(async () => await key.run(row, this.parts.handle));
    else if (this.opened) this.handlePageKey(data);
    else if (this.input && !isListKey(data)) this.search(data);
    else this.list.handleInput(data);
  }

  render(width: number): string[] {
    const { tui, options } = this.parts;
    const rows = Math.max(3, Math.min(MAX_ROWS, tui.terminal.rows - FRAME_ROWS));
    this.width = width;
    if (this.opened) return this.renderPage(this.opened, width, rows);
    const search = this.input?.render(width) ?? [];
    if (!this.selected) return [...search, ...this.emptyLines(width)];
    if (!options.preview) return [...search, ...this.drawRows(width, rows)];
    if (width < MIN_SIDE_BY_SIDE) return [...search, ...this.stacked(width, rows)];
    return [...search, ...this.sideBySide(width, rows)];
  }

  private renderPage({ view, isAtEnd }: NonNullable<ListBody["opened"]>, width: number, rows: number): string[] {
    view.setHeight(rows);
    if (!isAtEnd) return view.render(width);
    // The height is known only after drawing.
    view.render(width);
    view.scrollTo(Number.MAX_SAFE_INTEGER);
    return view.render(width);
  }

  private get selected(): ListRow | undefined {
    const row = this.list.getSelectedRow();
    return row && this.byId.get(row.id);
  }

  private drawRows(width: number, rows: number): string[] {
    const header = this.parts.options.columns ? 1 : 0;
    // One line shows the position if not all rows are visible.
    this.list.setMaxVisible(Math.max(1, rows - header - 1));
    return this.list.render(width);
  }

  /** What stands in place of rows: it may be a sentence that says what to do. */
  private emptyLines(width: number): string[] {
    const { theme, options } = this.parts;
    const lines = wrapTextWithAnsi(options.empty ?? "Nothing here.", Math.max(1, width - 2));
    return lines.map((line) => theme().fg("muted", truncateToWidth(`  ${line}`, width, "…")));
  }

  private stacked(width: number, rows: number): string[] {
    const list = this.drawRows(width, Math.max(2, Math.ceil(rows / 2)));
    const room = Math.max(1, rows - list.length - 1);
    const rule = this.parts.theme().fg("borderMuted", "─".repeat(width));
    return [...list, rule, ...this.previewLines(width, room)];
  }

  private sideBySide(width: number, rows: number): string[] {
    const left = Math.floor(width * 0.45);
    const list = this.drawRows(left, rows);
    const preview = this.previewLines(width - left - BETWEEN.length, rows);
    const bar = this.parts.theme().fg("borderMuted", BETWEEN);
    return Array.from({ length: Math.max(list.length, preview.length) }, (_, row) => {
      const cell = truncateToWidth(list[row] ?? "", left, "");
      return cell + " ".repeat(Math.max(0, left - visibleWidth(cell))) + bar + (preview[row] ?? "");
    });
  }

  private previewLines(width: number, rows: number): string[] {
    const text = this.previewText();
    const lines = text === "" ? [] : wrapTextWithAnsi(neutralize(text), Math.max(1, width));
    if (lines.length <= rows) return lines;
    const cut = this.parts.theme().fg("dim", "…");
    return this.parts.options.follow
      ? [cut, ...lines.slice(lines.length - rows + 1)]
      : [...lines.slice(0, rows - 1), cut];
  }

  private previewText(): string {
    const { selected } = this;
    if (!selected) return "";
    const known = this.previews.get(selected.id);
    if (known !== undefined && !this.outdated.delete(selected.id)) return known;
    if (known === undefined) this.previews.set(selected.id, "…");
    this.settle(
      () => this.parts.options.preview?.(selected),
      (text) => this.previews.set(selected.id, text),
    );
    return this.previews.get(selected.id) ?? "";
  }

  private open(row: ListRow | undefined): void {
    if (!row) return;
    const { details, readOnly } = this.parts.options;
    if (!details) {
      if (readOnly) this.list.toggle();
      else this.parts.done(row);
      return;
    }
    const text = new Text("", 0, 0);
    const view = new Viewport(text, 1, viewportTheme(this.parts.theme));
    this.opened = { id: row.id, text, view, isAtEnd: this.parts.options.follow ?? false };
    this.fillPage(row);
  }

  private fillPage(row: ListRow): void {
    const { options, theme } = this.parts;
    this.settle(
      () => options.details?.(row),
      (text) => this.opened?.text.setText(`${theme().fg("accent", neutralize(row.label))}\n${neutralize(text)}`),
    );
  }

  private handlePageKey(data: string): void {
    const { opened } = this;
    if (getKeybindings().matches(data, "tui.select.cancel") || matchesKey(data, "left")) this.opened = undefined;
    else if (opened) {
      const { view } = opened;
      view.handleInput(data);
      const { scrollTop } = view;
      view.scrollBy(1);
      opened.isAtEnd = this.parts.options.follow === true && view.scrollTop === scrollTop;
      view.scrollTo(scrollTop);
    }
  }

  /** Passes on the text at once or when it is ready. */
  private settle(read: () => string | Promise<string> | undefined, show: (text: string) => void): void {
    void this.attempt(async () => {
      const text = read();
      show(typeof text === "string" ? text : ((await text) ?? ""));
    });
  }

  private async attempt(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      this.parts.report(error);
    }
    this.parts.tui.requestRender();
  }

  private search(data: string): void {
    this.input?.handleInput(data);
    this.showRows();
  }

  private showRows(): void {
    const words = (this.input?.getValue() ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    this.byId.clear();
    this.list.setRows(this.found(this.rows, words));
  }

  /** Returns the rows that contain every word, and their parents. */
  private found(rows: readonly ListRow[], words: readonly string[]): RowListRow[] {
    return rows.flatMap((row) => {
      const { color, label, cells = [], children = [], ...rest } = row;
      const text = [label, ...cells].join(" ").toLowerCase();
      const isFound = words.every((word) => text.includes(word));
      const below = this.found(children, isFound ? [] : words);
      if (!isFound && below.length === 0) return [];
      this.byId.set(row.id, row);
      const style = color === undefined ? {} : { style: (shown: string) => this.parts.theme().fg(color, shown) };
      return [{ ...rest, label, cells, ...(below.length > 0 ? { children: below } : {}), ...style }];
    });
  }
}
