import { getKeybindings, matchesKey } from "../keys/index.ts";
import { neutralizeLine, truncateToWidth, visibleWidth } from "../text/index.ts";
import { CachedComponent } from "./cached-component.ts";

export interface Tab {
  id: string;
  label: string;
}

export interface TabsTheme {
  active: (text: string) => string;
  inactive: (text: string) => string;
}

const SEPARATOR = " │ ";

/** A row of labels, one of them active. Left, right, tab and shift+tab switch. */
export class Tabs extends CachedComponent {
  onChange?: (tab: Tab) => void;
  private readonly tabs: readonly Tab[];
  private readonly theme: TabsTheme;
  private index = 0;

  constructor(tabs: readonly Tab[], theme: TabsTheme) {
    super();
    this.tabs = tabs;
    this.theme = theme;
  }

  getActiveTab(): Tab | undefined {
    return this.tabs[this.index];
  }

  setActiveTab(id: string): void {
    const index = this.tabs.findIndex((tab) => tab.id === id);
    if (index >= 0) this.activate(index);
  }

  handleInput(data: string): void {
    if (matchesKey(data, "right") || getKeybindings().matches(data, "tui.input.tab")) this.step(1);
    else if (matchesKey(data, "left") || matchesKey(data, "shift+tab")) this.step(-1);
  }

  private step(delta: number): void {
    const count = this.tabs.length;
    if (count > 0) this.activate((this.index + delta + count) % count);
  }

  private activate(index: number): void {
    if (index === this.index) return;
    this.index = index;
    this.changed();
    const tab = this.getActiveTab();
    if (tab) this.onChange?.(tab);
  }

  protected draw(width: number): string[] {
    const labels = this.tabs.map(({ label }, index) => {
      const style = index === this.index ? this.theme.active : this.theme.inactive;
      return style(neutralizeLine(label));
    });
    const { first, end } = shownRange(labels, this.index, width);
    const shown = labels.slice(first, end);
    const line =
      (first > 0 ? LEFT : "") + shown.join(this.theme.inactive(SEPARATOR)) + (end < labels.length ? RIGHT : "");
    return [truncateToWidth(line, width, "›")];
  }
}

/** Shown where more tabs are hidden on that side. */
const LEFT = "‹ ";
const RIGHT = " ›";

/** Returns the range of tabs that fit whole: from the first tab, scrolled right only as far as the active tab requires. */
function shownRange(labels: readonly string[], active: number, width: number): { first: number; end: number } {
  const fits = (first: number, end: number) => {
    const text = labels.slice(first, end).reduce((sum, label) => sum + visibleWidth(label) + SEPARATOR.length, 0);
    const marks = (first > 0 ? LEFT.length : 0) + (end < labels.length ? RIGHT.length : 0);
    return text - SEPARATOR.length + marks <= width;
  };
  let first = 0;
  while (first < active && !fits(first, active + 1)) first++;
  let end = active + 1;
  while (end < labels.length && fits(first, end + 1)) end++;
  return { first, end };
}
