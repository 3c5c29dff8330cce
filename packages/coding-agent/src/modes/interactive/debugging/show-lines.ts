import type { ListHandle, ListOptions, ListRow } from "../../../core/extensions/index.ts";
import { copyText } from "../editing/copy-text.ts";
import { type OpenedList, showList } from "../extension-ui/list-dialog.ts";
import type { InteractiveContext } from "../interactive-context.ts";

const REFRESH_MS = 500;

export interface ShownLines {
  readonly title: string;
  readonly empty: string;
  /** Returns the lines as they are now; the list follows them. */
  lines(): readonly { readonly id: string; readonly label: string; readonly text: string }[];
}

/** Shows lines that may become more. Enter opens one whole, c copies it, a copies all. */
export async function showLines(context: InteractiveContext, { title, empty, lines }: ShownLines): Promise<void> {
  const rows = (): ListRow[] => lines().map(({ id, label }) => ({ id, label }));
  const textOf = ({ id }: ListRow) => lines().find((line) => line.id === id)?.text ?? "";
  const copy = async (text: string) => await copyText(text, context.screen.tui.terminal);
  const options: ListOptions = {
    title,
    empty,
    rows: rows(),
    details: textOf,
    keys: [
      { key: "c", description: "copy", needsRow: true, run: async (row) => await copy(row ? textOf(row) : "") },
      {
        key: "a",
        description: "copy all",
        needsRow: true,
        run: async () =>
          await copy(
            lines()
              .map(({ text }) => text)
              .join("\n"),
          ),
      },
    ],
  };
  const closing = new AbortController();
  const closed = Promise.withResolvers<ListRow | undefined>();
  let list: OpenedList | undefined;
  let newest = options.rows[0]?.id;
  const timer = setInterval(() => {
    const current = rows();
    // At their limit there are as many lines as before.
    if (current[0]?.id !== newest) list?.follow(current);
    newest = current[0]?.id;
  }, REFRESH_MS);
  const handle: ListHandle = {
    update: (next) => list?.update(next),
    say: (text) => list?.say(text),
    close: () => closing.abort(),
    closed: closed.promise,
  };
  const onOpen = (opened: OpenedList) => {
    list = opened;
  };
  try {
    closed.resolve(await showList(context, { options: { ...options, signal: closing.signal }, handle, onOpen }));
  } finally {
    clearInterval(timer);
  }
}
