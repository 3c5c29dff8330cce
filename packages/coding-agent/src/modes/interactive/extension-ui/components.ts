import { ProgressRows } from "@tau/tui";
import { inExtension, runningExtension } from "../../../core/extensions/host/unhandled-errors.ts";
import type {
  InputPrefix,
  ListHandle,
  ListOptions,
  ProgressRow,
  UIComponents,
} from "../../../core/extensions/index.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { formatElapsed } from "../renderers/tools/elapsed.ts";
import type { Dialogs } from "./dialogs.ts";
import type { OpenedList } from "./list-dialog.ts";

const PROGRESS = "progress";

/** Creates the components that Tau has besides pi's dialogs. Each dialog is a separate module, loaded when first shown. */
export function createComponents(context: InteractiveContext, dialogs: Dialogs, given: Set<() => void>): UIComponents {
  return {
    ask: async (questions, opts) => {
      const { askQuestions } = await import("./question-dialog.ts");
      return await askQuestions(context, dialogs, questions, opts);
    },
    list: (options) => openList(context, options),
    diff: async (options) => {
      const { showDiff } = await import("./diff-dialog.ts");
      return await showDiff(context, options);
    },
    progress: (text, { fraction, elapsed = true } = {}) => {
      const before = typeof elapsed === "number" ? elapsed : 0;
      return startProgress(context, {
        ...{ text, fraction, started: elapsed === false ? undefined : performance.now() - before },
      });
    },
    addInputPrefix: (prefix) => {
      const withdraw = context.screen.prefixes.add(asExtension(prefix));
      given.add(withdraw);
      context.screen.tui.requestRender();
      return withdraw;
    },
  };
}

/** Runs the handler of a prefix as its extension, so that its work and messages are attributed to it. */
function asExtension(prefix: InputPrefix): InputPrefix {
  const path = runningExtension();
  return path === undefined
    ? prefix
    : {
        ...prefix,
        run: (...given) => inExtension(path, () => prefix.run(...given)),
      };
}

function openList(context: InteractiveContext, options: ListOptions): ListHandle {
  const closing = new AbortController();
  let rows = options.rows;
  let shown: OpenedList | undefined;
  const handle: ListHandle = {
    update: (next) => {
      rows = next;
      shown?.update(next);
    },
    say: (text) => shown?.say(text),
    close: () => closing.abort(),
    get closed() {
      return closed;
    },
  };
  const signal = options.signal ? AbortSignal.any([options.signal, closing.signal]) : closing.signal;
  const closed = import("./list-dialog.ts").then(({ showList }) =>
    showList(context, {
      options: { ...options, rows, signal },
      handle,
      onOpen: (list) => {
        shown = list;
      },
    }),
  );
  return handle;
}

let started = 0;

interface Progress {
  readonly text: string;
  readonly fraction: number | undefined;
  readonly started: number | undefined;
}

function startProgress({ screen, themes }: InteractiveContext, progress: Progress): ProgressRow {
  const { tui, above } = screen;
  const key = String(++started);
  const existing = above.get(PROGRESS);
  const theme = () => themes.current;
  const rows =
    existing instanceof ProgressRows
      ? existing
      : new ProgressRows(
          {
            text: (text) => theme().fg("muted", text),
            filled: (text) => theme().fg("accent", text),
            empty: (text) => theme().fg("dim", text),
            figures: (text) => theme().fg("dim", text),
            formatElapsed,
          },
          tui,
        );
  if (rows !== existing) above.set(PROGRESS, rows);
  rows.set(key, progress);
  const done = () => rows.set(key, undefined);
  return {
    update: (change) => {
      const shown = rows.get(key);
      if (shown) rows.set(key, { ...shown, ...change });
    },
    done,
    [Symbol.dispose]: done,
  };
}
