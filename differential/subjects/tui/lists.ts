import * as fc from "fast-check";
import { subject } from "../../subject.ts";
import { plain } from "../cells.ts";
import { plainText } from "../texts.ts";
import { selectListTheme, settingsListTheme } from "./theme.ts";

const keys = fc.array(
  fc.constantFrom(
    "\x1b[A",
    "\x1b[B",
    "\r",
    "\x1b",
    "\x03",
    " ",
    "\x1b[5~",
    "\x1b[6~",
    "\x1b[H",
    "\x1b[F",
    "\t",
    "a",
    "o",
    "\x7f",
  ),
  { maxLength: 8 },
);
const count = fc.integer({ min: 0, max: 9 });

export const listSubjects = [
  subject({
    name: "tui/select-list",
    inputs: fc.record({
      count,
      maxVisible: fc.integer({ min: 1, max: 6 }),
      filter: fc.constantFrom(undefined, "item", "item-3", "ITEM-1", "tem", "3", "zzz", ""),
      selected: fc.option(fc.integer({ min: -1, max: 10 }), { nil: undefined }),
      keys,
    }),
    runs: 400,
    run: ({ tui }, { count, maxVisible, filter, selected, keys }) => {
      const events: unknown[] = [];
      const items = names(count).map((value, index) => ({
        value,
        label: value,
        ...(index % 2 ? { description: "about" } : {}),
      }));
      const list = new tui.SelectList(items, maxVisible, selectListTheme);
      list.onSelect = (item) => events.push(["select", item]);
      list.onCancel = () => events.push(["cancel"]);
      list.onSelectionChange = (item) => events.push(["change", item]);
      if (filter !== undefined) list.setFilter(filter);
      if (selected !== undefined) list.setSelectedIndex(selected);
      const frames = [shown(list.render(80))];
      for (const key of keys) {
        list.handleInput(key);
        frames.push(shown(list.render(80)));
      }
      return { events, selected: list.getSelectedItem(), frames };
    },
  }),
  subject({
    name: "tui/settings-list",
    inputs: fc.record({
      count: fc.integer({ min: 1, max: 9 }),
      values: fc.array(fc.constantFrom(undefined, ["on", "off"], ["off"], []), { minLength: 9, maxLength: 9 }),
      maxVisible: fc.integer({ min: 1, max: 5 }),
      search: fc.boolean(),
      select: fc.constantFrom(undefined, "item-2", "zzz"),
      keys,
    }),
    runs: 400,
    run: ({ tui }, { count, values, maxVisible, search, select, keys }) => {
      const events: unknown[] = [];
      const items = names(count).map((id, index) => {
        const choices = values[index];
        return { id, label: id, currentValue: "on", ...(choices ? { values: [...choices] } : {}) };
      });
      const list = new tui.SettingsList(
        items,
        maxVisible,
        settingsListTheme,
        (id, value) => events.push([id, value]),
        () => events.push(["cancel"]),
        { enableSearch: search },
      );
      if (select !== undefined) list.selectItem(select);
      list.updateValue("item-1", "updated");
      const frames = [shown(list.render(80))];
      for (const key of keys) {
        list.handleInput(key);
        frames.push(shown(list.render(80)));
      }
      return { events, frames };
    },
  }),
  subject({
    name: "tui/list-widths",
    inputs: fc.record({ labels: fc.array(plainText, { maxLength: 5 }), width: fc.integer({ min: 1, max: 200 }) }),
    run: ({ tui }, { labels, width }) => {
      const items = labels.map((label) => ({ value: "v", label, description: label }));
      const rows = new tui.SelectList(items, 5, selectListTheme).render(width);
      return { fits: rows.every((row) => tui.visibleWidth(row) <= Math.max(width, 12)) };
    },
  }),
];

function names(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `item-${index}`);
}

/** Which items a frame shows, in which order, with what stands behind them; how they look is left out. */
function shown(rows: readonly string[]): (string | undefined)[] {
  return rows
    .map((row) => /(\S*\s*)(item-\d)\s*(on|off|updated|about)?/.exec(plain(row)))
    .filter((match) => match !== null)
    .map((match) => `${(match[1] ?? "").trim() === "" ? " " : ">"}${match[2]} ${match[3] ?? ""}`);
}
