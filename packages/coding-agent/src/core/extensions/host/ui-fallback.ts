import type {
  ExtensionUI,
  ExtensionUIContext,
  ExtensionUISource,
  ListHandle,
  ListOptions,
  ListRow,
  ProgressRow,
  UIComponents,
} from "../contract/index.ts";
import { unifiedPatch } from "../unified-patch.ts";
import { askInTurn } from "./ask-in-turn.ts";

const BACK_LABEL = "Back";
const CHOOSE_LABEL = "Choose";

/** Completes a user interface: components that a mode or a program does not provide are built from pi's dialogs. */
export function withComponents(ui: ExtensionUISource): ExtensionUI {
  const made: UIComponents = {
    progress: (text, options) => progressAsStatus(ui, text, options?.fraction),
    ask: (questions, opts) => askInTurn(ui, questions, opts),
    list: (options) => listAsDialogs(ui, options),
    diff: (options) => diffAsDialog(ui, options),
    addInputPrefix: () => () => undefined,
  };
  return new Proxy(ui, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target) ?? Reflect.get(made, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  }) as ExtensionUI;
}

let rows = 0;

function progressAsStatus(ui: ExtensionUIContext, text: string, fraction: number | undefined): ProgressRow {
  const key = `progress-${++rows}`;
  let shown = { text, fraction };
  const show = () => {
    const percent = shown.fraction === undefined ? "" : ` ${Math.floor(shown.fraction * 100)}%`;
    ui.setStatus(key, shown.text + percent);
  };
  const done = () => ui.setStatus(key, undefined);
  show();
  return {
    update: (change) => {
      shown = { ...shown, ...change };
      show();
    },
    done,
    [Symbol.dispose]: done,
  };
}

function listAsDialogs(ui: ExtensionUIContext, options: ListOptions): ListHandle {
  const closing = new AbortController();
  let current = options.rows;
  const handle: ListHandle = {
    update: (next) => {
      current = next;
    },
    say: (text) => ui.notify(text, "info"),
    close: () => closing.abort(),
    get closed() {
      return closed;
    },
  };
  const signal = options.signal ? AbortSignal.any([options.signal, closing.signal]) : closing.signal;
  const closed = chooseInTurn(ui, options, { rows: () => current, handle, signal });
  return handle;
}

interface ListState {
  rows(): readonly ListRow[];
  readonly handle: ListHandle;
  readonly signal: AbortSignal;
}

/** Lets the user pick a row, then an action for it, until a row is chosen or the user dismisses the dialog. */
async function chooseInTurn(ui: ExtensionUIContext, options: ListOptions, state: ListState) {
  const { rows: current, signal } = state;
  const { title, keys = [], details } = options;
  for (;;) {
    const shown = flatten(current());
    const labels = withoutDoubles(shown.map(({ row, depth }) => rowText(row, depth)));
    const picked = await ui.select(title, labels, { signal });
    const row = picked === undefined ? undefined : shown[labels.indexOf(picked)]?.row;
    if (!row || (!details && keys.length === 0)) return row;
    const next = await actOn(ui, row, options, state);
    if (next !== "back") return next === "choose" ? row : undefined;
  }
}

async function actOn(
  ui: ExtensionUIContext,
  row: ListRow,
  { keys = [], details }: ListOptions,
  { handle, signal }: ListState,
): Promise<"back" | "choose" | "close"> {
  const more = (await details?.(row)) ?? "";
  const actions = keys.map(({ description }) => description);
  const choices = [...actions, ...(details ? [] : [CHOOSE_LABEL]), BACK_LABEL];
  const action = await ui.select([row.label, more].join("\n").trim(), choices, { signal });
  if (action === undefined) return "close";
  if (action === CHOOSE_LABEL && !details) return "choose";
  await keys[actions.indexOf(action)]?.run(row, handle);
  return "back";
}

function flatten(rows: readonly ListRow[], depth = 0): { row: ListRow; depth: number }[] {
  return rows.flatMap((row) => [{ row, depth }, ...flatten(row.children ?? [], depth + 1)]);
}

function rowText({ label, cells = [] }: ListRow, depth: number): string {
  return "  ".repeat(depth) + [label, ...cells].join("  ");
}

/** Numbers repeated labels: a dialog returns a text, which must identify one row. */
function withoutDoubles(labels: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return labels.map((label) => {
    const count = (seen.get(label) ?? 0) + 1;
    seen.set(label, count);
    return count === 1 ? label : `${label} (${count})`;
  });
}

async function diffAsDialog(ui: ExtensionUIContext, options: Parameters<UIComponents["diff"]>[0]) {
  const { title, actions = [], signal } = options;
  const text = `${title}\n${await unifiedPatch(options)}`;
  if (actions.length > 0) return await ui.select(text, actions, signal ? { signal } : {});
  ui.notify(text);
  return undefined;
}
