import { stripTerminalSequences } from "../../text/neutralize.ts";
import { sliceByColumn } from "../../text/slice-columns.ts";
import { visibleWidth } from "../../text/visible-width.ts";
import { compositeTuiLine } from "../lines/composite-line.ts";
import type { OverlayHandle, OverlayOptions } from "../overlays/overlay.ts";
import type { LayoutFrame } from "./layout.ts";
import type { ScrollView } from "./scroll-view.ts";
import { findInLine, findMatches, type SearchMatch } from "./search-matches.ts";
import { SearchPanel } from "./search-panel.ts";

export interface SearchHost {
  view(): ScrollView;
  showOverlay(panel: SearchPanel, options: OverlayOptions): OverlayHandle;
  requestRender(): void;
  matchStyle(text: string): string;
  currentMatchStyle(text: string): string;
  buttonStyle(text: string, hovered: boolean): string;
}

const PANEL: OverlayOptions = { anchor: "top-right", width: 40, margin: { right: 1 } };

/** Searches the primary view: highlights the visible matches and moves from one match to the next. */
export class Search {
  private readonly host: SearchHost;
  private open: { panel: SearchPanel; handle: OverlayHandle } | undefined;
  private matches: readonly SearchMatch[] = [];
  private index = 0;

  constructor(host: SearchHost) {
    this.host = host;
  }

  toggle(): void {
    if (this.open) {
      this.close();
      return;
    }
    const panel = new SearchPanel({
      changed: (query) => this.find(query),
      moved: (direction) => this.move(direction),
      closed: () => this.close(),
      buttonStyle: (text, hovered) => this.host.buttonStyle(text, hovered),
    });
    this.open = { panel, handle: this.host.showOverlay(panel, PANEL) };
  }

  close(): void {
    this.open?.handle.hide();
    this.open = undefined;
    this.matches = [];
    this.host.requestRender();
  }

  /** Returns the lines with every visible match highlighted. */
  highlight(lines: readonly string[], frame: LayoutFrame): readonly string[] {
    const query = this.open?.panel.query ?? "";
    const view = this.host.view();
    const box = frame.boxes.find((candidate) => candidate.scrollViews[0] === view);
    if (query === "" || !box) return lines;
    const result = [...lines];
    const current = this.matches[this.index];
    for (const [index, row] of box.rows.entries()) {
      for (const { from, to } of findInLine(row.text, query)) {
        const isCurrent = current?.leaf === row.leaf && current.line === row.line && current.from === from;
        const text = stripTerminalSequences(sliceByColumn(row.text, from, to - from));
        const marked = isCurrent ? this.host.currentMatchStyle(text) : this.host.matchStyle(text);
        const y = box.rect.y + index;
        const line = result[y] ?? "";
        const width = Math.max(visibleWidth(line), box.rect.x + to);
        result[y] = compositeTuiLine(line, marked, box.rect.x + from, to - from, width);
      }
    }
    return result;
  }

  /** Finds all matches and starts at the last one, because the user is most likely at the end. */
  private find(query: string): void {
    const view = this.host.view();
    this.matches = findMatches(view.content, view.contentWidth, query);
    this.index = Math.max(0, this.matches.length - 1);
    this.show();
  }

  private move(direction: 1 | -1): void {
    const count = this.matches.length;
    if (count > 0) this.index = (this.index + direction + count) % count;
    this.show();
  }

  private show(): void {
    const match = this.matches[this.index];
    if (match) this.host.view().reveal(match);
    this.open?.panel.setResult(this.index, this.matches.length);
    this.host.requestRender();
  }
}
